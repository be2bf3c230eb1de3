/** Search through the API: what was written is found by the next request, by nobody else, and alike on both engines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex } from '@tandem/search/base-index'
import { rank } from '@tandem/search/rank'
import { createIndexes } from '../../src/knowledge/search/index/indexes.ts'
import { searchOver } from '../../src/knowledge/search/search.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService, startTestService, type TestService } from '../harness/service.ts'

const pair = (topic: string) => ({ question: `How about ${topic}?`, answer: `This is about ${topic}.` })

async function find(service: TestService, key: string, prompt: string, more: object = {}) {
  const answer = await service.api('POST', '/v1/vector/match', { prompt, top_k: 10, ...more }, key)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.total, answer.json.list.length)
  return answer.json.list as { content: string; data_id: string; document_name: string; score: number }[]
}

/** With all that is said about each hit. */
const explained = async (deps: Parameters<typeof searchOver>[0], agentId: string, text: string) =>
  (await searchOver(deps)(agentId, { text, limit: 9, explained: true })).hits

onEachEngine((engine) => {
  const service = sharedService(engine)
  const finds = async (key: string, topic: string) =>
    (await find(service(), key, topic)).some(({ content }) => content.includes(topic))
  const update = (key: string, docId: string, qaList: object[]) =>
    service().api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList }, key)

  test('what is added, appended, replaced or deleted shows in the very next search', async () => {
    const { key } = await service().newAgent()
    assert.deepEqual(await find(service(), key, 'anything'), [])
    const docId = await service().addDocument(key, [pair('bicycles'), pair('tandems')])
    assert.ok(await finds(key, 'bicycles'))
    await service().api(
      'POST',
      '/v1/bot/doc/qa/chunks/add',
      { doc_id: docId, chunks: [pair('saddles')] },
      key,
    )
    assert.ok((await finds(key, 'saddles')) && (await finds(key, 'bicycles')))
    await update(key, docId, [pair('helmets')])
    assert.ok(await finds(key, 'helmets'))
    for (const gone of ['bicycles', 'tandems', 'saddles']) assert.ok(!(await finds(key, gone)), gone)
    const other = await service().addDocument(key, [pair('lamps')])
    await service().api('DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`, undefined, key)
    assert.ok(!(await finds(key, 'helmets')) && (await finds(key, 'lamps')))
    await service().api('DELETE', `/v1/bot/doc/batch/delete?doc=${other}`, undefined, key)
    assert.deepEqual(await find(service(), key, 'lamps'), [])
  })

  test('the same goes for long lists, which are written in slices', async () => {
    const { key } = await service().newAgent()
    const many = (name: string) => Array.from({ length: 600 }, (_, i) => pair(`${name}${i}`))
    const docId = await service().addDocument(key, many('old'))
    assert.ok(await finds(key, 'old599'))
    const chunks = many('more')
    await service().api('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks }, key)
    assert.ok((await finds(key, 'more599')) && (await finds(key, 'old0')))
    await update(key, docId, many('new'))
    assert.ok((await finds(key, 'new7')) && !(await finds(key, 'old7')) && !(await finds(key, 'more7')))
  })

  test('searches beside a replacement see all of the old or all of the new', async () => {
    const { key } = await service().newAgent()
    const version = (n: number) => ['red', 'green', 'blue'].map((colour) => pair(`${colour} version${n}`))
    const docId = await service().addDocument(key, version(0))
    for (let round = 1; round <= 5; round++) {
      const replacing = update(key, docId, version(round))
      const seen = await Promise.all(Array.from({ length: 6 }, () => find(service(), key, 'red green blue')))
      await replacing
      for (const list of seen) {
        const versions = new Set(list.map(({ content }) => /version\d+/.exec(content)?.[0]))
        assert.deepEqual([list.length, versions.size], [3, 1])
      }
    }
  })

  test("another agent's knowledge is never found, whatever ids are given", async () => {
    const [owner, other] = [await service().newAgent(), await service().newAgent()]
    const docId = await service().addDocument(owner.key, [pair('secrets')])
    const bases = await service().api('GET', '/v1/bot/knowledge/base/page', undefined, owner.key)
    const base = bases.json.knowledge_base[0].id
    for (const more of [
      {},
      { data_ids: [docId] },
      { group_ids: [base] },
      { group_ids: [base], data_ids: [docId] },
    ]) {
      assert.deepEqual(await find(service(), other.key, 'secrets', more), [])
    }
    const path = `/agents/${other.id}/search`
    const named = await service().admin('POST', path, { text: 'secrets', knowledge_base_id: base })
    assert.deepEqual([named.status, named.json.code], [400, 40348])
    assert.deepEqual((await service().admin('POST', path, { text: 'secrets' })).json, {
      band: 'none',
      embedding: { state: 'off', note: null },
      hits: [],
    })
  })

  test('ids: none given finds all, an empty list nothing, both lists what either names', async () => {
    const { key } = await service().newAgent()
    const made = await service().api('POST', '/v1/bot/knowledge/base/create', { name: 'Other' }, key)
    const group = made.json.knowledge_base_id
    const inGroup = await service().addDocument(key, [pair('pedals')], { knowledge_base_id: group })
    const one = await service().addDocument(key, [pair('pedals')])
    const two = await service().addDocument(key, [pair('pedals')])
    const found = async (more: object) =>
      (await find(service(), key, 'pedals', more)).map(({ data_id }) => data_id).sort()
    const all = [inGroup, one, two].sort()
    assert.deepEqual(await found({}), all)
    assert.deepEqual(await found({ group_ids: null, data_ids: null }), all)
    assert.deepEqual(await found({ group_ids: [] }), [])
    assert.deepEqual(await found({ data_ids: [] }), [])
    assert.deepEqual(await found({ group_ids: [], data_ids: [two] }), [two])
    assert.deepEqual(await found({ group_ids: [group] }), [inGroup])
    assert.deepEqual(await found({ group_ids: [group], data_ids: [one] }), [inGroup, one].sort())
    assert.deepEqual(await found({ group_ids: ['unknown'], data_ids: ['unknown'] }), [])
  })

  test('a match has the shape of the platform, top_k and doc_correlation bound it', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, [pair('bells'), pair('bells and lamps')], {
      name: 'Parts',
    })
    const [best, second] = await find(service(), key, 'How about bells?')
    assert.deepEqual(Object.keys(best ?? {}), ['content', 'data_id', 'document_name', 'score'])
    assert.equal(best?.content, 'How about bells?\nThis is about bells.')
    assert.deepEqual([best?.data_id, best?.document_name], [docId, 'Parts'])
    assert.ok((best?.score ?? 0) > (second?.score ?? 1) && (best?.score ?? 2) <= 1)
    assert.equal((await find(service(), key, 'bells', { top_k: 1 })).length, 1)
    const between = ((best?.score ?? 0) + (second?.score ?? 0)) / 2
    assert.equal((await find(service(), key, 'How about bells?', { doc_correlation: between })).length, 1)
    const ignored = { embedding_rate: 0.5, rerank_version: '' }
    assert.equal((await find(service(), key, 'bells', ignored)).length, 2)
  })

  test('a malformed match is refused with the field named', async () => {
    const { key } = await service().newAgent()
    for (const [body, field] of [
      [{ top_k: 3 }, 'prompt'],
      [{ prompt: ' ', top_k: 3 }, 'prompt'],
      [{ prompt: 'x' }, 'top_k'],
      [{ prompt: 'x', top_k: 0 }, 'top_k'],
      [{ prompt: 'x', top_k: 51 }, 'top_k'],
      [{ prompt: 'x', top_k: 3, data_ids: 'x' }, 'data_ids'],
      [{ prompt: 'x', top_k: 3, doc_correlation: 2 }, 'doc_correlation'],
    ] as const) {
      const answer = await service().api('POST', '/v1/vector/match', body, key)
      assert.deepEqual([answer.status, answer.json.code], [400, 40000])
      assert.match(answer.json.message, new RegExp(`${field}: found`))
    }
    assert.equal((await service().api('POST', '/v1/vector/match', { prompt: 'x', top_k: 1 })).status, 401)
  })

  test('the admin search says why a pair was found and how sure it is', async () => {
    const { id, key } = await service().newAgent()
    const docId = await service().addDocument(key, [
      { question: 'How do I return a parcel?', answer: 'Use the label in the box.' },
      { question: 'When are you open?', answer: 'On weekdays.' },
    ])
    const search = (text: string) => service().admin('POST', `/agents/${id}/search`, { text })
    const { json } = await search('How do I return a parcel?')
    const [hit] = json.hits
    assert.deepEqual([json.band, hit.band, hit.doc_id, hit.ordinal], ['answer', 'answer', docId, 0])
    assert.equal(hit.explain.phrasing.characters, 1)
    assert.deepEqual(
      hit.explain.terms
        .slice(0, 2)
        .map(({ term }: { term: string }) => term)
        .sort(),
      ['parcel', 'return'],
    )
    assert.equal((await search('Why is the sky blue over there?')).json.band, 'none')
    assert.equal((await service().admin('POST', '/agents/nobody/search', { text: 'x' })).status, 404)
  })

  test('the ranking is that of the index by itself, so both engines rank alike', async () => {
    const { id, key } = await service().newAgent()
    const topics = 'saddle wheel chain brake lamp bell pedal frame 车轮 車輪'.split(' ')
    const pairs = topics.flatMap((a) =>
      topics.map((b) => ({ question: `${a} with ${b}`, answer: `${b} and ${a}` })),
    )
    const docId = await service().addDocument(key, pairs)
    const index = new BaseIndex()
    index.openPart(docId, 'revision').live = true
    for (const [i, { question, answer }] of pairs.entries()) index.addPair(i, question, answer, [])
    for (const text of [...topics, 'a wheel and its brake', 'chian', '车轮 lamp']) {
      const { json } = await service().admin('POST', `/agents/${id}/search`, { text, limit: 50 })
      const expected = rank(index, text, { limit: 50 }).found
      assert.deepEqual(
        json.hits.map((hit: { ordinal: number; score: number }) => [hit.ordinal, hit.score]),
        expected.map(({ ordinal, score }) => [ordinal, Math.round(score * 10_000) / 10_000]),
      )
    }
  })

  test('an index that was dropped for want of memory is built again, with the same ranking', async () => {
    const { id, key } = await service().newAgent()
    const made = await service().api('POST', '/v1/bot/knowledge/base/create', { name: 'Second' }, key)
    await service().addDocument(key, [pair('spokes'), pair('spokes and rims')])
    await service().addDocument(key, [pair('rims')], { knowledge_base_id: made.json.knowledge_base_id })
    const { database } = service().service
    const roomy = createIndexes({ database, limitBytes: 2 ** 30 })
    const tight = createIndexes({ database, limitBytes: 1 })
    const search = (indexes: typeof roomy) => explained({ database, indexes }, id, 'spokes rims')
    const expected = await search(roomy)
    assert.equal(expected.length, 3)
    for (let round = 0; round < 3; round++) assert.deepEqual(await search(tight), expected)
    assert.deepEqual([roomy.count, tight.count], [2, 1])
  })

  test('an index that holds mostly what is gone is built anew and ranks the same', async () => {
    const { id, key } = await service().newAgent()
    const many = (name: string) => Array.from({ length: 1500 }, (_, i) => pair(`${name}${i}`))
    const docId = await service().addDocument(key, many('a'))
    const { database } = service().service
    const kept = createIndexes({ database, limitBytes: 2 ** 30 })
    const search = (indexes: typeof kept) => explained({ database, indexes }, id, 'about c77')
    await search(kept)
    for (const name of ['b', 'c']) {
      await update(key, docId, many(name))
      const fresh = createIndexes({ database, limitBytes: 2 ** 30 })
      assert.deepEqual(await search(kept), await search(fresh))
    }
    assert.equal((await search(kept))[0]?.question, 'How about c77?')
  })

  if (engine.name === 'postgres') {
    test('what one process writes, another finds in its very next search', async () => {
      await using second = await startTestService(engine, { on: service().env })
      const { key } = await service().newAgent()
      const processes = [service(), second]
      const docId = await service().addDocument(key, [pair('axles')])
      for (let round = 0; round < 10; round++) {
        const [writer, reader] = [
          processes[round % 2] as TestService,
          processes[(round + 1) % 2] as TestService,
        ]
        const topic = `topic${round}`
        await writer.addDocument(key, [pair(topic)])
        assert.equal(
          (await find(reader, key, topic))[0]?.content,
          `How about ${topic}?\nThis is about ${topic}.`,
        )
        const body = { doc_id: docId, qaList: [pair(`axle${round}`)] }
        await writer.api('PUT', '/v1/bot/doc/qa/update', body, key)
        const seen = (await find(reader, key, 'axle')).map(({ content }) => content).join(' ')
        assert.ok(!/about axle\d/.test(seen.replaceAll(`about axle${round}`, '')), seen)
        assert.ok((await find(reader, key, `axle${round}`))[0]?.content.includes(`axle${round}`))
      }
      await service().api('DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`, undefined, key)
      assert.ok(!(await find(second, key, 'axle9')).some(({ data_id }) => data_id === docId))
    })
  }
})
