/** The live feed: what happens reaches every reader that may see it, in every process, and costs a bounded part of memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFeed, type FeedReader, MOST_WAITING } from '../../src/feed/feed.ts'
import { feedHandlers } from '../../src/feed/routes.ts'
import type { Call, EventStream } from '../../src/platform/http/route.ts'
import { createLog } from '../../src/platform/log.ts'
import { newPerson, send } from '../accounts/people.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine, onSqlite } from '../harness/engines.ts'
import { eventually, pairsOf, sharedService, startTestService, type TestService } from '../harness/service.ts'

interface Seen {
  readonly name: string
  readonly data: Record<string, unknown>
}

interface Following extends AsyncDisposable {
  readonly seen: readonly Seen[]
  readonly isOver: () => boolean
  /** The first event of the name that fits. */
  until(name: string, fits?: Record<string, unknown>): Promise<Seen>
}

async function follow(url: string, query: string, headers: Record<string, string>): Promise<Following> {
  const stop = new AbortController()
  const response = await fetch(`${url}/admin/v1/events${query}`, { headers, signal: stop.signal })
  assert.equal(response.status, 200)
  const seen: Seen[] = []
  let isOver = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const name = /^event: (.+)$/m.exec(frame)?.[1]
        if (name) seen.push({ name, data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? '{}') })
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  const following: Following = {
    seen,
    isOver: () => isOver,
    async until(name, fits = {}) {
      const isIt = (one: Seen) =>
        one.name === name && Object.entries(fits).every(([key, value]) => one.data[key] === value)
      await eventually(
        `${name} ${JSON.stringify(fits)}`,
        () => seen.find(isIt),
        (found) => found !== undefined,
      )
      return seen.find(isIt) as Seen
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await reading
    },
  }
  await eventually(
    'the first event',
    () => seen.length,
    (count) => count > 0,
  )
  return following
}

const byToken = ({ adminToken }: TestService) => ({ authorization: `Bearer ${adminToken}` })

