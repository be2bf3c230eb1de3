/** An endpoint that fails again and again is left alone for a while, and found out to be back by one answer at a time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatModel, ChatPart, ChatRequest } from '../../src/models/chat-model.ts'
import { manualClock } from '../harness/clock.ts'
import { createLatch } from '../harness/developer-server.ts'
import { modelScene } from './scene.ts'

const scene = modelScene()
const REQUEST: ChatRequest = {
  system: 'Answer briefly.',
  turns: [{ role: 'user', text: 'What are your hours?' }],
  timeoutMs: 60_000,
}
const FAIL = { kind: 'fail', status: 503 } as const

function setUp(): { chat: ChatModel; clock: ReturnType<typeof manualClock> } {
  const clock = manualClock()
  const { chat } = scene.models({}, clock)
  assert.ok(chat)
  return { chat, clock }
}

async function lastOf(chat: ChatModel, more: Partial<ChatRequest> = {}): Promise<ChatPart> {
  let last: ChatPart | undefined
  for await (const part of chat.stream({ ...REQUEST, ...more })) last = part
  assert.ok(last)
  return last
}

/** Asks so often, one after the other; how each ended. */
async function kindsOf(chat: ChatModel, times: number): Promise<string[]> {
  const kinds: string[] = []
  for (let n = 0; n < times; n++) {
    const last = await lastOf(chat)
    kinds.push(last.kind === 'failed' ? last.failure.kind : last.kind)
  }
  return kinds
}

test('after three failures in a row nobody waits for the endpoint any more, and everybody is told why', async () => {
  const { chat } = setUp()
  scene.server.answer(() => FAIL)
  await kindsOf(chat, 3)
  assert.equal(scene.server.requests.length, 3)
  const last = await lastOf(chat)
  assert.ok(last.kind === 'failed')
  assert.equal(last.failure.kind, 'unreachable')
  assert.match(last.failure.reason, /3 times in a row/)
  assert.equal(scene.server.requests.length, 3, 'it was asked no more')
  assert.equal(scene.logLines.filter((line) => line.includes('left alone')).length, 1)
})

test('when the rest is over one answer tries the endpoint, and a good end of it lets all others in', async () => {
  const { chat, clock } = setUp()
  scene.server.answer(() => FAIL)
  await kindsOf(chat, 3)
  await clock.advance(29_999)
  assert.deepEqual(await kindsOf(chat, 1), ['unreachable'])
  assert.equal(scene.server.requests.length, 3)
  await clock.advance(1)
  const latch = createLatch()
  scene.server.answer(() => ({ kind: 'hold', latch }))
  const trial = lastOf(chat)
  await scene.server.waitFor(4)
  assert.deepEqual(await kindsOf(chat, 2), ['unreachable', 'unreachable'])
  assert.equal(scene.server.requests.length, 4, 'the others did not wait for the one that tries')
  latch.release()
  assert.equal((await trial).kind, 'end')
  assert.deepEqual(await kindsOf(chat, 2), ['end', 'end'])
})

test('a trial that fails means another rest, and one that was given up leaves the try to the next', async () => {
  const { chat, clock } = setUp()
  scene.server.answer(() => FAIL)
  await kindsOf(chat, 3)
  await clock.advance(30_000)
  await kindsOf(chat, 5)
  assert.equal(scene.server.requests.length, 4)
  await clock.advance(30_000)
  const gone = new AbortController()
  scene.server.answerNext({ kind: 'stall' })
  const trial = lastOf(chat, { signal: gone.signal })
  await scene.server.waitFor(5)
  gone.abort()
  assert.equal((await trial).kind, 'failed')
  scene.server.answer(() => undefined)
  assert.deepEqual(await kindsOf(chat, 1), ['end'])
})

test('failures that do not come in a row, and those of a single request, send nobody to rest', async () => {
  const { chat } = setUp()
  const unfit = { kind: 'fail', status: 400 } as const
  const replies = [
    FAIL,
    FAIL,
    { kind: 'chat' },
    FAIL,
    FAIL,
    unfit,
    unfit,
    unfit,
    unfit,
    { kind: 'chat' },
  ] as const
  scene.server.answerNext(...replies)
  await kindsOf(chat, replies.length)
  assert.equal(scene.server.requests.length, replies.length)
})

test('an endpoint that asks for a longer rest gets it', async () => {
  const { chat, clock } = setUp()
  scene.server.answer(() => ({ kind: 'fail', status: 429, retryAfter: '60' }))
  await kindsOf(chat, 3)
  await clock.advance(59_000)
  await kindsOf(chat, 1)
  assert.equal(scene.server.requests.length, 3)
  await clock.advance(1000)
  await kindsOf(chat, 1)
  assert.equal(scene.server.requests.length, 4)
})

const HALF = ['We are ', 'open ']
/** Long enough for a busy machine to get as far as the first words. */
const STALLED_MS = 5000

test('answers that are cut off while they are still spoken send nobody to rest, however often', async () => {
  const { chat } = setUp()
  scene.server.answer(() => ({ kind: 'cut', after: HALF }))
  assert.deepEqual(await kindsOf(chat, 4), Array(4).fill('unreachable'))
  scene.server.answer(() => ({ kind: 'stall', after: HALF }))
  const slow = Array.from({ length: 4 }, () => lastOf(chat, { timeoutMs: STALLED_MS }))
  for (const last of await Promise.all(slow))
    assert.ok(last.kind === 'failed' && last.failure.kind === 'timeout', JSON.stringify(last))
  scene.server.answer(() => undefined)
  assert.deepEqual(await kindsOf(chat, 1), ['end'])
})

test('an endpoint that falls silent in the middle of its answers is left alone all the same', async () => {
  const { chat, clock } = setUp()
  scene.server.answer(() => ({ kind: 'stall', after: HALF }))
  const asked = Array.from({ length: 3 }, () => chat.stream({ ...REQUEST, timeoutMs: STALLED_MS }))
  const streams = asked.map((stream) => stream[Symbol.asyncIterator]())
  for (const stream of streams) for (const _ of HALF) await stream.next()
  await clock.advance(10_000)
  for (const stream of streams) assert.equal((await stream.next()).value?.kind, 'failed')
  await kindsOf(chat, 2)
  assert.equal(scene.server.requests.length, 3)
})

test('a trial that is still speaking when its time is over shows that the endpoint is back', async () => {
  const { chat, clock } = setUp()
  scene.server.answer(() => FAIL)
  await kindsOf(chat, 3)
  await clock.advance(30_000)
  scene.server.answerNext({ kind: 'stall', after: HALF })
  await lastOf(chat, { timeoutMs: STALLED_MS })
  scene.server.answer(() => undefined)
  assert.deepEqual(await kindsOf(chat, 2), ['end', 'end'])
})
