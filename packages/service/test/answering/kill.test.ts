/**
 * Real processes killed in the middle of turns. In webhook mode exactly one answer to each message reaches the developer, in
 * order; in blocking mode what somebody was answered is stored, and nothing is stored without its answer.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../src/platform/config.ts'
import {
  createLatch,
  type DeveloperServer,
  SUCCESS,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { eventually } from '../harness/service.ts'
import { type HistoryEntry, MESSAGE_PATH, requestOf } from './scene.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const MOST_AHEAD = 3

interface World extends AsyncDisposable {
  readonly developer: DeveloperServer
  readonly model: ModelServer
  tandem: RunningService
  readonly key: string
  conversation(): Promise<string>
  /** The id its answer will have; undefined when nobody said that it was accepted. */
  send(
    conversation: string,
    text: string,
    key?: string,
    mode?: 'webhook' | 'blocking',
  ): Promise<string | undefined>
  restart(): Promise<void>
}

async function setWorld(env: Environment): Promise<World> {
  const [developer, model] = [await startDeveloperServer(), await startModelServer()]
  const environment = {
    ...env,
    TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
    TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
    TANDEM_LOG_LEVEL: 'info',
    TANDEM_MODEL_BASE_URL: model.url,
    TANDEM_MODEL: 'scripted',
  }
  const first = await serveTandem(environment)
  const admin = (method: string, path: string, body: unknown) =>
    first.api(method, `/admin/v1${path}`, body, ADMIN_TOKEN)
  const made = await admin('POST', '/agents', { name: 'Killed' })
  const { agent, api_key: key } = made.json
  await admin('PUT', `/agents/${agent.id}/message-webhook`, { url: developer.url })
  const world: World = {
    developer,
    model,
    tandem: first,
    key,
    async conversation() {
      const { json } = await world.tandem.api('POST', '/v1/conversation', { user_id: 'u' }, key)
      return json.conversation_id
    },
    async send(conversation, text, idempotencyKey, mode = 'webhook') {
      try {
        const response = await fetch(`${world.tandem.url}${MESSAGE_PATH}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${key}`,
            ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          },
          body: JSON.stringify(requestOf(mode, conversation, text)),
        })
        return response.status === 200
          ? ((await response.json()) as { message_id: string }).message_id
          : undefined
      } catch {
        return undefined
      }
    },
    async restart() {
      world.tandem = await serveTandem(environment)
    },
    async [Symbol.asyncDispose]() {
      await world.tandem.kill()
      await Promise.all([developer.close(), model.close()])
    },
  }
  return world
}

type Body = { conversation_id: string; message_id: string; output: { content: { text: string } }[] }

/** What arrived in a conversation: each answer once; an attempt that is repeated must be the same one. */
function arrivedIn(developer: DeveloperServer, conversation: string): Body[] {
  const byId = new Map<string, Body>()
  const names = new Map<string, unknown>()
  for (const { json, headers } of developer.requests) {
    const body = json as Body
    if (body.conversation_id !== conversation) continue
    const name = headers['webhook-id']
    assert.equal(names.get(body.message_id) ?? name, name, 'a repeated attempt has the same webhook-id')
    if (byId.has(body.message_id)) assert.deepEqual(body, byId.get(body.message_id))
    names.set(body.message_id, name)
    byId.set(body.message_id, body)
  }
  return [...byId.values()]
}

/** The ids of the answers that arrived in a conversation, and their words. */
const wordsIn = (developer: DeveloperServer, conversation: string) =>
  arrivedIn(developer, conversation).map(({ message_id, output }) => [message_id, output[0]?.content.text])

/** What somebody heard in each conversation: nothing yet. */
const talkIn = (conversations: readonly string[]) =>
  new Map(conversations.map((id): [string, string[]] => [id, []]))
const countIn = (talk: ReadonlyMap<string, readonly string[]>) =>
  [...talk.values()].reduce((sum, ids) => sum + ids.length, 0)

async function historyOf({ tandem, key }: World, conversation: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (let page = 1; ; page++) {
    const query = `conversation_id=${conversation}&page=${page}&page_size=100`
    const { json } = await tandem.api('GET', `/v2/messages?${query}`, undefined, key)
    entries.push(...json.conversation_content)
    if (entries.length >= json.total) return entries
  }
}

