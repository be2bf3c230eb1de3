/** Documents and knowledge bases: one default base, pages, statuses, deletion, clearing of what nobody reads, token counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../harness/clock.ts'
import { readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, pairsOf, sharedService, startTestService } from '../harness/service.ts'

type Listed = { id: string; name: string }

onEachEngine((engine) => {
  const service = sharedService(engine)
  const bases = async (key: string) =>
    (await service().api('GET', '/v1/bot/knowledge/base/page', undefined, key)).json.knowledge_base
  const page = (key: string, base: string, query = '') =>
    service().api('GET', `/v1/bot/doc/query/page?knowledge_base_id=${base}${query}`, undefined, key)
  const remove = (key: string, ids: readonly string[]) =>
    service().api('DELETE', `/v1/bot/doc/batch/delete?doc=${ids.join(',')}`, undefined, key)

  test('twenty first adds at once make one default knowledge base', async () => {
    const { id, key } = await service().newAgent()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => service().addDocument(key, pairsOf(n % 2 ? 1 : 250))),
    )
    const rows = await service()
      .service.database.q.selectFrom('knowledge_bases')
      .select('is_default')
      .where('agent_id', '=', id)
      .execute()
    assert.deepEqual(
      rows.map(({ is_default }) => is_default),
      [1],
    )
    const [base, ...others] = await bases(key)
    assert.deepEqual([base.doc, base.chunk, others], [20, 10 + 10 * 250, []])
  })

  test('a knowledge base is made with its name and description, and listed with its counts', async () => {
    const { key } = await service().newAgent()
    const made = await service().api(
      'POST',
      '/v1/bot/knowledge/base/create',
      { name: 'Products', desc: 'All of them' },
      key,
    )
    assert.equal(made.status, 200)
    const id = made.json.knowledge_base_id
    await service().addDocument(key, pairsOf(7), { knowledge_base_id: id })
    const [listed] = (await bases(key)).filter((base: Listed) => base.id === id)
    assert.deepEqual(
      { ...listed, token: undefined },
      {
        id,
        name: 'Products',
        desc: 'All of them',
        doc: 1,
        chunk: 7,
        token: undefined,
        is_default: false,
        owner_id: null,
        owner_email: null,
      },
    )
  })

  test('pages hold every document once, newest first', async () => {
    const { key } = await service().newAgent()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await service().addDocument(key, pairsOf(1), { name: `Doc ${n}` }))
    const [base] = await bases(key)
    const seen: string[] = []
    for (const number of [1, 2, 3]) {
      const { json } = await page(key, base.id, `&page=${number}&page_size=3`)
      assert.equal(json.total, 7)
      seen.push(...json.list.map(({ id }: Listed) => id))
    }
    assert.deepEqual([...seen].sort(), [...ids].sort())
    const beyond = await page(key, base.id, '&page=4&page_size=3')
    assert.deepEqual([beyond.status, beyond.json], [200, { list: [], total: 7 }])
  })

  test('an empty knowledge base has an empty first page', async () => {
    const { key } = await service().newAgent()
    const [base] = await bases(key)
    assert.deepEqual((await page(key, base.id)).json, { list: [], total: 0 })
  })

  test('statuses name the documents that exist, and pass over the others', async () => {
    const { key } = await service().newAgent()
    const ids = [await service().addDocument(key, pairsOf(1)), await service().addDocument(key, pairsOf(2))]
    const query = [...ids, 'unknown', ids[0]].map((id) => `data_ids=${id}`).join('&')
    const { json } = await service().api('GET', `/v1/bot/data/detail/list?${query}`, undefined, key)
    const expected = ids.map((data_id) => ({ data_id, data_status: 'AVAILABLE' }))
    const byId = (a: { data_id: string }, b: { data_id: string }) => a.data_id.localeCompare(b.data_id)
    assert.deepEqual(json.sort(byId), expected.sort(byId))
  })

  test('deleting takes all documents named, or none when one is unknown', async () => {
    const { key } = await service().newAgent()
    const ids = [await service().addDocument(key, pairsOf(1)), await service().addDocument(key, pairsOf(600))]
    const refused = await remove(key, [...ids, 'unknown'])
    assert.deepEqual([refused.status, refused.json.code], [400, 40348])
    assert.match(refused.json.hint, /^doc: found "unknown"/)
    for (const id of ids) assert.ok(await readDocument(service().service.database, id))
    const done = await remove(key, ids)
    assert.deepEqual([done.status, done.json], [200, { code: 0, message: 'OK' }])
    for (const id of ids) assert.equal(await readDocument(service().service.database, id), undefined)
    assert.equal((await remove(key, ids)).json.code, 40348)
    const update = { doc_id: ids[0], qaList: pairsOf(1) }
    assert.equal((await service().api('PUT', '/v1/bot/doc/qa/update', update, key)).json.code, 40348)
  })

  test('a delete beside replaces leaves neither the document nor anything of its pairs', async () => {
    await using own = await startTestService(engine)
    const { key } = await own.newAgent()
    for (let round = 0; round < 10; round++) {
      const docId = await own.addDocument(key, pairsOf(3))
      const replace = (count: number) =>
        own.api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList: pairsOf(count) }, key)
      const answers = await Promise.all([
        replace(2),
        replace(300),
        own.api('DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`, undefined, key),
        replace(4),
      ])
      for (const { status, json } of answers) assert.ok(status === 200 || json.code === 40348)
      assert.equal(answers[2]?.status, 200)
    }
    own.service.app.knowledge.contentChanged()
    await eventually(
      'revisions left',
      () => own.countRows('pair_sets'),
      (count) => count === 0,
    )
    assert.equal(await own.countRows('pairs'), 0)
  })

  test('what a dead writer left is invisible at once and cleared once it was silent for 15 minutes', async () => {
    const clock = manualClock()
    await using own = await startTestService(engine, { clock })
    const { key } = await own.newAgent()
    const docId = await own.addDocument(key, pairsOf(2))
    await own.service.database.transaction('test', async (tx) => {
      const left = { id: 'left', document_id: docId, state: 'writing', touched_at: clock.now() } as const
      await tx.q.insertInto('pair_sets').values(left).execute()
      const pair = { set_id: 'left', ordinal: 0, question: 'q', answer: 'a', keywords: null }
      await tx.q.insertInto('pairs').values(pair).execute()
    })
    assert.deepEqual((await readDocument(own.service.database, docId))?.pairs, pairsOf(2))
    await clock.advance(14 * 60_000)
    assert.equal(await own.countRows('pair_sets'), 2)
    const aWhileLater = async () => {
      await clock.advance(5 * 60_000)
      return own.countRows('pair_sets')
    }
    await eventually('revisions left', aWhileLater, (count) => count === 1)
    assert.equal(await own.countRows('pairs'), 2)
  })

  test('token counts appear by themselves, and follow a replace', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, [{ question: 'hello world', answer: 'hello world' }])
    const [base] = await bases(key)
    const tokens = async () => (await page(key, base.id)).json.list[0].token
    assert.equal(await eventually('tokens', tokens, (count) => count > 0), 4)
    const body = { doc_id: docId, qaList: [{ question: 'hello', answer: '<|endoftext|> hello world' }] }
    await service().api('PUT', '/v1/bot/doc/qa/update', body, key)
    assert.ok((await eventually('tokens', tokens, (count) => count > 4)) > 4)
  })
})
