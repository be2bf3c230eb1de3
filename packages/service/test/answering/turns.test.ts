/** Turns as such: one at a time in a conversation, tried again when they fail inside, never silent, never twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteAgent } from '../../src/agents/manage-agents.ts'
import type { TurnPart } from '../../src/answering/turn.ts'
import { findConversation, lockConversation, moveFloor } from '../../src/conversations/store.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { simulatedClock } from '../lanes/simulation/clock.ts'
import { type Bare, composed, letTimePass, receiverOf, saying, startBare, textsTo } from './bare.ts'

const TROUBLE = /something went wrong/

onEachEngine((engine) => {
  test('twenty messages at once in one conversation, over all processes: each has one answer, in order, and numbers have no gaps', async () => {
    await using store = await engine.freshEnvironment()
    await using one = await startBare(store.env)
    const as = { agent: one.agent, apiKey: one.agent.key }
    await using other = engine.name === 'postgres' ? await startBare(store.env, { as }) : undefined
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
    for (const [n, { json }] of (await Promise.all(asked)).entries())
      assert.equal(json.output[0].content.text, `Answer to ${n}`)
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

  test('whoever waits for an answer when the agent is deleted is told so, in every mode that waits', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare(store.env, { clock })
    const latch = createLatch()
    bare.answer(async function* () {
      await latch.released
      yield* saying('Late.')
    })
    const conversation = await bare.conversation()
    const first = bare.send('blocking', conversation, 'One')
    const stored = async (count: number) =>
      eventually(
        `${count} messages`,
        () => bare.messages(conversation),
        (rows) => rows.length === count,
      )
    await stored(1)
    const waiting = bare.send('blocking', conversation, 'Two')
    await stored(2)
    const stream = await bare.stream(conversation, 'Three')
    await deleteAgent(bare.database, clock, bare.agent.id)
    latch.release()
    const [, told] = await letTimePass(clock, bare, Promise.all([first, waiting, stream.ended]))
    assert.deepEqual([told.status, told.json.code], [403, 40378])
    assert.deepEqual(
      stream.events.map(({ code }) => code),
      [11, 40378, 0],
    )
  })

  test('turns of one conversation run one at a time and in order, whatever their modes; those of others do not wait', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    await using developer = await receiverOf(bare)
    const [held, other] = [await bare.conversation(), await bare.conversation()]
    const latch = createLatch()
    const running = new Map<string, number>()
    const begun: string[] = []
    bare.answer(async function* ({ conversation, message }) {
      const now = (running.get(conversation.id) ?? 0) + 1
      running.set(conversation.id, now)
      assert.equal(now, 1, 'two turns of one conversation at once')
      begun.push(message.text)
      if (message.text === 'one') await latch.released
      running.set(conversation.id, now - 1)
      yield* saying(`Answer to ${message.text}`)
    })
    const first = bare.send('blocking', held, 'one')
    await eventually(
      'the first begins',
      () => begun.length,
      (count) => count === 1,
    )
    await bare.send('webhook', held, 'two')
    const third = await bare.stream(held, 'three')
    const fourth = bare.send('blocking', held, 'four')
    await eventually(
      'all are stored',
      () => bare.messages(held),
      (rows) => rows.length === 4,
    )

    const free = await bare.send('blocking', other, 'elsewhere')
    assert.equal(free.json.output[0].content.text, 'Answer to elsewhere')
    assert.deepEqual(begun, ['one', 'elsewhere'])
    latch.release()
    assert.equal((await first).json.output[0].content.text, 'Answer to one')
    await third.ended
    assert.equal(third.text(), 'Answer to three')
    assert.equal((await fourth).json.output[0].content.text, 'Answer to four')
    assert.deepEqual(begun, ['one', 'elsewhere', 'two', 'three', 'four'])
    await developer.waitFor(1)
    assert.deepEqual(textsTo(developer), ['Answer to two'])
    const rows = await bare.messages(held)
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
    const said = rows.filter(({ role }) => role === 'assistant').map(({ text }) => text)
    assert.deepEqual(
      said,
      ['one', 'two', 'three', 'four'].map((text) => `Answer to ${text}`),
    )
  })

  test('what was answered while a message waited is part of the history of its turn', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    const histories: string[][] = []
    bare.answer(async function* ({ message, history }) {
      histories.push(history.map(({ text }) => text))
      if (message.text === 'one') await latch.released
      yield* saying(`Answer to ${message.text}`)
    })
    const asked = [bare.send('blocking', conversation, 'one')]
    await eventually(
      'it begins',
      () => histories.length,
      (count) => count === 1,
    )
    asked.push(bare.send('blocking', conversation, 'two'))
    await eventually(
      'stored',
      () => bare.messages(conversation),
      (rows) => rows.length === 2,
    )
    latch.release()
    await Promise.all(asked)
    assert.deepEqual(histories, [[], ['one', 'Answer to one']])
  })

  test('a turn that fails inside is tried again and answered once; one that keeps failing ends in an honest apology, in the log too', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare(store.env, { clock })
    await using developer = await receiverOf(bare)
    const runs = new Map<string, number>()
    bare.answer(async function* ({ message }) {
      const run = (runs.get(message.text) ?? 0) + 1
      runs.set(message.text, run)
      yield { kind: 'piece', text: 'Well' }
      if (message.text === 'broken' || run < 3) throw new Error('Something is broken inside.')
      yield* saying(' done')
    })
    const [mended, broken, told] = [
      await bare.conversation(),
      await bare.conversation(),
      await bare.conversation(),
    ]
    const asked = [bare.send('blocking', mended, 'mended'), bare.send('blocking', broken, 'broken')]
    const stream = await bare.stream(await bare.conversation(), 'broken')
    await bare.send('webhook', told, 'broken')
    const all = Promise.all([Promise.all(asked), stream.ended, developer.waitFor(1)])
    const [[first, second]] = await letTimePass(clock, bare, all)
    assert.ok(first && second)
    assert.equal(first.json.output[0].content.text, ' done')
    assert.equal(runs.get('mended'), 3)
    assert.match(second.json.output[0].content.text, TROUBLE)
    assert.equal(runs.get('broken'), 9, 'three tries each')
    assert.match(stream.text(), TROUBLE)
    assert.equal(stream.events.at(-1)?.code, 0)
    assert.match(textsTo(developer)[0] ?? '', TROUBLE)
    assert.equal(bare.logLines.filter((line) => line.includes('a turn was given up')).length, 3)
    const rows = await bare.messages(mended)
    assert.deepEqual(
      rows.map(({ role }) => role),
      ['user', 'assistant'],
    )
  })

  test('an answer that does not come to an end is given up after its time, and does not hold up the next', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare({ ...store.env, TANDEM_TURN_TIMEOUT_MS: '2000' }, { clock })
    const conversation = await bare.conversation()
    let aborted = 0
    bare.answer(async function* ({ message, signal }) {
      signal.addEventListener('abort', () => aborted++)
      if (message.text === 'endless') await new Promise(() => {})
      yield* saying('Here I am')
    })
    const endless = bare.send('blocking', conversation, 'endless')
    await eventually(
      'stored',
      () => bare.messages(conversation),
      (rows) => rows.length === 1,
    )
    const next = bare.send('blocking', conversation, 'next')
    const [first, second] = await letTimePass(clock, bare, Promise.all([endless, next]))
    assert.match(first.json.output[0].content.text, TROUBLE)
    assert.equal(aborted, 1, 'whoever waited for it once is not kept waiting again')
    assert.equal(second.json.output[0].content.text, 'Here I am')
  })

  test('when the database keeps refusing an answer, the user is told that something went wrong, and the next is answered', async () => {
    await using store = await engine.freshEnvironment()
    const clock = simulatedClock()
    await using bare = await startBare(store.env, { clock })
    const refusal =
      engine.name === 'sqlite'
        ? sql`CREATE TRIGGER refuse BEFORE INSERT ON messages WHEN NEW.text = 'Refused.'
            BEGIN SELECT RAISE(ABORT, 'refused'); END`
        : sql`ALTER TABLE messages ADD CONSTRAINT refuse CHECK (text <> 'Refused.')`
    await bare.database.transaction('test', (tx) => refusal.execute(tx.q))
    let runs = 0
    bare.answer(({ message }) => {
      runs++
      return saying(message.text === 'one' ? 'Refused.' : 'Taken.')
    })
    const conversation = await bare.conversation()
    const told = await letTimePass(clock, bare, bare.send('blocking', conversation, 'one'))
    assert.match(told.json.output[0].content.text, TROUBLE)
    assert.equal(runs, 1, 'it is the write that is repeated, not the turn')
    const next = await letTimePass(clock, bare, bare.send('blocking', conversation, 'two'))
    assert.equal(next.json.output[0].content.text, 'Taken.')
    assert.equal((await bare.messages(conversation)).length, 4)
  })

  test('when a person takes the floor while an answer is being written, it is dropped and the log says so', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const latch = createLatch()
    let begun = 0
    bare.answer(async function* (): AsyncGenerator<TurnPart> {
      begun++
      yield { kind: 'piece', text: 'I think' }
      await latch.released
      yield { kind: 'done', turn: composed('I think so') }
    })
    const asked = bare.send('blocking', conversation, 'Are you there?')
    await eventually(
      'it begins',
      () => begun,
      (count) => count === 1,
    )
    const queued = await bare.stream(conversation, 'Hello?')
    await takeFloor(bare, conversation)
    latch.release()
    const answer = await asked
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json.output, [])
    const events = await queued.ended
    assert.deepEqual(
      events.map(({ code }) => code),
      [11, 29, 10, 4, 0],
    )
    assert.equal(begun, 1, 'a turn that had not begun does not begin')
    assert.deepEqual(
      (await bare.messages(conversation)).map(({ role }) => role),
      ['user', 'user'],
    )
    assert.ok(bare.logLines.some((line) => line.includes('an answer was dropped: a person took the floor')))
    assert.ok(bare.logLines.some((line) => line.includes('a turn was dropped: a person took the floor')))
  })

  test('words that the database could not store do not stop the conversation', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    bare.answer(() => saying('zero \0 and half \ud83d done'))
    const answer = await bare.send('blocking', await bare.conversation(), 'Say it.')
    assert.equal(answer.json.output[0].content.text, 'zero  and half \ufffd done')
  })
})

async function takeFloor(bare: Bare, conversation: string): Promise<void> {
  await bare.database.transaction('test', async (tx) => {
    const row = await lockConversation(tx, conversation)
    assert.ok(row)
    await moveFloor(tx, { ...row, epoch: row.epoch + 1, handoff_id: 'a handoff' })
  })
}
