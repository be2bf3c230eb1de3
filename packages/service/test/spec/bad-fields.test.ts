/** Every missing, mistyped, oversized, empty or contradictory field of add and update: its code and its exact words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

type Case = readonly [what: string, body: unknown, message: string]

const name = 'needed a string of 1 to 200 characters'
const list = 'needed a list of 1 to 50,000 question-answer pairs'
const files = 'needed a list of 1 to 20 file entries'
const purposes = 'needed one of QA_TEXT, QA_FILE, FILE_2_QA'
const pair = 'needed an object with question and answer'
const entry = 'needed an object with file_name and file_url, source_url or file_base64'
const url = 'needed an http or https URL of at most 2,048 characters, without user name or password'
const question = 'needed a string of 1 to 2,000 characters'
const answer = 'needed a string of 1 to 20,000 characters'

const good = { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) }
const file = { file_name: 'a.csv', file_url: 'http://127.0.0.1:1/a.csv' }
const withPair = (value: unknown) => ({ ...good, qaList: [pairsOf(1)[0], value] })
const withFile = (value: unknown) => ({ purpose: 'QA_FILE', files: [file, value] })

const badAdds: Case[] = [
  ['purpose missing', { ...good, purpose: undefined }, `purpose: found nothing, ${purposes}`],
  ['purpose null', { ...good, purpose: null }, `purpose: found null, ${purposes}`],
  ['purpose empty', { ...good, purpose: '' }, `purpose: found "", ${purposes}`],
  ['purpose in another case', { ...good, purpose: 'qa_text' }, `purpose: found "qa_text", ${purposes}`],
  ['purpose a list', { ...good, purpose: ['QA_TEXT'] }, `purpose: found a list of 1 entry, ${purposes}`],
  ['name missing', { ...good, name: undefined }, `name: found nothing, ${name}`],
  ['name null', { ...good, name: null }, `name: found null, ${name}`],
  ['name empty', { ...good, name: '' }, `name: found "", ${name}`],
  ['name blank', { ...good, name: ' \t\n' }, `name: found only white space, ${name}`],
  ['name a number', { ...good, name: 5 }, `name: found 5 (a number), ${name}`],
  ['name too long', { ...good, name: 'x'.repeat(201) }, `name: found a string of 201 characters, ${name}`],
  ['base id a number', { ...good, knowledge_base_id: 1 }, `knowledge_base_id: found 1 (a number), ${name}`],
  ['qaList missing', { ...good, qaList: undefined }, `qaList: found nothing, ${list}`],
  ['qaList null', { ...good, qaList: null }, `qaList: found null, ${list}`],
  ['qaList empty', { ...good, qaList: [] }, `qaList: found an empty list, ${list}`],
  ['qaList an object', { ...good, qaList: {} }, `qaList: found an object, ${list}`],
  ['qaList a text', { ...good, qaList: '[]' }, `qaList: found "[]", ${list}`],
  ['pair null', withPair(null), `qaList[1]: found null, ${pair}`],
  ['pair a text', withPair('q'), `qaList[1]: found "q", ${pair}`],
  ['pair a list', withPair(['q', 'a']), `qaList[1]: found a list of 2 entries, ${pair}`],
  ['question missing', withPair({ answer: 'a' }), `qaList[1].question: found nothing, ${question}`],
  ['question null', withPair({ question: null, answer: 'a' }), `qaList[1].question: found null, ${question}`],
  [
    'question empty',
    withPair({ question: '', answer: 'a' }),
    `qaList[1].question: found an empty string, ${question}`,
  ],
  [
    'question blank',
    withPair({ question: ' ', answer: 'a' }),
    `qaList[1].question: found only white space, ${question}`,
  ],
  [
    'question an object',
    withPair({ question: {}, answer: 'a' }),
    `qaList[1].question: found an object, ${question}`,
  ],
  ['answer missing', withPair({ question: 'q' }), `qaList[1].answer: found nothing, ${answer}`],
  [
    'answer a boolean',
    withPair({ question: 'q', answer: false }),
    `qaList[1].answer: found false (a boolean), ${answer}`,
  ],
  [
    'answer empty',
    withPair({ question: 'q', answer: '' }),
    `qaList[1].answer: found an empty string, ${answer}`,
  ],
  ['files missing', { purpose: 'QA_FILE' }, `files: found nothing, ${files}`],
  ['files empty', { purpose: 'FILE_2_QA', files: [] }, `files: found an empty list, ${files}`],
  ['files an object', { purpose: 'QA_FILE', files: file }, `files: found an object, ${files}`],
  [
    'files for pairs',
    { purpose: 'QA_FILE', name: 'x', qaList: pairsOf(1) },
    `files: found nothing, ${files}`,
  ],
  ['entry null', withFile(null), `files[1]: found null, ${entry}`],
  ['entry a URL', withFile(file.file_url), `files[1]: found "${file.file_url}", ${entry}`],
  [
    'file name a number',
    withFile({ ...file, file_name: 1 }),
    `files[1].file_name: found 1 (a number), ${name}`,
  ],
  [
    'file name empty',
    withFile({ ...file, file_name: '' }),
    `files[1].file_name: found an empty string, ${name}`,
  ],
  [
    'URL of another kind',
    withFile({ ...file, file_url: 'file:///etc/passwd' }),
    `files[1].file_url: found "file:///etc/passwd", ${url}`,
  ],
  [
    'URL with a password',
    withFile({ ...file, file_url: 'http://u:hush@x/' }),
    `files[1].file_url: found a URL with a user name or password in it, ${url}`,
  ],
  [
    'URL too long',
    withFile({ ...file, file_url: `http://x/${'y'.repeat(2048)}` }),
    `files[1].file_url: found a string of 2,057 characters, ${url}`,
  ],
  ['URL a number', withFile({ ...file, source_url: 80 }), `files[1].source_url: found 80 (a number), ${url}`],
  [
    'content not base64',
    withFile({ file_name: 'a', file_base64: 'hush!' }),
    'files[1].file_base64: found a string of 5 characters, needed the content of the file as base64',
  ],
]

const goodUpdate = { doc_id: 'd', qaList: pairsOf(1) }
const either = `${list}, or files in its place`
const badUpdates: Case[] = [
  ['doc_id missing', { ...goodUpdate, doc_id: undefined }, `doc_id: found nothing, ${name}`],
  ['doc_id null', { ...goodUpdate, doc_id: null }, `doc_id: found null, ${name}`],
  ['doc_id empty', { ...goodUpdate, doc_id: '' }, `doc_id: found "", ${name}`],
  ['doc_id a number', { ...goodUpdate, doc_id: 7 }, `doc_id: found 7 (a number), ${name}`],
  [
    'doc_id too long',
    { ...goodUpdate, doc_id: 'd'.repeat(201) },
    `doc_id: found a string of 201 characters, ${name}`,
  ],
  [
    'base id a list',
    { ...goodUpdate, knowledge_base_id: [] },
    `knowledge_base_id: found an empty list, ${name}`,
  ],
  ['neither', { doc_id: 'd' }, `qaList: found nothing, ${either}`],
  ['both empty', { doc_id: 'd', qaList: [], files: [] }, `qaList: found an empty list, ${either}`],
  [
    'both',
    { ...goodUpdate, files: [{ ...file, doc_id: 'd' }] },
    'files: found files beside qaList, needed one of the two, not both',
  ],
  ['qaList a number', { doc_id: 'd', qaList: 1 }, `qaList: found 1 (a number), ${list}`],
  [
    'pair without answer',
    { doc_id: 'd', qaList: [{ question: 'q' }] },
    `qaList[0].answer: found nothing, ${answer}`,
  ],
  ['files a text', { files: 'a.csv' }, `files: found "a.csv", ${files}`],
  ['entry a list', { files: [[]] }, `files[0]: found an empty list, ${entry}`],
  [
    'entry doc_id a number',
    { files: [{ ...file, doc_id: 3 }] },
    `files[0].doc_id: found 3 (a number), ${name}`,
  ],
  [
    'entry URL mistyped',
    { files: [{ file_name: 'a', doc_id: 'd', source_url: {} }] },
    `files[0].source_url: found an object, ${url}`,
  ],
]

onSqlite((engine) => {
  const service = sharedService(engine)

  async function refusesAll(method: string, path: string, cases: readonly Case[]): Promise<void> {
    const { key } = await service().newAgent()
    for (const [what, body, message] of cases) {
      const answered = await service().api(method, path, body, key)
      assert.deepEqual([answered.status, answered.json.code], [400, 40000], `${what}: ${answered.text}`)
      const said: string = answered.json.message
      assert.ok(said.startsWith('Parameter error: '), said)
      assert.ok(said.includes(message), `${what}: ${said}\n  needed to say\n${message}`)
      assert.doesNotMatch(said, /hush/)
    }
    for (const table of ['documents', 'pair_sets', 'pairs', 'knowledge_bases']) {
      assert.equal(await service().countRows(table), 0, table)
    }
  }

  test('bad fields of add: each is named with what was found and what is needed, and nothing is stored', () =>
    refusesAll('POST', '/v1/bot/doc/qa/add', badAdds))

  test('bad fields of update: each is named with what was found and what is needed, and nothing is stored', () =>
    refusesAll('PUT', '/v1/bot/doc/qa/update', badUpdates))

  test('bad fields: several are named in one answer, and a long list of them is counted', async () => {
    const { key } = await service().newAgent()
    const body = { purpose: 'QA_TEXT', qaList: 5, header_row: 'x', chunk_token: 9999 }
    const { json } = await service().api('POST', '/v1/bot/doc/qa/add', body, key)
    for (const field of ['name', 'qaList', 'header_row', 'chunk_token']) {
      assert.match(json.message, new RegExp(`\\b${field}: found`))
    }
    const many = { ...good, qaList: Array.from({ length: 40_000 }, () => ({ q: 'a question' })) }
    const answered = await service().api('POST', '/v1/bot/doc/qa/add', many, key)
    assert.equal(answered.json.code, 40000)
    assert.match(answered.json.message, /qaList\[0\]\.question: found nothing.*; and \d+ more$/)
    assert.ok(answered.json.message.length < 1000)
  })

  test('bad fields: one bad pair among thousands is named by its place, and none of them is stored', async () => {
    const { key } = await service().newAgent()
    const qaList: unknown[] = pairsOf(5000)
    qaList[4321] = { question: 'q', answer: 17 }
    const { json } = await service().api('POST', '/v1/bot/doc/qa/add', { ...good, qaList }, key)
    assert.equal(json.message, `Parameter error: qaList[4321].answer: found 17 (a number), ${answer}`)
    assert.equal(await service().countRows('pairs'), 0)
  })
})
