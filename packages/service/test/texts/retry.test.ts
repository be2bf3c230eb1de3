/** Trying all failed documents of an agent again: conversions and vectors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { type ModelRequest, startModelServer } from '../harness/model-server.ts'
import { base64, eventually, startTestService } from '../harness/service.ts'
import { goodReply, pairsReply, startModelScene } from '../knowledge/model-scene.ts'

const RETRY = '/v1/bot/data/retry/batch'

onEachEngine((engine) => {
  test('failed conversions are run again and counted, those of others and those that did not fail are left alone', async () => {
    await using scene = await startModelScene(engine)
    const { service, model } = scene
    const agents = [await service.newAgent(), await service.newAgent()] as const
    model.answer(() => pairsReply([]))
    const add = async (key: string, name: string) => {
      const files = [{ file_name: name, file_base64: base64('# Nothing under this heading\n') }]
      const body = { purpose: 'FILE_2_QA', files }
      return (await service.api('POST', '/v1/bot/doc/qa/add', body, key)).json.doc[0].doc_id as string
    }
    const statuses = async (key: string, ids: readonly string[]) => {
      const path = `/v1/bot/data/detail/list?${ids.map((id) => `data_ids=${id}`).join('&')}`
      const list = (await service.api('GET', path, undefined, key)).json
      return ids.map((id) => list.find((each: { data_id: string }) => each.data_id === id)?.data_status)
    }
    const [{ key }, { key: other }] = agents
    const failing = [await add(key, 'one.md'), await add(key, 'two.md')]
    const others = [await add(other, 'three.md')]
    await service.addDocument(key, [{ question: 'Good?', answer: 'Yes.' }])
    const allAre = (of: string, ids: readonly string[], status: string) =>
      eventually(
        `they are ${status}`,
        () => statuses(of, ids),
        (seen) => seen.every((each) => each === status),
      )
    await allAre(key, failing, 'FAILED')
    await allAre(other, others, 'FAILED')
    model.answer(() => pairsReply([{ question: 'What is under it?', answer: 'Nothing under this heading' }]))
    const asked = model.requests.length
    assert.deepEqual((await service.api('POST', RETRY, {}, key)).json, { affectCount: 2 })
    await allAre(key, failing, 'AVAILABLE')
    assert.equal(model.requests.length, asked + 2)
    assert.deepEqual(await statuses(other, others), ['FAILED'])
    assert.deepEqual((await service.api('POST', RETRY, {}, key)).json, { affectCount: 0 })
    assert.deepEqual((await service.api('POST', RETRY, undefined, other)).json, { affectCount: 1 })
    model.answer(goodReply)
  })

  test('vectors that could not be made are asked for at once, and not only when their next try is due', async () => {
    const model = await startModelServer()
    await using _closed = { [Symbol.asyncDispose]: () => model.close() }
    const vector = (text: string) => Array.from({ length: 8 }, (_, n) => (n === text.length % 8 ? 1 : 0.1))
    const good = ({ path, json }: ModelRequest) =>
      path === '/embeddings'
        ? { kind: 'embeddings' as const, vectors: (json as { input: string[] }).input.map(vector) }
        : undefined
    // The endpoint asks for an hour's rest: without a retry no test would see the vectors.
    model.answer(() => ({ kind: 'fail', status: 429, retryAfter: '3600' }))
    await using service = await startTestService(engine, {
      env: {
        TANDEM_EMBEDDING_MODEL: 'lengths',
        TANDEM_EMBEDDING_BASE_URL: model.url,
        TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      },
    })
    const { id, key } = await service.newAgent()
    const files = [{ file_name: 'a.md', file_base64: base64('The sauna is heated on Tuesdays.') }]
    await service.api('POST', '/v1/bot/doc/text/add', { files }, key)
    await service.addDocument(key, [{ question: 'When are you open?', answer: 'At nine.' }])
    const { database } = service.service
    const items = () => database.q.selectFrom('lane_items').select(['state', 'attempts']).execute()
    await eventually('the model fails', items, (list) => list.some(({ attempts }) => attempts > 0))
    model.answer(good)
    const { json } = await eventually(
      'both documents are tried again',
      () => service.api('POST', RETRY, {}, key),
      (answer) => answer.json.affectCount === 2,
    )
    assert.deepEqual(json, { affectCount: 2 })
    const search = async () =>
      (await service.admin('POST', `/agents/${id}/search`, { text: 'heated sauna' })).json
    const found = await eventually(
      'the vectors are used',
      search,
      ({ embedding }) => embedding.state === 'used' && embedding.note === null,
    )
    assert.equal(found.hits[0].kind, 'passage')
    assert.notEqual(found.hits[0].explain.embedding, null)
    const texts = model.requests.flatMap(({ json: body }) => (body as { input?: string[] }).input ?? [])
    assert.ok(texts.includes('The sauna is heated on Tuesdays'), texts.join('\n'))
    await eventually(
      'nothing is left to try',
      () => service.api('POST', RETRY, {}, key),
      (answer) => answer.json.affectCount === 0,
    )
  })
})
