/**
 * A browser extension that lists who waits for a person. It reads its stream with a parser that takes every empty line for the
 * end of an event and gives whatever stood before it to JSON.parse, so that a single stray line would end it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFeed } from '../../src/feed/feed.ts'
import { waitingFollower } from '../../src/feed/follow-waiting.ts'
import { waitingHandoffs } from '../../src/handoff/list-store.ts'
import type { Call, EventStream } from '../../src/platform/http/route.ts'
import { type Scene, setScene } from '../handoff/scene.ts'
import { countReads } from '../harness/count-reads.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { planOf } from '../harness/query-plan.ts'
import { eventually } from '../harness/service.ts'

const PING = ': ping\n'

interface Pending {
  readonly conversation_id: string
  readonly timestamp: number
  readonly conversation_type: string
  readonly channel_id: string
  readonly channel_name: string
  readonly body: { text: string; message_type: string }[]
  readonly user_info: { user_name: string | null; user_id: string }
}

function follow(url: string, key: string) {
  const abort = new AbortController()
  const pending: Pending[] = []
  const state = { isConnected: false, isOver: false, failure: undefined as unknown }
  const reading = (async () => {
    const response = await fetch(`${url}/v1/browser/extension/subscribe`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      signal: abort.signal,
    })
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
    let text = ''
    let data = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data:')) data += line.slice(5).trimStart()
        if (line !== '') continue
        const told = JSON.parse(data)
        data = ''
        if (told.code === 100) state.isConnected = true
        else if (told.code === 0) pending.push(JSON.parse(told.data))
      }
    }
  })()
    .catch((error) => {
      if (!abort.signal.aborted) state.failure = error
    })
    .finally(() => {
      state.isOver = true
    })
  return {
    pending,
    state,
    async [Symbol.asyncDispose]() {
      abort.abort()
      await reading
      assert.equal(state.failure, undefined)
    },
  }
}

onEachEngine((engine) => {
  test('an extension sees who waits already and who comes, with name and channel, once each, and closes by the id it was given', async () => {
    await using scene = await setScene(engine, {
      settings: { web: { enabled: true, title: 'Parcels & co' } },
    })
    const { service, agent } = scene
    const named = { user_id: 'user-1', property_values: [{ property_name: 'name', value: 'Ann "A" Ü' }] }
    assert.equal((await service.api('POST', '/v1/property/update', named, agent.key)).status, 200)
    const early = await scene.conversation()
    await scene.user(early, 'Where is my parcel?')
    const first = await scene.handOver(early)
    await scene.inState(first, 'WAITING')

    await using extension = follow(service.url, agent.key)
    await eventually(
      'the first is shown',
      () => extension.pending.length,
      (count) => count === 1,
    )
    assert.ok(extension.state.isConnected)
    const [shown] = extension.pending
    assert.deepEqual(shown, scene.deskRequests('/conversation/establish')[0]?.json, 'what the desk is sent')
    assert.equal(shown?.user_info.user_name, 'Ann "A" Ü')
    assert.equal(shown?.conversation_type, 'API')

    // Pings come meanwhile, and end nothing.
    await scene.pass(25_000)
    const { json } = await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})
    await service.api('POST', `/web/v1/chats/${json.conversation_id}/handoff`, {}, json.token)
    await scene.pass(100)
    await eventually(
      'the second is shown',
      () => extension.pending.length,
      (count) => count === 2,
    )
    const { conversation_type, channel_id, channel_name, user_info, conversation_id } = extension
      .pending[1] as Pending
    assert.deepEqual(
      { conversation_type, channel_id, channel_name, name: user_info.user_name },
      { conversation_type: 'WEB', channel_id: agent.id, channel_name: 'Parcels & co', name: null },
    )
    assert.equal((await scene.closeByPerson(conversation_id)).status, 200)
    await scene.pass(100)
    assert.equal(extension.pending.length, 2)
  })

  /** A person follows who waits, and does not take the first of two users until told to. */
  async function followSlowly(scene: Scene, isAsBefore: () => Promise<boolean>) {
    const { database } = scene.service.service
    for (let n = 0; n < 2; n++)
      await scene.inState(await scene.handOver(await scene.conversation()), 'WAITING')
    const told: string[] = []
    const { released, release: take } = createLatch()
    const stream: EventStream = {
      isEnded: () => told.includes(PING),
      isStopping: () => false,
      onEnd() {},
      async send(text) {
        told.push(text)
        if (told.length === 2) await released
        return true
      },
    }
    const feed = createFeed({ database, clock: scene.clock })
    const subscribe = waitingFollower({ database, clock: scene.clock, feed, isAsBefore })
    const caller = { agentId: scene.agent.id, keyId: '', agents: [scene.agent.id] }
    const { events } = await subscribe({ caller, query: {} } as unknown as Call)
    const followed = events?.(stream)
    await eventually(
      'the first is told',
      () => told.length,
      (count) => count === 2,
    )
    const users = () => told.filter((text) => text.includes('"code":0')).length
    return { told, take, users, followed }
  }

  test('a reader that takes nothing holds the user it is to be told of next, and none of those behind', async () => {
    await using scene = await setScene(engine)
    const { told, take, users, followed } = await followSlowly(scene, async () => true)
    const { database } = scene.service.service
    await database.transaction('test', (tx) => tx.q.deleteFrom('lane_bodies').execute())
    take()
    await scene.until(
      'a ping',
      () => told.at(-1),
      (last) => last === PING,
    )
    await followed
    assert.equal(users(), 1)
  })

  test('a reader whose session ends while it takes nothing is told of no other user', async () => {
    await using scene = await setScene(engine)
    let isSignedIn = true
    const { take, users, followed } = await followSlowly(scene, async () => isSignedIn)
    let isOver = false
    void followed?.then(() => {
      isOver = true
    })
    isSignedIn = false
    take()
    await scene.until('the end', () => isOver, Boolean)
    assert.equal(users(), 1)
  })

  test('fifty streams of an agent read a new user once, and no more streams are opened', async () => {
    await using scene = await setScene(engine)
    const counted = ['handoffs', 'api_keys', 'lanes'].map((table) =>
      countReads(scene.service.service.database, table),
    )
    const feeds = counted.map(({ database }) => {
      const feed = createFeed({ database, clock: scene.clock })
      return waitingFollower({ database, clock: scene.clock, feed, isAsBefore: async () => true })
    })
    const { json } = await scene.service.admin('GET', `/agents/${scene.agent.id}/api-keys`)
    const caller = { agentId: scene.agent.id, keyId: json.items[0].id, agents: [scene.agent.id] }
    const call = (conversation_type?: string) => ({ caller, query: { conversation_type } }) as unknown as Call
    const end = new AbortController()
    let told = 0
    const stream: EventStream = {
      isEnded: () => end.signal.aborted,
      isStopping: () => false,
      onEnd: (fn) => end.signal.addEventListener('abort', fn),
      async send(text) {
        if (text.includes('"code":0')) told++
        return true
      },
    }
    const open: Promise<void>[] = []
    for (const subscribe of feeds)
      for (let n = 0; n < 50; n++) {
        const { events } = await subscribe(call())
        if (events) open.push(events(stream))
      }
    for (const subscribe of feeds) await assert.rejects(subscribe(call()), /50 of these streams of the agent/)
    await eventually(
      'all read',
      () => counted[0]?.reads() ?? 0,
      (reads) => reads > 0,
    )
    const before = counted.map(({ reads }) => reads())
    await scene.inState(await scene.handOver(await scene.conversation()), 'WAITING')
    await scene.until(
      'all are told',
      () => told,
      (count) => count === 150,
    )
    // A few events, as the handoff changes its state.
    const again = counted.map(({ reads }, n) => reads() - (before[n] ?? 0))
    assert.ok(
      again.every((reads) => reads < 10),
      `${again} reads`,
    )
    end.abort()
    await Promise.all(open)
  })

  test('the stream ends soon after its key was revoked, and another agent’s users are not in it', async () => {
    await using scene = await setScene(engine)
    const { service } = scene
    const other = await service.newAgent('Other')
    await scene.handOver(await scene.conversation())
    await using extension = follow(service.url, other.key)
    await eventually(
      'it is connected',
      () => extension.state.isConnected,
      (isSo) => isSo,
    )
    const { json } = await service.admin('GET', `/agents/${other.id}/api-keys`)
    await service.admin('DELETE', `/agents/${other.id}/api-keys/${json.items[0].id}`)
    await scene.pass(11_000)
    await eventually(
      'it is over',
      () => extension.state.isOver,
      (isSo) => isSo,
    )
    assert.deepEqual(extension.pending, [])
  })

  test('who comes after the key was revoked is not told to it, however busy the stream', async () => {
    await using scene = await setScene(engine)
    const { service, agent } = scene
    const { json } = await service.admin('POST', `/agents/${agent.id}/api-keys`)
    await using extension = follow(service.url, json.api_key)
    await eventually(
      'it is connected',
      () => extension.state.isConnected,
      (isSo) => isSo,
    )
    await service.admin('DELETE', `/agents/${agent.id}/api-keys/${json.id}`)
    await scene.handOver(await scene.conversation())
    await scene.pass(100)
    await eventually(
      'it is over',
      () => extension.state.isOver || extension.pending.length > 0,
      (isSo) => isSo,
    )
    assert.deepEqual(extension.pending, [])
  })
})

test('the handoffs of an agent that wait are found without those that ended', async () => {
  for (const channel of [undefined, 'WEB']) {
    const [first = '', ...more] = await planOf((db) =>
      waitingHandoffs(db, { agentId: 'a', channel, limit: 200 }),
    )
    assert.match(first, /handoffs USING (COVERING )?INDEX handoffs_waiting \(agent_id=\?\)/)
    assert.ok(!more.some((step) => step.includes('TEMP B-TREE')), more.join('\n'))
  }
})
