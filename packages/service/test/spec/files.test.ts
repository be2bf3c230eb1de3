/** What the reading options of the contract do to a file of pairs, and when its document is there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Behaviour,
  createLatch,
  type DeveloperServer,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import { readDocument } from '../harness/documents.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer()
  })
  after(() => server.close())

  /** The pairs of the document a CSV became. */
  async function stored(content: string, more: object = {}) {
    const { key } = await service().newAgent()
    server.answer(() => ({ text: content }))
    const files = [{ file_url: `${server.url}/faq.csv`, file_name: 'faq.csv' }]
    const { json } = await service().api('POST', ADD, { purpose: 'QA_FILE', files, ...more }, key)
    assert.deepEqual(json.failed, [])
    const document = await readDocument(service().service.database, json.doc[0].doc_id)
    return document?.pairs.map(({ question, answer }) => `${question} ${answer}`)
  }

  test('header_row: so many rows are skipped, 0 none; left out, the header is detected', async () => {
    const content = 'question,answer\nA,B\nC,D\n'
    assert.deepEqual(await stored(content), ['A B', 'C D'])
    assert.deepEqual(await stored(content, { header_row: 0 }), ['question answer', 'A B', 'C D'])
    assert.deepEqual(await stored(content, { header_row: 2 }), ['C D'])
  })

  test('splitter: the delimiter of a CSV; left out, it is found of comma, semicolon and TAB', async () => {
    for (const delimiter of [',', ';', '\t'])
      assert.deepEqual(await stored(`question${delimiter}answer\nA${delimiter}B\n`), ['A B'])
    assert.deepEqual(await stored('question|answer\nA,B;C|D\n', { splitter: '|' }), ['A,B;C D'])
  })

  test('CSV columns: question and answer in any order and case and several languages, else by what they hold', async () => {
    assert.deepEqual(await stored('id,ANSWER,Question\n1,B,A\n'), ['A B'])
    assert.deepEqual(await stored('答案,问题\nB,A\n'), ['A B'])
    assert.deepEqual(await stored('x,A?,B\nx,C?,D\n'), ['A? B', 'C? D'])
  })

  test('size of a file: 10 MB, and 30 MB for a PDF', async () => {
    const { key } = await service().newAgent()
    server.answer(() => ({ kind: 'endless' }))
    const files = ['faq.csv', 'faq.pdf'].map((file_name) => ({ file_url: `${server.url}/x`, file_name }))
    const { json } = await service().api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    const [csv, pdf] = json.failed_reasons
    assert.match(csv.reason, /larger than the 10,485,760 bytes allowed/)
    assert.match(pdf.reason, /larger than the 31,457,280 bytes allowed/)
  })

  test('add and update answer when every file is fetched and read, and its pairs are stored', async () => {
    const { key } = await service().newAgent()
    const latch = createLatch()
    const next: Behaviour = { text: 'question,answer\nA,B\n' }
    server.answer(() => ({ kind: 'hold', latch, next }))
    const files = [{ file_url: `${server.url}/faq.csv`, file_name: 'faq.csv' }]
    const before = server.requests.length
    const adding = service().api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    await server.waitFor(before + 1)
    latch.release()
    const { json } = await adding
    const { doc_id } = json.doc[0]
    assert.equal((await readDocument(service().service.database, doc_id))?.pairs.length, 1)
    const status = await service().api('GET', `/v1/bot/data/detail/list?data_ids=${doc_id}`, undefined, key)
    assert.deepEqual(status.json, [{ data_id: doc_id, data_status: 'AVAILABLE' }])
  })
})
