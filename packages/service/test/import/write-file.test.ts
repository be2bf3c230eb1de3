/** Pairs are written while their file is still read: whatever comes of the file, nothing of it is seen before it is whole. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { discardSet, finishSet, writeSet } from '../../src/knowledge/write-set.ts'
import { newId } from '../../src/platform/ids.ts'
import { createLatch, type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, pairsOf, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const UPDATE = '/v1/bot/doc/qa/update'
const MOST = 3000
const csvOf = (rows: number) =>
  `question,answer\n${Array.from({ length: rows }, (_, n) => `Q${n}?,A${n}`).join('\n')}\n`
const inline = (file_name: string, rows: number) => ({
  file_name,
  file_base64: Buffer.from(csvOf(rows)).toString('base64'),
})

onEachEngine((engine) => {
  const service = sharedService(engine, {
    env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8', TANDEM_FILE_PAIR_LIMIT: String(MOST) },
  })
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer()
  })
  after(() => server.close())
  const storedPairs = () => service().countRows('pairs')

  test('a file that turns out too long leaves no document, and what was written of it is cleared', async () => {
    const { key } = await service().newAgent()
    const [documents, pairs] = [await service().countRows('documents'), await storedPairs()]
    const body = { purpose: 'QA_FILE', files: [inline('long.csv', MOST + 1)] }
    const { status, json } = await service().api('POST', ADD, body, key)
    assert.deepEqual([status, json.doc, json.failed], [200, [], ['long.csv']])
    assert.match(json.failed_reasons[0].reason, /more than the 3,000 pairs allowed/)
    assert.equal(await service().countRows('documents'), documents)
    await eventually('its pairs are gone', storedPairs, (count) => count === pairs)
  })

  test('in an update the old content stays, and is the only one there', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(2))
    const pairs = await storedPairs()
    const files = [{ ...inline('long.csv', MOST + 1), doc_id: docId }]
    const { json } = await service().api('PUT', UPDATE, { files }, key)
    assert.deepEqual([json.doc, json.failed], [[], ['long.csv']])
    assert.equal((await readDocument(service().service.database, docId))?.pairs.length, 2)
    await eventually('its pairs are gone', storedPairs, (count) => count === pairs)
  })

  test('a document deleted while its file was on the way stays deleted, with nothing left of the file', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(2))
    const before = (await storedPairs()) - 2
    const latch = createLatch()
    server.answer(() => {
      const path = `/v1/bot/doc/batch/delete?doc=${docId}`
      void service().api('DELETE', path, undefined, key).finally(latch.release)
      return { kind: 'hold', latch, next: { text: csvOf(MOST) } }
    })
    const files = [{ file_name: 'late.csv', file_url: `${server.url}/late.csv`, doc_id: docId }]
    const { json } = await service().api('PUT', UPDATE, { files }, key)
    assert.deepEqual([json.doc, json.failed], [[], ['late.csv']])
    assert.match(json.failed_reasons[0].reason, /^doc_id: found /)
    await eventually('its pairs are gone', storedPairs, (count) => count === before)
  })

  for (const rows of [1, 200, 201, 500, 501, 1000, 1001, MOST]) {
    test(`a file of ${rows} pairs is there with exactly those, in order`, async () => {
      const { key } = await service().newAgent()
      const body = { purpose: 'QA_FILE', files: [inline('faq.csv', rows)] }
      const { json } = await service().api('POST', ADD, body, key)
      const stored = await readDocument(service().service.database, json.doc[0].doc_id)
      const expected = Array.from({ length: rows }, (_, n) => [`Q${n}?`, `A${n}`])
      assert.deepEqual(
        stored?.pairs.map(({ question, answer }) => [question, answer]),
        expected,
      )
    })
  }

  test('giving up a set that was shown after all does nothing to it', async () => {
    const { knowledge } = service().service.app
    const { database, clock } = knowledge
    const docId = newId(clock.now())
    const content = await writeSet(knowledge, docId, (writing) => writing.add(pairsOf(3)))
    const setId = await finishSet(knowledge, docId, content, 'live', async (_tx, shown) => shown.setId)
    await discardSet(knowledge, setId)
    const row = await database.q
      .selectFrom('pair_sets')
      .select('state')
      .where('id', '=', setId)
      .executeTakeFirst()
    assert.equal(row?.state, 'live')
  })
})
