/** Pairs appended to a document: none is lost, none comes twice, whatever happens to the document at the same time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)
  const append = (key: string, docId: string, chunks: readonly object[]) =>
    service().api('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks }, key)
  const answersOf = async (docId: string) =>
    (await readDocument(service().service.database, docId))?.pairs.map(({ answer }) => answer)
  const named = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({ question: `${name} ${n}?`, answer: `${name} ${n}` }))

  test('a few pairs and many pairs go behind those that are there, in their order', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, named(3, 'a'))
    const few = await append(key, docId, named(2, 'b'))
    assert.deepEqual([few.status, few.json], [200, { code: 0, message: 'OK' }])
    assert.equal((await append(key, docId, named(1100, 'c'))).status, 200)
    assert.equal((await append(key, docId, named(1, 'd'))).status, 200)
    const expected = [...named(3, 'a'), ...named(2, 'b'), ...named(1100, 'c'), ...named(1, 'd')]
    assert.deepEqual(
      await answersOf(docId),
      expected.map(({ answer }) => answer),
    )
  })

  test('keywords are kept with their pair', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, named(1, 'a'))
    const chunk = { question: 'q', answer: 'a', keywords: ['price', 'kosten'] }
    assert.equal((await append(key, docId, [chunk])).status, 200)
    const seen = await readDocument(service().service.database, docId)
    const rows = await service()
      .service.database.q.selectFrom('pairs')
      .select('keywords')
      .where('set_id', '=', seen?.setId ?? '')
      .orderBy('ordinal')
      .execute()
    assert.deepEqual(
      rows.map(({ keywords }) => keywords),
      [null, '["price","kosten"]'],
    )
  })

  test('appends at the same time all arrive, each in one piece', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, named(1, 'start'))
    const sizes = [1, 2, 300, 3, 450, 4, 5, 250]
    const answers = await Promise.all(sizes.map((size, n) => append(key, docId, named(size, `w${n}x`))))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const seen = (await answersOf(docId)) ?? []
    assert.equal(seen.length, 1 + sizes.reduce((a, b) => a + b))
    for (const [n, size] of sizes.entries()) {
      const first = seen.indexOf(`w${n}x 0`)
      assert.deepEqual(
        seen.slice(first, first + size),
        named(size, `w${n}x`).map(({ answer }) => answer),
      )
    }
  })

  test('an append beside a replace lands before it and goes, or after it and stays: never half', async () => {
    const { key } = await service().newAgent()
    for (let round = 0; round < 8; round++) {
      const docId = await service().addDocument(key, named(300, 'old'))
      const size = round % 2 ? 2 : 260
      const body = { doc_id: docId, qaList: named(round % 3 ? 4 : 240, 'new') }
      const answers = await Promise.all([
        append(key, docId, named(size, 'more')),
        service().api('PUT', '/v1/bot/doc/qa/update', body, key),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      const whole = body.qaList.map(({ answer }) => answer)
      const seen = (await answersOf(docId)) ?? []
      assert.deepEqual(seen.slice(0, whole.length), whole)
      const rest = seen.slice(whole.length)
      if (rest.length > 0)
        assert.deepEqual(
          rest,
          named(size, 'more').map(({ answer }) => answer),
        )
    }
  })

  test('the counts of a document follow what is in it', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, [{ question: 'ab', answer: 'cde' }])
    await append(key, docId, [{ question: 'f', answer: 'gh' }])
    const { json } = await service().api('GET', '/v1/bot/knowledge/base/page', undefined, key)
    const [{ id, doc, chunk }] = json.knowledge_base
    assert.deepEqual([doc, chunk], [1, 2])
    const page = await service().api('GET', `/v1/bot/doc/query/page?knowledge_base_id=${id}`, undefined, key)
    assert.deepEqual([page.json.list[0].chunk, page.json.list[0].char_count], [2, 8])
    await service().api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList: pairsOf(5) }, key)
    const after = await service().api('GET', `/v1/bot/doc/query/page?knowledge_base_id=${id}`, undefined, key)
    assert.deepEqual([after.json.list[0].chunk, after.json.total], [5, 1])
  })
})
