/** What goes wrong with files in other systems, one fixture and one test each, through the whole service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { readDocument } from '../harness/documents.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const fixture = (name: string) => readFileSync(new URL(`../fixtures/defects/${name}`, import.meta.url))
const TWO = [
  ['Who pays?', 'We do.'],
  ['Who packs?', 'You do.'],
]

onSqlite((engine) => {
  const service = sharedService(engine)

  async function send(name: string, content: Buffer | string, more: object = {}) {
    const { id, key } = await service().newAgent()
    const purpose = /\.csv$/.test(name) ? 'QA_FILE' : 'FILE_2_QA'
    const files = [{ file_name: name, file_base64: Buffer.from(content).toString('base64') }]
    const { json, status, text } = await service().api('POST', ADD, { purpose, files, ...more }, key)
    assert.equal(status, 200, text)
    return { id, key, json }
  }
  /** The pairs stored of a file. */
  async function stored(name: string, content: Buffer | string = fixture(name), more: object = {}) {
    const { json } = await send(name, content, more)
    assert.deepEqual(json.failed, [])
    const document = await readDocument(service().service.database, json.doc[0].doc_id)
    return (document?.pairs ?? []).map(({ question, answer }) => [question, answer])
  }
  async function ledgerOf(name: string) {
    const { id, json } = await send(name, fixture(name))
    return (await service().admin('GET', `/agents/${id}/documents/${json.doc[0].doc_id}/import`)).json.ledger
  }

  test('an answer that mentions Q3 2024 or A2 paper is not cut there', async () => {
    assert.deepEqual(await stored('quarter-in-answer.txt'), [
      ['How was the year?', 'Revenue in Q3 2024 was $5M, and in Q4 2024 it was $7M. A2 paper sold best.'],
      ['And the next one?', 'Better.'],
    ])
  })

  test('full-width colons mark questions and answers', async () => {
    assert.deepEqual(await stored('full-width-colon.txt'), [
      ['运费是多少？', '全国包邮。'],
      ['多久到货？', '三到五天。'],
    ])
  })

  test('bold labels mark questions and answers', async () => {
    assert.deepEqual(await stored('bold-labels.md'), [
      ['Who pays the postage?', 'We do.'],
      ['Who packs it?', 'You do.'],
    ])
  })

  test('a question over two lines is one question', async () => {
    assert.deepEqual(await stored('two-line-question.txt'), [
      ['Who pays the postage when I send it back?', 'We do.'],
      ['Who packs it?', 'You do.'],
    ])
  })

  test('the header of a CSV is no pair', async () => {
    assert.deepEqual(await stored('header.csv'), TWO)
  })

  test('a CSV without a header loses no row', async () => {
    assert.deepEqual(await stored('no-header.csv'), TWO)
  })

  test('a third column fails no row', async () => {
    assert.deepEqual(await stored('three-columns.csv'), TWO)
  })

  test('columns are found by their names, whichever comes first', async () => {
    assert.deepEqual(await stored('turned-columns.csv'), TWO)
  })

  test('one TAB in one answer leaves the delimiter alone', async () => {
    assert.deepEqual(await stored('one-tab.csv'), [TWO[0], ['Opening hours?', 'Mon 9-17\tTue 9-18'], TWO[1]])
  })

  test('a file with semicolons is divided at them, and not at the commas in its texts', async () => {
    assert.deepEqual(await stored('semicolons.csv'), [
      ['Wo, wann und wie?', 'Hier, jetzt und so.'],
      ['Wer?', 'Wir.'],
    ])
  })

  test('the encoding is told by the whole file, not by its beginning', async () => {
    assert.ok(
      fixture('late-umlaut.csv')
        .subarray(0, 3000)
        .every((byte) => byte < 0x80),
    )
    assert.deepEqual((await stored('late-umlaut.csv')).at(-1), ['Größe?', 'Groß'])
    assert.equal((await ledgerOf('late-umlaut.csv')).encoding, 'windows-1252')
  })

  test('a question of 400 characters and a long answer are stored to the last character', async () => {
    const [[question = '', answer = ''] = []] = await stored('long-question.csv')
    assert.ok(question.length > 255 && question.endsWith('zurückgeben?'))
    assert.ok(answer.length > 400 && answer.endsWith('Ende.'))
  })

  test('one broken row costs itself, with its number and reason, and the file is stored', async () => {
    assert.deepEqual(await stored('one-broken-row.csv'), TWO)
    const { rows_read, rejections } = await ledgerOf('one-broken-row.csv')
    assert.equal(rows_read, 4)
    assert.deepEqual(
      rejections.map(({ row, reason }: { row: number; reason: string }) => [row, reason.split(';')[0]]),
      [
        [3, 'a quotation mark stands where none may be'],
        [5, 'the cell is empty'],
      ],
    )
  })

  test('the same question with another answer replaces nothing; only the exact pair is a duplicate', async () => {
    assert.deepEqual(await stored('same-question-twice.csv'), [TWO[0], ['Who pays?', 'You do abroad.']])
    assert.equal((await ledgerOf('same-question-twice.csv')).duplicate, 1)
  })

  test('one answer may have many questions, and each of them finds it', async () => {
    const { key } = await send('many-questions.csv', fixture('many-questions.csv'))
    for (const prompt of ['Who pays?', 'Do I have to pay?', 'Is it free?']) {
      const { json } = await service().api('POST', '/v1/vector/match', { prompt, top_k: 1 }, key)
      assert.equal(json.list[0].content, `${prompt}\nWe do.`)
    }
  })

  test('a document without headings, numbers or questions becomes pairs all the same', async () => {
    const answers = (await stored('no-structure.txt')).map(([, answer]) => answer)
    assert.equal(answers.join('\n\n'), fixture('no-structure.txt').toString().trim())
  })

  test('a document keeps its language and its words', async () => {
    const text = fixture('spanish.txt').toString()
    for (const [question = '', answer = ''] of await stored('spanish.txt')) {
      assert.ok(text.includes(question) && text.includes(answer), question)
    }
  })

  test('a question without an answer is never stored with an empty one, and the report lists it', async () => {
    const { id, json } = await send('empty-answers.txt', fixture('empty-answers.txt'))
    const path = `/agents/${id}/documents/${json.doc[0].doc_id}`
    const pairs = (await service().admin('GET', `${path}/pairs`)).json.items
    assert.deepEqual(
      pairs.map(({ question, answer }: Record<string, string>) => [question, answer]),
      [['Who packs?', 'You do.']],
    )
    const { coverage } = (await service().admin('GET', `${path}/conversion`)).json
    assert.match(coverage.uncovered.map(({ excerpt }: { excerpt: string }) => excerpt).join(), /Who pays\?/)
  })

  test('3,500 rows become 3,500 pairs, as pairs and as a document', async () => {
    const rows = Array.from({ length: 3500 }, (_, n) => [`Question number ${n}?`, `Answer, the ${n}th one.`])
    const csv = `question,answer\n${rows.map(([q, a]) => `${q},"${a}"`).join('\n')}\n`
    assert.deepEqual(await stored('rows.csv', csv), rows)
    assert.deepEqual(await stored('rows.csv', csv, { purpose: 'FILE_2_QA' }), rows)
  })

  test('chunk_token counts tokens and not characters, and holds for its own request alone', async () => {
    const sentence = (n: number) => `第${n}条规定说明渡船每小时从北码头出发，票价四元，自行车免费。`
    const text = `# 渡船\n\n${Array.from({ length: 60 }, (_, n) => sentence(n)).join('\n\n')}\n`
    const small = await stored('ferry.md', text, { chunk_token: 100 })
    const usual = await stored('ferry.md', text)
    for (const [, answer = ''] of small) assert.ok(encode(answer).length <= 100)
    assert.ok(small.length > usual.length)
    assert.ok(usual.some(([, answer = '']) => encode(answer).length > 100))
  })

  test('the stored answer comes back unchanged, blanks, line breaks and marks included', async () => {
    const answer = 'First:  two  blanks.\n\n\t"Quoted", 5 < 6 & 7 > 6; <b>not bold</b>\n* star'
    const { key } = await send(
      'a.csv',
      `question,answer\nHow is it kept?,"${answer.replaceAll('"', '""')}"\n`,
    )
    const { json } = await service().api(
      'POST',
      '/v1/vector/match',
      { prompt: 'How is it kept?', top_k: 1 },
      key,
    )
    assert.equal(json.list[0].content, `How is it kept?\n${answer}`)
  })

  test('a file that cannot be read is reported as failed, never as a success without pairs', async () => {
    const { json } = await send('nothing.csv', 'only one column\nand nothing else\n')
    assert.deepEqual([json.doc, json.failed], [[], ['nothing.csv']])
    assert.match(json.failed_reasons[0].reason, /^Found one column/)
  })
})