async function ask(service: TestService, key: string): Promise<string> {
  const { json } = await service.api('POST', '/v1/conversation', { user_id: 'u' }, key)
  const message = { role: 'user', content: 'Question 1?' }
  const body = { conversation_id: json.conversation_id, response_mode: 'blocking', messages: [message] }
  const answer = await service.api('POST', '/v2/conversation/message', body, key)
  assert.equal(answer.status, 200, answer.text)
  return json.conversation_id
}

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('a document, a question, its turn and its answer are told, with ids and states', async () => {
    const agent = await service().newAgent()
    await using feed = await follow(service().url, `?agent_id=${agent.id}`, byToken(service()))
    assert.equal(feed.seen[0]?.name, 'ready')
    const docId = await service().addDocument(agent.key, pairsOf(2))
    await feed.until('document', { doc_id: docId, agent_id: agent.id })
    const conversation_id = await ask(service(), agent.key)
    const of = { agent_id: agent.id, conversation_id }
    await feed.until('message', { ...of, role: 'user' })
    await feed.until('message', { ...of, role: 'assistant' })
    await feed.until('turn', { ...of, state: 'done' })
    for (const { data } of feed.seen) assert.equal(typeof data.at, 'number')
  })

  test('deliveries and the state of their endpoint are told', async () => {
    const agent = await service().newAgent()
    await using feed = await follow(service().url, '?kinds=delivery,endpoint', byToken(service()))
    const webhook = { url: 'http://127.0.0.1:9/nobody' }
    await service().admin('PUT', `/agents/${agent.id}/message-webhook`, webhook)
    await feed.until('endpoint', { agent_id: agent.id, state: 'open' })
    const conversation_id = await ask(service(), agent.key)
    await service().admin('POST', `/agents/${agent.id}/messages`, { conversation_id, text: 'Hello.' })
    const { data } = await feed.until('delivery', { agent_id: agent.id, conversation_id })
    const shown = await service().admin('GET', `/deliveries/${data.delivery_id}`)
    assert.equal(shown.json.conversation_id, conversation_id)
    assert.ok(feed.seen.every(({ name }) => ['ready', 'delivery', 'endpoint'].includes(name)))
  })

  test('a reader that was away is told so first', async () => {
    const headers = { ...byToken(service()), 'last-event-id': '1' }
    await using feed = await follow(service().url, '', headers)
    assert.equal(feed.seen[0]?.name, 'reset')
  })

  test('an account for some agents hears of those alone, and an operator of no documents', async () => {
    const [own, foreign] = [await service().newAgent('Own'), await service().newAgent('Foreign')]
    const editor = await newPerson(service(), 'editor', [own.id])
    const operator = await newPerson(service(), 'operator', [own.id])
    const refused = await editor.call('GET', `/admin/v1/events?agent_id=${foreign.id}`)
    assert.equal(refused.status, 403)
    await using ofEditor = await follow(service().url, '', { cookie: editor.cookie })
    await using ofOperator = await follow(service().url, '', { cookie: operator.cookie })
    await service().addDocument(foreign.key, pairsOf(2))
    await ask(service(), foreign.key)
    await service().addDocument(own.key, pairsOf(2))
    const conversation_id = await ask(service(), own.key)
    await ofEditor.until('document', { agent_id: own.id })
    for (const feed of [ofEditor, ofOperator]) {
      await feed.until('message', { conversation_id, role: 'assistant' })
      const agents = new Set(feed.seen.slice(1).map(({ data }) => data.agent_id))
      assert.deepEqual([...agents], [own.id])
    }
    assert.ok(ofOperator.seen.every(({ name }) => name !== 'document'))
  })

  test('a stream ends at once with its session, and when the account gets another role', async () => {
    const [out, disabled, changed] = await Promise.all([
      newPerson(service(), 'editor'),
      newPerson(service(), 'editor'),
      newPerson(service(), 'editor'),
    ])
    await using first = await follow(service().url, '', { cookie: out.cookie })
    await using second = await follow(service().url, '', { cookie: disabled.cookie })
    await using third = await follow(service().url, '', { cookie: changed.cookie })
    await out.call('DELETE', '/admin/v1/session')
    await service().admin('PATCH', `/accounts/${disabled.id}`, { disabled: true })
    await service().admin('PATCH', `/accounts/${changed.id}`, { role: 'operator' })
    for (const feed of [first, second, third])
      await eventually('the stream is over', feed.isOver, (isOver) => isOver, 8000)
    const again = await send(service().url, 'GET', '/admin/v1/events', undefined, { cookie: out.cookie })
    assert.equal(again.status, 401)
  })

  test('an account has fifty streams at most, however many others have', async () => {
    const [one, another] = [await newPerson(service(), 'editor'), await newPerson(service(), 'editor')]
    await using streams = new AsyncDisposableStack()
    for (let n = 0; n < 50; n++)
      streams.use(await follow(service().url, '?kinds=desk', { cookie: one.cookie }))
    const refused = await one.call('GET', '/admin/v1/events')
    assert.equal(refused.status, 429)
    assert.match(refused.text, /found 50 of these streams/)
    assert.equal(refused.headers.get('retry-after'), '10')
    await using ofAnother = await follow(service().url, '', { cookie: another.cookie })
    assert.equal(ofAnother.seen[0]?.name, 'ready')
  })

  if (engine.name === 'postgres')
    test('what happens in one process is told in another', async () => {
      await using other = await startTestService(engine, { on: service().env })
      const agent = await service().newAgent()
      await using feed = await follow(other.url, '', byToken(other))
      await eventually(
        'a document is told',
        async () => {
          await service().addDocument(agent.key, pairsOf(1))
          return feed.seen.some(({ name, data }) => name === 'document' && data.agent_id === agent.id)
        },
        (isTold) => isTold,
      )
    })
})

