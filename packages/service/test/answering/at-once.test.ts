/** Messages that are answered within their request: stored with their answer or not at all, and never out of turn. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { createTurnstile } from '../../src/answering/turns/turnstile.ts'
import { appendMessage } from '../../src/conversations/append-message.ts'
import { requireLocked } from '../../src/conversations/open-conversation.ts'
import { findConversation, lockConversation, moveFloor } from '../../src/conversations/store.ts'
import { emptyUsage } from '../../src/delivery/empty-usage.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { clientOf, eventually } from '../harness/service.ts'
import { simulatedClock } from '../lanes/simulation/clock.ts'
import { type Bare, composed, letTimePass, receiverOf, type Script, saying, startBare } from './bare.ts'
import { MESSAGE_PATH, requestOf } from './scene.ts'

const AT_ONCE = { atOnce: true } as const

/** Stores words past everything that tells of them, as another process would. */
const storeUnheard = (bare: Bare, conversation: string, text: string) =>
  bare.database.transaction(async (tx) => {
    const locked = await requireLocked(tx, bare.agent.id, conversation)
    await appendMessage(tx, locked, { role: 'human', mode: '', text, content: [] }, 1)
  })

const takeFloor = (bare: Bare, conversation: string) =>
  bare.database.transaction(async (tx) => {
    const row = await lockConversation(tx, conversation)
    assert.ok(row)
    await moveFloor(tx, { ...row, epoch: row.epoch + 1, handoff_id: 'a handoff' })
  })

const lanesOf = (bare: Bare) => bare.database.q.selectFrom('lanes').select('id').execute()
const textsOf = async (bare: Bare, conversation: string) =>
  (await bare.messages(conversation)).map(({ text }) => text)
const wordsOf = ({ json }: { json: ReturnType<typeof JSON.parse> }) => json.output[0]?.content.text as string

test('in each turn of the event loop a few are let through, agents take turns, and one alone cannot take all the room', async () => {
  const turnstile = createTurnstile()
  const passed: string[] = []
  const enter = async (agent: string) => {
    const may = await turnstile.pass(agent)
    if (may) passed.push(agent)
    return may
  }
  const crowd = Array.from({ length: 600 }, () => enter('crowd'))
  const guests = Array.from({ length: 3 }, () => enter('guest'))
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(passed.length <= 40, `${passed.length} in a turn or two of the event loop`)
  assert.deepEqual(await Promise.all(guests), [true, true, true])
  assert.ok(passed.length <= 64, `guests waited for ${passed.length}`)
  const outcomes = await Promise.all(crowd)
  assert.equal(
    outcomes.filter((may) => !may).length,
    600 - 16 - 500,
    'those beyond half of the room are sent away',
  )
})

