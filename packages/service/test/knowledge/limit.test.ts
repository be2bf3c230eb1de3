/** The limit on the knowledge of one agent: what counts, who is refused and how, and that room comes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { pairsOf, startTestService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const UPDATE = '/v1/bot/doc/qa/update'
const csv = (pairs: number) =>
  Buffer.from(
    `question,answer\n${Array.from({ length: pairs }, (_, n) => `What is ${n}?,A number.\n`).join('')}`,
  )

onEachEngine((engine) => {
  /** Room for ten pairs, of which each counts 500. */
  const tenPairs = { env: { TANDEM_KNOWLEDGE_LIMIT_CHARS: '5000' } }
  const added = (pairs: number) => ({ purpose: 'QA_TEXT', name: 'More', qaList: pairsOf(pairs) })

  test('an agent that would keep more than the limit is refused in words that help, and no other agent is', async () => {
    await using service = await startTestService(engine, tenPairs)
    const [full, other] = [await service.newAgent(), await service.newAgent()]
    const doc_id = await service.addDocument(full.key, pairsOf(8))
    const refused = await service.api('POST', ADD, added(3), full.key)
    assert.deepEqual([refused.status, refused.json.code], [400, 40000])
    assert.match(
      refused.json.message,
      /found 5,500 characters.*at most 5,000.*TANDEM_KNOWLEDGE_LIMIT_CHARS.*Delete/,
    )
    for (const [method, path, body] of [
      ['PUT', UPDATE, { doc_id, qaList: pairsOf(3, 2) }],
      ['POST', '/v1/bot/doc/qa/chunks/add', { doc_id, chunks: pairsOf(3, 2) }],
    ] as const)
      assert.equal((await service.api(method, path, body, full.key)).json.code, 40000, path)
    assert.equal(
      (await service.api('POST', ADD, added(2), full.key)).status,
      200,
      'as much as there is room for',
    )
    const [pair] = pairsOf(1, 3)
    const pairs = `/agents/${full.id}/documents/${doc_id}/pairs`
    assert.equal((await service.admin('POST', pairs, pair)).json.code, 40000, 'nor a single pair')
    assert.equal((await service.api('POST', ADD, added(10), other.key)).status, 200)
  })

  test('a file for which there is no room is in failed, and nothing of it stays', async () => {
    await using service = await startTestService(engine, tenPairs)
    const { key } = await service.newAgent()
    const entry = (name: string, bytes: Buffer) => ({
      file_name: name,
      file_base64: bytes.toString('base64'),
    })
    const list = { purpose: 'QA_FILE', files: [entry('list.csv', csv(11))] }
    const { status, json } = await service.api('POST', ADD, list, key)
    assert.deepEqual([status, json.doc, json.failed], [200, [], ['list.csv']])
    assert.match(json.failed_reasons[0].reason, /at most 5,000 for one agent/)
    assert.equal(await service.countRows('documents'), 0)
    const text = {
      purpose: 'FILE_2_QA',
      files: [entry('a.txt', Buffer.from(`Shipping\n\n${'Yes. '.repeat(1200)}`))],
    }
    assert.deepEqual((await service.api('POST', ADD, text, key)).json.failed, ['a.txt'])
  })

  test('earlier revisions count, and what is deleted makes room', async () => {
    const clock = movedClock()
    await using service = await startTestService(engine, { ...tenPairs, clock })
    const { key } = await service.newAgent()
    const doc_id = await service.addDocument(key, pairsOf(4))
    const replace = (version: number) =>
      service.api('PUT', UPDATE, { doc_id, qaList: pairsOf(4, version) }, key)
    assert.equal((await replace(2)).status, 200)
    assert.equal((await replace(3)).status, 400)
    await service.api('DELETE', `/v1/bot/doc/batch/delete?doc=${doc_id}`, undefined, key)
    clock.move(5000)
    assert.equal((await service.api('POST', ADD, added(10), key)).status, 200)
  })

  test('of many at once no more are taken than there is room for', async () => {
    await using service = await startTestService(engine, tenPairs)
    const { key } = await service.newAgent()
    const all = await Promise.all(Array.from({ length: 30 }, () => service.api('POST', ADD, added(1), key)))
    assert.equal(all.filter(({ status }) => status === 200).length, 10)
  })

  test('with a limit of 0 there is none', async () => {
    await using service = await startTestService(engine, { env: { TANDEM_KNOWLEDGE_LIMIT_CHARS: '0' } })
    const { key } = await service.newAgent()
    assert.equal((await service.api('POST', ADD, added(20), key)).status, 200)
  })
})