onSqlite((engine) => {
  const service = sharedService(engine)

  /** A feed of its own on the announcements of the service, with one reader. */
  function watched() {
    const clock = manualClock()
    const { database } = service().service
    const feed = createFeed({ database, clock })
    const reader: FeedReader = { wants: () => true, waiting: new Map(), wake: () => {} }
    feed.join(reader)
    const follow = async (stream: EventStream) => {
      const call = { headers: {}, query: {}, caller: { agents: 'all' } } as unknown as Call
      const response = await feedHandlers({ database, clock, log: createLog('silent'), feed }).events(call)
      if ('events' in response) await response.events?.(stream)
    }
    const tell = (n: number, state = 'AVAILABLE') =>
      database.announcements.notifyHere('happened', {
        kind: 'document',
        agent_id: 'a',
        doc_id: `d${n}`,
        state,
      })
    return { clock, reader, tell, follow }
  }

  test('changes of one thing within 50 ms are told once, with the last state', async () => {
    const { clock, reader, tell } = watched()
    for (const state of ['PROCESSING', 'FAILED', 'AVAILABLE']) tell(1, state)
    tell(2)
    assert.equal(reader.waiting?.size, 0)
    await clock.advance(50)
    const told = [...(reader.waiting?.values() ?? [])].map((frame) =>
      /"doc_id":"(d\d)","state":"(\w+)"/.exec(frame),
    )
    assert.deepEqual(
      told.map((found) => found?.slice(1)),
      [
        ['d1', 'AVAILABLE'],
        ['d2', 'AVAILABLE'],
      ],
    )
  })

  test('many readers are woken a few in a tick', async () => {
    const { database } = service().service
    const clock = manualClock()
    const feed = createFeed({ database, clock })
    const ticks = new Map<number, number>()
    let tick = 0
    for (let n = 0; n < 200; n++)
      feed.join({
        wants: () => true,
        waiting: new Map(),
        wake: () => void ticks.set(tick, (ticks.get(tick) ?? 0) + 1),
      })
    database.announcements.notifyHere('happened', { kind: 'document', agent_id: 'a', doc_id: 'd' })
    await clock.advance(50)
    for (; [...ticks.values()].reduce((sum, count) => sum + count, 0) < 200; tick++)
      await new Promise((resolve) => setTimeout(resolve, 0))
    assert.ok(ticks.size > 1)
  })

  test('a reader that does not read keeps no more than its bound, and is then told to read all again; so is everybody in a flood', async () => {
    const slow = watched()
    for (let n = 0; n < 2 * MOST_WAITING; n++) {
      slow.tell(n)
      if (n % 50 === 49) await slow.clock.advance(50)
      assert.ok((slow.reader.waiting?.size ?? 0) <= MOST_WAITING)
    }
    assert.equal(slow.reader.waiting, undefined)
    const flooded = watched()
    for (let n = 0; n < 10_000; n++) flooded.tell(n)
    await flooded.clock.advance(50)
    assert.equal(flooded.reader.waiting, undefined)
  })

  test('after a flood a reader is told at once what happens next, and of the next flood a second later', async () => {
    const { clock, tell, follow } = watched()
    const sent: (string | undefined)[] = []
    let end = () => {}
    let isEnded = false
    const following = follow({
      send: async (text) => sent.push(/event: (\w+)/.exec(text)?.[1]) > 0,
      isEnded: () => isEnded,
      isStopping: () => false,
      onEnd: (ended) => {
        end = ended
      },
    })
    const flood = async () => {
      for (let n = 0; n < 2 * MOST_WAITING; n++) tell(n)
      await clock.advance(50)
    }
    await clock.advance(0)
    await flood()
    tell(1)
    await clock.advance(50)
    assert.deepEqual(sent, ['ready', 'reset', 'document'])
    await flood()
    await clock.advance(500)
    assert.equal(sent.length, 3)
    await clock.advance(500)
    assert.deepEqual(sent.slice(3), ['reset'])
    isEnded = true
    end()
    await following
  })
})