onEachEngine((engine) => {
  test('a message and its answer are stored together, as a turn of the lane would store them, and no lane is needed', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env, AT_ONCE)
    const usage = {
      tokens: { ...emptyUsage.tokens, prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      credits: { ...emptyUsage.credits, total_credits: 0.25 },
    }
    const histories: string[][] = []
    bare.answer(async function* ({ message, history }) {
      histories.push(history.map(({ text }) => text))
      yield { kind: 'done', turn: composed(`Answer to ${message.text}`, { usage }) }
    })
    const conversation = await bare.conversation()
    const answers = []
    for (const text of ['one', 'two', 'three']) answers.push(await bare.send('blocking', conversation, text))
    assert.deepEqual(await lanesOf(bare), [])
    assert.deepEqual(histories, [[], ['one', 'Answer to one'], ['Answer to one', 'two', 'Answer to two']])
    const atOnce = await rowsOf(bare, conversation)
    assert.equal(atOnce.conversation.credits, 0.75)
    assert.deepEqual(
      answers.map(({ json }) => [json.message_id, json.create_time]),
      atOnce.messages
        .filter(({ role }) => role === 'assistant')
        .map(({ id, created_at }) => [id, created_at]),
    )

    const as = { agent: bare.agent, apiKey: bare.agent.key }
    await using slower = await startBare(store.env, { as })
    slower.answer(async function* ({ message }) {
      yield { kind: 'done', turn: composed(`Answer to ${message.text}`, { usage }) }
    })
    const other = await slower.conversation()
    for (const text of ['one', 'two', 'three']) await slower.send('blocking', other, text)
    const inLane = await rowsOf(slower, other)
    assert.deepEqual(bareOf(atOnce), bareOf(inLane))
  })

  test('twenty messages at once in one conversation, over all processes: each has one answer, in order, and numbers have no gaps', async () => {
    await using store = await engine.freshEnvironment()
    await using one = await startBare(store.env, AT_ONCE)
    const as = { agent: one.agent, apiKey: one.agent.key }
    await using other =
      engine.name === 'postgres' ? await startBare(store.env, { ...AT_ONCE, as }) : undefined
    const two = other ?? one
    for (const bare of [one, two])
      bare.answer(async function* ({ message }) {
        await new Promise((resolve) => setImmediate(resolve))
        yield* saying(`Answer to ${message.text}`)
      })
    const conversation = await one.conversation()
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? one : two).send('blocking', conversation, `${n}`),
    )
    for (const [n, answer] of (await Promise.all(asked)).entries())
      assert.equal(wordsOf(answer), `Answer to ${n}`)
    const rows = await one.messages(conversation)
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
    const questions = rows.filter(({ role }) => role === 'user').map(({ id }) => id)
    const parents = rows.filter(({ role }) => role === 'assistant').map(({ parent_id }) => parent_id)
    assert.deepEqual(parents, questions)
    assert.equal((await findConversation(one.database, conversation))?.message_count, 40)
  })

  test('a message never overtakes a turn that waits or runs, whoever spoke last', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env, AT_ONCE)
    await using _developer = await receiverOf(bare)
    const conversation = await bare.conversation()
    const latch = createLatch()
    let begun = 0
    const script: Script = async function* ({ message }) {
      begun++
      if (message.text === 'one') await latch.released
      yield* saying(`Answer to ${message.text}`)
    }
    bare.answer(script)
    await bare.send('webhook', conversation, 'one')
    await eventually(
      'it begins',
      () => begun,
      (count) => count === 1,
    )
    await storeUnheard(bare, conversation, 'A person was here')
    // To one that has not heard of the turn the conversation seems to be at rest.
    const as = { agent: bare.agent, apiKey: bare.agent.key }
    await using other = await startBare(store.env, { ...AT_ONCE, as, runsTurns: false, script })
    const second = other.send('blocking', conversation, 'two')
    await eventually(
      'it is stored',
      () => textsOf(bare, conversation),
      (texts) => texts.includes('two'),
    )
    assert.equal(begun, 2, 'an answer was written, and not taken')
    latch.release()
    assert.equal(wordsOf(await second), 'Answer to two')
    assert.deepEqual(await textsOf(bare, conversation), [
      'one',
      'A person was here',
      'two',
      'Answer to one',
      'Answer to two',
    ])
  })

  test('a person takes the floor while the answer is written: it is not said, and the message is for the person', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env, AT_ONCE)
    const conversation = await bare.conversation()
    const [begun, latch] = [createLatch(), createLatch()]
    bare.answer(async function* () {
      begun.release()
      await latch.released
      yield* saying('Too late.')
    })
    const asked = bare.send('blocking', conversation, 'Hello?')
    await begun.released
    assert.deepEqual(await textsOf(bare, conversation), [], 'nothing is stored before its answer')
    await takeFloor(bare, conversation)
    latch.release()
    const answer = await asked
    assert.deepEqual([answer.status, answer.json.output], [200, []])
    assert.deepEqual(await textsOf(bare, conversation), ['Hello?'])
    assert.deepEqual(await lanesOf(bare), [])
  })

  test('what was said while the answer was written is history of the answer that is given', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env, AT_ONCE)
    const conversation = await bare.conversation()
    const [begun, latch] = [createLatch(), createLatch()]
    bare.answer(async function* ({ history }) {
      begun.release()
      await latch.released
      yield* saying(`After ${history.map(({ text }) => text).join(', ')}`)
    })
    const asked = bare.send('blocking', conversation, 'Hello?')
    await begun.released
    await storeUnheard(bare, conversation, 'a person')
    latch.release()
    assert.equal(wordsOf(await asked), 'After a person')
    assert.deepEqual(await textsOf(bare, conversation), ['a person', 'Hello?', 'After a person'])
  })

  test('one that fails inside, or takes long, goes on in its lane and is answered once', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare(store.env, { ...AT_ONCE, clock })
    const runs = new Map<string, number>()
    bare.answer(async function* ({ message }) {
      const run = (runs.get(message.text) ?? 0) + 1
      runs.set(message.text, run)
      if (run === 1 && message.text === 'fails') throw new Error('Something is broken inside.')
      if (run === 1) await new Promise(() => {})
      yield* saying(`Answer ${run}`)
    })
    for (const text of ['fails', 'stands still']) {
      const conversation = await bare.conversation()
      const answer = await letTimePass(clock, bare, bare.send('blocking', conversation, text))
      assert.equal(wordsOf(answer), 'Answer 2')
      assert.deepEqual(await textsOf(bare, conversation), [text, 'Answer 2'])
    }
  })

  test('the same key again is the same message, one after the other and ten at once', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env, AT_ONCE)
    const conversation = await bare.conversation()
    const key = { 'idempotency-key': 'order-4711' }
    const first = await bare.send('blocking', conversation, 'Hello?', key)
    assert.deepEqual((await bare.send('blocking', conversation, 'Hello?', key)).json, first.json)
    const refused = await bare.send('blocking', conversation, 'Another?', key)
    assert.deepEqual([refused.status, refused.json.code], [409, 40900])
    const other = { 'idempotency-key': 'order-4712' }
    const all = await Promise.all(
      Array.from({ length: 10 }, () => bare.send('blocking', conversation, 'And?', other)),
    )
    for (const { json } of all) assert.deepEqual(json, all[0]?.json)
    assert.deepEqual(await textsOf(bare, conversation), [
      'Hello?',
      'You said: Hello?',
      'And?',
      'You said: And?',
    ])
  })

  test('an unknown conversation and that of another agent are refused, also when it is known from before', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env, AT_ONCE)
    const conversation = await bare.conversation()
    await bare.send('blocking', conversation, 'Hello?')
    assert.equal((await bare.send('blocking', 'unknown', 'Hello?')).json.code, 40356)
    const { apiKey } = await createAgent(bare.database, systemClock, 'Another agent')
    const body = requestOf('blocking', conversation, 'Hello?')
    const { json } = await clientOf(bare.url).api('POST', MESSAGE_PATH, body, apiKey)
    assert.equal(json.code, 40356)
    assert.equal((await bare.messages(conversation)).length, 2)
  })
})

async function rowsOf(bare: Bare, id: string) {
  const conversation = await findConversation(bare.database, id)
  assert.ok(conversation)
  return { conversation, messages: await bare.messages(id) }
}

/** Without what differs from one conversation to the next. */
function bareOf({ conversation, messages }: Awaited<ReturnType<typeof rowsOf>>) {
  const { id, anonymous_id, created_at, recent_chat_at, ...rest } = conversation
  return [
    rest,
    messages.map(({ id, conversation_id, parent_id, created_at, ...row }) => ({
      ...row,
      isAnswer: parent_id !== null,
    })),
  ]
}
