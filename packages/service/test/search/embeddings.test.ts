/** Embeddings: made beside the requests, used when they are there, and never missed when they are not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import type { ModelReply, ModelRequest } from '../harness/model-replies.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'

/** What the model thinks each text is about: near those of the same topic, whatever the words. */
const topics: Record<string, number> = {
  'How do I get my money back': 0,
  'Reimbursement please': 0,
  'Where is my parcel': 1,
  'Track the delivery': 1,
  'When are you open': 2,
  'Business hours': 2,
}

function topicVector(text: string): number[] {
  const vector = new Array<number>(16).fill(0.05)
  vector[topics[text] ?? 8 + (text.length % 8)] = 1
  return vector
}

function byTopic({ path, json }: ModelRequest): ModelReply | undefined {
  if (path !== '/embeddings') return undefined
  const { input } = json as { input: string[] }
  return { kind: 'embeddings', vectors: input.map(topicVector) }
}

const pair = (question: string) => ({ question, answer: `About: ${question.length}` })
const pairs = ['How do I get my money back?', 'Where is my parcel?', 'When are you open?'].map(pair)

const asked = (server: ModelServer) =>
  server.requests.flatMap(({ path, json }) =>
    path === '/embeddings' ? (json as { input: string[] }).input : [],
  )

interface Found {
  band: string
  embedding: { state: string; note: string | null }
  hits: {
    question: string
    score: number
    confidence: number
    band: string
    explain: { embedding: number | null }
  }[]
}

