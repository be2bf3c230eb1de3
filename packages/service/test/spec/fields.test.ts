/** The fields the contract leaves open: what a file entry must carry, how long things may be, what the reading options take. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { type ApiAnswer, pairsOf, sharedService, startTestService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const UPDATE = '/v1/bot/doc/qa/update'
const URL_NEEDED = 'an http or https URL in file_url or source_url, or the content in file_base64'

onSqlite((engine) => {
  const service = sharedService(engine)
  let key = ''
  const withKey = async () => {
    if (key === '') key = (await service().newAgent()).key
    return key
  }
  const add = async (body: object) => service().api('POST', ADD, body, await withKey())
  const update = async (body: object) => service().api('PUT', UPDATE, body, await withKey())
  const accepted = (answer: ApiAnswer) => assert.equal(answer.status, 200, answer.text)
  const refused = (answer: ApiAnswer, message: string) => {
    assert.deepEqual([answer.status, answer.json.code], [400, 40000], answer.text)
    assert.ok(answer.json.message.includes(message), `${answer.json.message}\n  needed to say\n${message}`)
  }
  const file = { file_name: 'faq.csv', file_url: 'http://127.0.0.1:1/faq.csv' }
  const text = (more: object) => ({ purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1), ...more })

  test('files: file_url, source_url and file_base64 are each accepted wherever a file is named', async () => {
    for (const place of [
      { file_url: file.file_url },
      { source_url: file.file_url },
      { file_base64: 'cXVlc3Rpb24sYW5zd2VyCg==' },
    ]) {
      const entry = { file_name: 'faq.csv', ...place }
      for (const purpose of ['QA_FILE', 'FILE_2_QA']) accepted(await add({ purpose, files: [entry] }))
      accepted(await update({ files: [{ ...entry, doc_id: 'd' }] }))
    }
  })

  test('files: an entry without a place, without file_name or, in update, without doc_id refuses the whole request', async () => {
    const good = { ...file, doc_id: 'd' }
    const nameNeeded = 'file_name: found nothing, needed a string of 1 to 200 characters'
    for (const [purpose, field] of [
      ['QA_FILE', 'file_url'],
      ['FILE_2_QA', 'source_url'],
    ]) {
      const noPlace = await add({ purpose, files: [good, { file_name: 'a' }] })
      refused(noPlace, `files[1].${field}: found nothing, needed ${URL_NEEDED}`)
      refused(await add({ purpose, files: [{ file_url: file.file_url }, good] }), `files[0].${nameNeeded}`)
    }
    const noPlace = await update({ files: [good, { file_name: 'a', doc_id: 'd' }] })
    refused(noPlace, `files[1].source_url: found nothing, needed ${URL_NEEDED}`)
    refused(await update({ files: [{ ...good, file_name: undefined }] }), `files[0].${nameNeeded}`)
    refused(
      await update({ files: [good, file] }),
      'files[1].doc_id: found nothing, needed a string of 1 to 200 characters',
    )
  })

  test('files: a name has 1 to 200 characters, and a request at most 20 entries', async () => {
    const named = (length: number) => ({ ...file, doc_id: 'd', file_name: 'ü'.repeat(length) })
    const list = (length: number) => Array.from({ length }, () => named(1))
    const longName =
      'files[0].file_name: found a string of 201 characters, needed a string of 1 to 200 characters'
    const manyFiles = 'files: found a list of 21 entries, needed a list of 1 to 20 file entries'
    for (const send of [
      (files: object[]) => add({ purpose: 'QA_FILE', files }),
      (files: object[]) => update({ files }),
    ]) {
      accepted(await send([named(200)]))
      refused(await send([named(201)]), longName)
      accepted(await send(list(20)))
      refused(await send(list(21)), manyFiles)
    }
  })

  test('lengths: a question has 1 to 2,000 characters, an answer 1 to 20,000, counted as people count', async () => {
    const pair = (question: string, answer: string) => text({ qaList: [{ question, answer }] })
    accepted(await add(pair('?', '!')))
    accepted(await add(pair('😀'.repeat(2000), '文'.repeat(20_000))))
    refused(
      await add(pair('q'.repeat(2001), 'a')),
      'qaList[0].question: found a string of 2,001 characters, needed a string of 1 to 2,000 characters',
    )
    refused(
      await add(pair('q', '😀'.repeat(20_001))),
      'qaList[0].answer: found a string of 20,001 characters, needed a string of 1 to 20,000 characters',
    )
  })

  test('lengths: 50,000 pairs a request', async () => {
    refused(
      await add(text({ qaList: pairsOf(50_001) })),
      'qaList: found a list of 50,001 entries, needed a list of 1 to 50,000 question-answer pairs',
    )
    refused(
      await update({ doc_id: 'd', qaList: pairsOf(50_001) }),
      'qaList: found a list of 50,001 entries, needed a list of 1 to 50,000 question-answer pairs',
    )
  })

  test('lengths: all of them are configurable, and the answer names the configured ones', async () => {
    const env = {
      TANDEM_QUESTION_LIMIT_CHARS: '5',
      TANDEM_ANSWER_LIMIT_CHARS: '6',
      TANDEM_PAIR_LIMIT: '2',
      TANDEM_BODY_LIMIT_BYTES: '2048',
    }
    await using own = await startTestService(engine, { env })
    const agent = await own.newAgent()
    const send = (qaList: object[]) => own.api('POST', ADD, text({ qaList }), agent.key)
    const pair = { question: '12345', answer: '123456' }
    accepted(await send([pair, pair]))
    refused(await send([pair, pair, pair]), 'found a list of 3 entries, needed a list of 1 to 2 ')
    refused(await send([{ ...pair, question: '123456' }]), 'needed a string of 1 to 5 characters')
    refused(await send([{ ...pair, answer: '1234567' }]), 'needed a string of 1 to 6 characters')
    const large = await send([{ ...pair, more: 'x'.repeat(2048) }])
    assert.deepEqual([large.status, large.json.code], [413, 41300])
    assert.match(large.json.hint, /needed at most 2048/)
  })

  test('header_row: a number of header rows from 0, or left out', async () => {
    for (const header_row of [0, 1, 100, '1', null, undefined]) {
      accepted(await add({ purpose: 'QA_FILE', files: [file], header_row }))
    }
    for (const [header_row, found] of [
      [-1, '-1 (a number)'],
      [101, '101 (a number)'],
      [1.5, '1.5 (a number)'],
      ['one', '"one"'],
      ['-1', '"-1"'],
      [true, 'true (a boolean)'],
    ] as const) {
      const message = `header_row: found ${found}, needed a whole number from 0 to 100`
      refused(await add({ purpose: 'QA_FILE', files: [file], header_row }), message)
      refused(await update({ files: [{ ...file, doc_id: 'd' }], header_row }), message)
    }
  })

  test('splitter: a text of 1 to 100 characters, white space included; empty is the same as left out', async () => {
    for (const splitter of [',', ';', '\t', '\n\n', '###', '', null]) {
      accepted(await add({ purpose: 'FILE_2_QA', files: [file], splitter }))
    }
    const needed = 'needed a string of 1 to 100 characters'
    refused(
      await add({ purpose: 'FILE_2_QA', files: [file], splitter: '-'.repeat(101) }),
      `splitter: found a string of 101 characters, ${needed}`,
    )
    refused(
      await update({ files: [{ ...file, doc_id: 'd' }], splitter: [','] }),
      `splitter: found a list of 1 entry, ${needed}`,
    )
  })

  test('chunk_token: 1 to 8000, left out means 600', async () => {
    for (const chunk_token of [1, 600, 8000, '600', null, undefined]) {
      accepted(await add({ purpose: 'FILE_2_QA', files: [file], chunk_token }))
    }
    for (const [chunk_token, found] of [
      [0, '0 (a number)'],
      [8001, '8001 (a number)'],
      [0.5, '0.5 (a number)'],
      ['0600 ', '"0600 "'],
    ] as const) {
      const message = `chunk_token: found ${found}, needed a whole number from 1 to 8,000`
      refused(await add({ purpose: 'FILE_2_QA', files: [file], chunk_token }), message)
      refused(await update({ files: [{ ...file, doc_id: 'd' }], chunk_token }), message)
    }
  })
})