onEachEngine((engine) => {
  test('killed before the model has answered, the turn runs again; killed while the answer is on its way, it is not written anew; one answer to each message arrives, in order', async () => {
    await using store = await engine.freshEnvironment()
    await using world = await setWorld(store.env)
    const { developer, model } = world
    const latch = createLatch()
    model.answer(({ number }) =>
      number === 1
        ? { kind: 'chat', pieces: ['Never ', latch, 'heard'] }
        : { kind: 'chat', pieces: [`Reply ${number}`] },
    )
    const unanswered = await world.conversation()
    const ids = [await world.send(unanswered, 'First?'), await world.send(unanswered, 'Second?')]
    await model.waitFor(1)
    await world.tandem.kill('SIGKILL')
    latch.release()
    assert.equal(developer.requests.length, 0)
    await world.restart()
    await developer.waitFor(2)
    assert.deepEqual(wordsIn(developer, unanswered), [
      [ids[0], 'Reply 2'],
      [ids[1], 'Reply 3'],
    ])
    assert.equal(model.requests.length, 3)

    let isUp = false
    developer.answer(() => (isUp ? SUCCESS : { kind: 'hang' }))
    const answered = await world.conversation()
    const first = await world.send(answered, 'First?')
    await developer.waitFor(3)
    const second = await world.send(answered, 'Second?')
    await eventually(
      'both are answered',
      () => model.requests.length,
      (count) => count === 5,
    )
    await world.tandem.kill('SIGKILL')
    isUp = true
    await world.restart()
    const arrived = await eventually(
      'both arrive',
      () => wordsIn(developer, answered),
      (list) => list.length === 2,
    )
    assert.deepEqual(arrived[0], [first, 'Reply 4'])
    assert.equal(arrived[1]?.[0], second)
    assert.match(arrived[1]?.[1] ?? '', /^Reply [56]$/)
  })

  test('killed at any instant, again and again: in webhook mode every accepted message has one answer, in order, and a repeat with the same key adds none; in blocking mode each answer somebody got is stored, once, and no message is left without one', async () => {
    await using store = await engine.freshEnvironment()
    await using world = await setWorld(store.env)
    const { developer, model } = world
    model.answer(({ number }) => ({ kind: 'chat', pieces: ['Reply ', String(number)] }))
    const several = () => Promise.all(Array.from({ length: 4 }, () => world.conversation()))
    const [accepted, got] = [talkIn(await several()), talkIn(await several())]
    const ahead = (id: string) => (accepted.get(id)?.length ?? 0) - arrivedIn(developer, id).length
    let isWriting = true
    let isOver = false
    const webhookWriters = [...accepted].map(async ([conversation, ids]) => {
      for (let n = 0; isWriting; n++) {
        // A few on their way in every conversation are enough to be killed in the middle of each step.
        while (isWriting && ahead(conversation) >= MOST_AHEAD) await pause(20)
        let id: string | undefined
        // As a careful client does: the same key until somebody has said that it was accepted.
        while (id === undefined && !isOver) {
          id = await world.send(conversation, `Question ${n}?`, `key-${n}`)
          if (id === undefined) await pause(20)
        }
        if (id !== undefined) ids.push(id)
      }
    })
    const blockingWriters = [...got].map(async ([conversation, ids]) => {
      for (let n = 0; isWriting; n++) {
        let id: string | undefined
        while (id === undefined && isWriting) {
          id = await world.send(conversation, `Question ${n}?`, `key-${n}`, 'blocking')
          if (id === undefined) await pause(20)
        }
        if (id !== undefined) ids.push(id)
      }
    })
    const happened = () => ({ arrived: developer.requests.length, got: countIn(got) })
    try {
      for (let round = 0; round < 2; round++) {
        const before = happened()
        await eventually(
          'answers',
          happened,
          (now) => now.arrived >= before.arrived + 15 && now.got >= before.got + 30,
          120_000,
        )
        await world.tandem.kill('SIGKILL')
        await world.restart()
      }
      isWriting = false
      await Promise.all(webhookWriters)
    } finally {
      isWriting = false
      isOver = true
      await Promise.all(blockingWriters)
    }
    const total = countIn(accepted)
    const count = () => [...accepted.keys()].reduce((sum, id) => sum + arrivedIn(developer, id).length, 0)
    await eventually('all answers', count, (number) => number >= total, 120_000)
    for (const [conversation, ids] of accepted)
      assert.deepEqual(
        wordsIn(developer, conversation).map(([id]) => id),
        ids,
      )
    assert.ok(total > 20, `${total} messages`)
    for (const [conversation, ids] of got) await assertStored(world, conversation, ids)
    assert.ok(countIn(got) >= 60, `${countIn(got)} answers`)
  })
})

/** Each message that was stored has its answer, and what somebody was told is there first. */
async function assertStored(world: World, conversation: string, told: readonly string[]): Promise<void> {
  const entries = await eventually(
    'each message has its answer',
    () => historyOf(world, conversation),
    (found) => found.length % 2 === 0,
    120_000,
  )
  const asked = entries.filter(({ role }) => role === 'user')
  const answers = entries.filter(({ role }) => role !== 'user')
  assert.deepEqual(
    answers.map(({ parent_message_id }) => parent_message_id),
    asked.map(({ message_id }) => message_id),
  )
  assert.deepEqual(
    answers.slice(0, told.length).map(({ message_id }) => message_id),
    told,
  )
}