async function search(service: TestService, agentId: string, text: string): Promise<Found> {
  const answer = await service.admin('POST', `/agents/${agentId}/search`, { text })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

/** Searches until vectors are used for all pairs. */
function whenReady(service: TestService, agentId: string, text: string): Promise<Found> {
  return eventually(
    'the vectors are used',
    () => search(service, agentId, text),
    ({ embedding }) => embedding.state === 'used' && embedding.note === null,
  )
}

const scoresOf = ({ hits }: Found) =>
  hits.map(({ question, score, confidence }) => ({ question, score, confidence }))

/** By engine, to compare them. */
const seen = new Map<string, unknown>()

onEachEngine((engine: TestEngine) => {
  let server: ModelServer
  let service: TestService
  const start = (url: string, on?: TestService['env']) =>
    startTestService(engine, {
      env: {
        TANDEM_EMBEDDING_MODEL: 'topics',
        TANDEM_EMBEDDING_BASE_URL: url,
        TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      },
      ...(on ? { on } : {}),
    })
  before(async () => {
    server = await startModelServer()
    server.answer(byTopic)
    service = await start(server.url)
  })
  after(async () => {
    await service?.stop()
    await server?.close()
  })

  test('a question that shares no word with a pair finds it by its meaning, and the search says so', async () => {
    const { id, key } = await service.newAgent()
    await service.addDocument(key, pairs)
    const found = await whenReady(service, id, 'Reimbursement, please')
    const [best, second] = found.hits
    assert.equal(best?.question, 'How do I get my money back?')
    assert.ok((best?.explain.embedding ?? 0) > 0.9, JSON.stringify(best))
    assert.ok((best?.score ?? 0) > 2 * (second?.score ?? 0))
    assert.equal(best?.band, 'answer')
    seen.set(engine.name, scoresOf(found))
  })

  test('a question that the model refuses takes the vectors from no other question', async () => {
    const { id, key } = await service.newAgent()
    await service.addDocument(key, pairs)
    await whenReady(service, id, 'Business hours')
    const isLong = ({ json }: ModelRequest) =>
      (json as { input: string[] }).input.some((text) => text.length > 1000)
    server.answer((request) => (isLong(request) ? { kind: 'fail', status: 400 } : byTopic(request)))
    const refused = await search(service, id, '😀'.repeat(1500))
    assert.equal(refused.embedding.state, 'failed')
    assert.equal((await search(service, id, 'Track the delivery')).embedding.state, 'used')
    server.answer(byTopic)
  })

  test('of an agent that was deleted no vectors are made any more, and nothing is tried again for ever', async () => {
    const failing = await startModelServer()
    failing.answer(() => ({ kind: 'fail', status: 500 }))
    await using own = await start(failing.url)
    const { id, key } = await own.newAgent()
    await own.addDocument(key, pairs)
    const { database } = own.service
    const items = () => database.q.selectFrom('lane_items').select(['state', 'attempts']).execute()
    await eventually('the model fails', items, ([item]) => (item?.attempts ?? 0) > 0)
    await own.admin('DELETE', `/agents/${id}`)
    const [item] = await eventually('it is let go', items, ([each]) => each?.state !== 'pending')
    assert.equal(item?.state, 'done')
    await failing.close()
  })

  test('both engines rank alike with vectors', () => {
    const [sqlite, postgres] = [seen.get('sqlite'), seen.get('postgres')]
    if (engine.name === 'postgres') assert.deepEqual(postgres, sqlite)
    else assert.ok(sqlite)
  })

  test('a new revision asks the model only about questions that are new, and vectors follow the pairs', async () => {
    const { id, key } = await service.newAgent()
    const docId = await service.addDocument(key, pairs)
    await whenReady(service, id, 'Business hours')
    const before = asked(server).length
    const qaList = [...pairs.slice(0, 2), pair('Track the delivery')]
    await service.api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList }, key)
    await eventually(
      'the new question has its vector',
      () => search(service, id, 'Track the delivery'),
      ({ hits, embedding }) =>
        embedding.note === null &&
        hits.some(({ question, explain }) => question === 'Track the delivery' && explain.embedding === 1),
    )
    const since = asked(server).slice(before)
    assert.deepEqual([...new Set(since)], ['Track the delivery'])
  })

  test('while the model does not answer, pairs are stored and found by words at once', async () => {
    const held = createLatch()
    server.answer((request) => ({
      kind: 'hold',
      latch: held,
      ...(byTopic(request) && { reply: byTopic(request) as ModelReply }),
    }))
    const { id, key } = await service.newAgent()
    await service.addDocument(key, pairs)
    const found = await search(service, id, 'where is my parcel')
    assert.equal(found.embedding.state, 'not ready')
    assert.match(found.embedding.note ?? '', /still being made/)
    assert.deepEqual(
      [found.hits[0]?.question, found.hits[0]?.explain.embedding],
      ['Where is my parcel?', null],
    )
    held.release()
    server.answer(byTopic)
    await whenReady(service, id, 'where is my parcel')
  })

  test('a model that fails is asked again later, and a question that cannot be embedded is found by words', async () => {
    server.answerNext({ kind: 'fail', status: 500 })
    const { id, key } = await service.newAgent()
    await service.addDocument(key, [...pairs, pair('Do you sell gift cards?')])
    await whenReady(service, id, 'Business hours')
    server.answer(({ path }) => (path === '/embeddings' ? { kind: 'fail', status: 503 } : undefined))
    const found = await search(service, id, 'do you have gift cards')
    assert.equal(found.embedding.state, 'failed')
    assert.match(found.embedding.note ?? '', /could not be embedded/)
    assert.equal(found.hits[0]?.question, 'Do you sell gift cards?')
    const requests = server.requests.length
    // Left alone for a while: the next search does not ask.
    assert.equal((await search(service, id, 'gift cards')).embedding.state, 'failed')
    assert.equal(server.requests.length, requests)
    server.answer(byTopic)
  })

  test('what a stopped process left undone is made by the next one', async () => {
    const other = await startModelServer()
    other.answer(() => ({ kind: 'fail', status: 503 }))
    const store = await engine.freshEnvironment()
    const early = await start(other.url, store.env)
    const { id, key } = await early.newAgent()
    await early.addDocument(key, pairs)
    await other.waitFor(1)
    await early.stop()
    other.answer(byTopic)
    const late = await start(other.url, store.env)
    const found = await whenReady(late, id, 'Reimbursement, please')
    assert.equal(found.hits[0]?.question, 'How do I get my money back?')
    await late.stop()
    await store.remove()
    await other.close()
  })

  test('vectors made of texts in another way are made anew, and the old ones go', async () => {
    const other = await startModelServer()
    other.answer(byTopic)
    const store = await engine.freshEnvironment()
    const early = await start(other.url, store.env)
    const { id, key } = await early.newAgent()
    await early.addDocument(key, pairs)
    await whenReady(early, id, 'Business hours')
    await early.stop()
    const named = async (rename: boolean) => {
      const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
      for (const table of rename ? (['embeddings', 'embedded_bases'] as const) : [])
        await database.transaction('test', (tx) =>
          tx.q.updateTable(table).set({ embedder: 'as before' }).execute(),
        )
      const rows = await database.q.selectFrom('embeddings').select('embedder').execute()
      await database.close()
      return rows.map(({ embedder }) => embedder)
    }
    const names = await named(false)
    assert.equal(names.length, pairs.length)
    assert.deepEqual(new Set(await named(true)), new Set(['as before']))
    const since = asked(other).length
    const late = await start(other.url, store.env)
    const found = await whenReady(late, id, 'Reimbursement, please')
    assert.equal(found.hits[0]?.question, 'How do I get my money back?')
    const stored = Object.keys(topics).filter((text) => pairs.some(({ question }) => question === `${text}?`))
    for (const text of stored) assert.ok(asked(other).slice(since).includes(text), text)
    await late.stop()
    assert.deepEqual(await named(false), names)
    await store.remove()
    await other.close()
  })

  for (const when of ['while the service runs', 'while it is stopped'] as const) {
    test(`a model that gives vectors of another length, changed ${when}, makes all of them again`, async () => {
      const other = await startModelServer()
      other.answer(byTopic)
      const longer = (request: ModelRequest): ModelReply | undefined => {
        const reply = byTopic(request)
        if (reply?.kind !== 'embeddings') return reply
        return { ...reply, vectors: reply.vectors.map((vector) => [...vector, 0, 0, 0, 0, 0, 0, 0, 0]) }
      }
      await using store = await engine.freshEnvironment()
      let own = await start(other.url, store.env)
      const { id, key } = await own.newAgent()
      await own.addDocument(key, pairs)
      await whenReady(own, id, 'Business hours')
      const lengths = async () => {
        const rows = await own.service.database.q.selectFrom('embeddings').select('vector').execute()
        return new Set(rows.map(({ vector }) => Buffer.from(vector, 'base64').length))
      }
      assert.deepEqual(await lengths(), new Set([16]))
      if (when === 'while it is stopped') {
        await own.stop()
        other.answer(longer)
        own = await start(other.url, store.env)
        const told = await eventually(
          'the search says that the length differs',
          () => search(own, id, 'Track the delivery'),
          ({ embedding }) => !/still being made/.test(embedding.note ?? ''),
        )
        assert.equal(told.embedding.state, 'not ready')
        assert.match(told.embedding.note ?? '', /of 24 numbers, and those of the pairs have 16/)
      } else {
        other.answer(longer)
        await own.addDocument(key, [pair('Do you sell gift cards?')])
      }
      await eventually(
        'all vectors have the new length',
        lengths,
        (found) => found.size === 1 && found.has(24),
      )
      const found = await whenReady(own, id, 'Reimbursement, please')
      assert.equal(found.hits[0]?.question, 'How do I get my money back?')
      assert.ok((found.hits[0]?.explain.embedding ?? 0) > 0.9)
      await own.stop()
      await other.close()
    })
  }
})
