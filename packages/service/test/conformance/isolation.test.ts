/** Another agent's key cannot see or change anything of this agent, at any endpoint. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)

  test("another agent's documents and bases are as unknown as if they did not exist", async () => {
    const { api } = service()
    const [owner, other] = [await service().newAgent('Owner'), await service().newAgent('Other')]
    const made = await api('POST', '/v1/bot/knowledge/base/create', { name: 'Mine' }, owner.key)
    const base = made.json.knowledge_base_id
    const docId = await service().addDocument(owner.key, pairsOf(2, 'owned'), { knowledge_base_id: base })
    const before = await readDocument(service().service.database, docId)

    const attempts: [method: string, path: string, body?: object][] = [
      [
        'POST',
        '/v1/bot/doc/qa/add',
        { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1), knowledge_base_id: base },
      ],
      [
        'POST',
        '/v1/bot/doc/qa/add',
        { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(300), knowledge_base_id: base },
      ],
      ['PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList: pairsOf(1, 'stolen') }],
      ['PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList: pairsOf(300, 'stolen') }],
      ['PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList: pairsOf(1), knowledge_base_id: base }],
      ['POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks: pairsOf(1, 'stolen') }],
      ['POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks: pairsOf(300, 'stolen') }],
      ['GET', `/v1/bot/doc/query/page?knowledge_base_id=${base}`],
      ['DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`],
    ]
    for (const [method, path, body] of attempts) {
      const answer = await api(method, path, body, other.key)
      assert.deepEqual([answer.status, answer.json.code], [400, 40348], `${method} ${path}`)
      const unknown = JSON.stringify(body ?? '')
        .replaceAll(docId, 'nobody')
        .replaceAll(base, 'nothing')
      const same = await api(
        method,
        path.replace(docId, 'nobody').replace(base, 'nothing'),
        body && JSON.parse(unknown),
        other.key,
      )
      const hidden = (text: string) => text.replaceAll(/"[\w-]+\\"/g, '…')
      assert.equal(hidden(answer.text), hidden(same.text), 'the answer gives away that it exists')
    }
    const status = await api('GET', `/v1/bot/data/detail/list?data_ids=${docId}`, undefined, other.key)
    assert.deepEqual(status.json, [])
    const bases = await api('GET', '/v1/bot/knowledge/base/page', undefined, other.key)
    assert.ok(!bases.text.includes(base))

    assert.deepEqual(await readDocument(service().service.database, docId), before)
    const own = await api('GET', `/v1/bot/doc/query/page?knowledge_base_id=${base}`, undefined, owner.key)
    assert.equal(own.json.total, 1)
  })

  test('a delete that names own and foreign documents deletes none', async () => {
    const [owner, other] = [await service().newAgent(), await service().newAgent()]
    const theirs = await service().addDocument(owner.key, pairsOf(1))
    const mine = await service().addDocument(other.key, pairsOf(1))
    const path = `/v1/bot/doc/batch/delete?doc=${mine},${theirs}`
    const answer = await service().api('DELETE', path, undefined, other.key)
    assert.equal(answer.json.code, 40348)
    assert.match(answer.json.hint, new RegExp(theirs))
    for (const id of [mine, theirs]) assert.ok(await readDocument(service().service.database, id))
  })

  test('human services and keys of one agent are out of reach through another', async () => {
    const { admin } = service()
    const [one, two] = [await service().newAgent(), await service().newAgent()]
    const input = { name: 'Desk', webhook_url: 'http://127.0.0.1:9/desk' }
    const { json } = await admin('POST', `/agents/${one.id}/human-services`, input)
    for (const method of ['PATCH', 'DELETE']) {
      const path = `/agents/${two.id}/human-services/${json.id}`
      const answer = await admin(method, path, method === 'PATCH' ? { name: 'x' } : undefined)
      assert.deepEqual([answer.status, answer.json.code], [404, 40400])
    }
    const list = await admin('GET', `/agents/${one.id}/human-services`)
    assert.deepEqual(list.json.items, [json])
  })
})
