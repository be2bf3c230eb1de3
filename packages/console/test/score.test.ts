/** The score of a conversation as a layout: times become places, and a moment tells who had the floor. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Score } from '@tandem/sdk/source'
import { layoutScore } from '../src/pages/conversations/score/layout.ts'
import { momentAt } from '../src/pages/conversations/score/moment.ts'
import { neighbour, QUIET_MS, timescale } from '../src/pages/conversations/score/timescale.ts'

const attempt = (number: number, started_at: number, latency_ms: number, error: string | null) => ({
  ...{ number, started_at, latency_ms, error },
  http_status: error === null ? 200 : 503,
})

/** A question, an answer whose delivery fails once, a person who replies after a while and goes. */
const score: Score = {
  now: 60_000,
  is_cut: false,
  messages: [
    { id: 'm1', role: 'user', at: 1_000 },
    { id: 'm2', role: 'assistant', at: 2_000 },
    { id: 'm3', role: 'notice', at: 10_000 },
    { id: 'm4', role: 'human', at: 15_000 },
    { id: 'm5', role: 'user', at: 18_000 },
  ],
  turns: [{ message_id: 'm1', began_at: 1_000, ended_at: 2_000, end: 'said', tries: 1 }],
  handoffs: [
    {
      id: 'h1',
      endpoint: 's1',
      state: 'ENDED',
      end_reason: 'USER_CLOSED',
      requested_at: 10_000,
      established_at: 10_100,
      first_reply_at: 15_000,
      ended_at: 25_000,
      waiting_ms: 60_000,
      idle_ms: 300_000,
      deadline_at: null,
    },
  ],
  deliveries: [
    {
      id: 'd1',
      endpoint: 'message',
      kind: 'message',
      state: 'delivered',
      created_at: 2_000,
      settled_at: 7_050,
      attempts: [attempt(1, 2_000, 40, 'answered 503'), attempt(2, 7_000, 50, null)],
    },
  ],
  endpoints: [
    { id: 'message', name: null, state: 'open', reason: null, closed_at: null, changes: [] },
    {
      id: 's1',
      name: 'Support desk',
      state: 'parked',
      reason: 'down',
      closed_at: 24_000,
      changes: [{ at: 24_000, state: 'parked', reason: 'down' }],
    },
  ],
}
const layout = layoutScore(score)
const marksOf = (id: string) => layout.staves.find((stave) => stave.id === id)?.marks ?? []

test('a clock runs evenly, draws a quiet stretch short, and leads back from places to times', () => {
  const scale = timescale([0, QUIET_MS / 2, 3_600_000, 3_600_000 + QUIET_MS / 2])
  assert.deepEqual(scale.quiet, [{ from: QUIET_MS / 2, until: 3_600_000 }])
  assert.equal(scale.drawnMs, 2 * QUIET_MS)
  assert.deepEqual(scale.moments.map(scale.placeOf), [0, 0.25, 0.75, 1])
  assert.equal(scale.placeOf(QUIET_MS / 4), 0.125)
  for (const at of [0, 1_234, 5_000, 1_000_000, 3_601_000])
    assert.ok(Math.abs(scale.timeAt(scale.placeOf(at)) - at) < 0.01, String(at))
  assert.deepEqual([scale.placeOf(-1), scale.placeOf(9e9)], [0, 1])
  assert.equal(timescale([7]).placeOf(7), 0)
  assert.equal(neighbour(scale.moments, QUIET_MS / 2, 1), 3_600_000)
  assert.equal(neighbour(scale.moments, 0, -1), 0)
})

test('everything that happened is a mark on the stave of its party or endpoint, in its place', () => {
  assert.deepEqual(
    layout.staves.map(({ id, name, marks }) => [id, name, marks.map(({ sign }) => sign.is)]),
    [
      ['user', null, ['message', 'message']],
      ['ai', null, ['turn', 'message']],
      ['person', null, ['wait', 'message']],
      ['endpoint message', null, ['retry', 'attempt', 'attempt']],
      ['endpoint s1', 'Support desk', ['closed']],
    ],
  )
  for (const { marks } of layout.staves)
    for (const { x, width, from, until } of marks) {
      assert.ok(x >= 0 && width >= 0 && x + width <= 1.000_001)
      assert.equal(width > 0, until > from)
    }
  const [retry] = marksOf('endpoint message')
  assert.deepEqual([retry?.from, retry?.until], [2_040, 7_000])
})

test('each time an endpoint was closed while something waited for it is a mark, until it was opened', () => {
  const changes = [
    { at: 100, state: 'parked', reason: 'long ago' },
    { at: 200, state: 'open', reason: 'answered' },
    { at: 3_000, state: 'parked', reason: 'down' },
    { at: 6_000, state: 'open', reason: 'answered' },
  ] as const
  const [message] = score.endpoints
  const { staves } = layoutScore({ ...score, endpoints: [{ ...message!, changes: [...changes] }] })
  const closed = staves.at(-1)?.marks.filter(({ sign }) => sign.is === 'closed') ?? []
  assert.deepEqual(
    closed.map(({ from, until, sign }) => [from, until, sign.is === 'closed' && sign.endpoint.reason]),
    [[3_000, 6_000, 'down']],
  )
})

test('the floor is always somebody’s: the AI has it wherever no person has', () => {
  assert.deepEqual(
    layout.floors.map(({ owner, from, until }) => [owner, from, until]),
    [
      ['ai', 1_000, 10_000],
      ['person', 10_000, 25_000],
      ['ai', 25_000, 25_000],
    ],
  )
  const open = layoutScore({
    ...score,
    handoffs: score.handoffs.map((handoff) => ({ ...handoff, ended_at: null, deadline_at: 318_000 })),
  })
  assert.deepEqual(
    open.floors.map(({ owner, until }) => [owner, until]),
    [
      ['ai', 10_000],
      ['person', 60_000],
    ],
  )
})

test('a moment tells who has the floor, whether somebody has replied, how long is left, and what goes on', () => {
  const at = (time: number) => momentAt(score, layout, time)
  assert.equal(at(1_500).floor?.owner, 'ai')
  assert.deepEqual(
    at(1_500).marks.map(({ sign }) => sign.is),
    ['turn'],
  )
  assert.deepEqual(at(12_000).person, { hasReplied: false, leftMs: 58_000 })
  assert.deepEqual(at(16_000).person, { hasReplied: true, leftMs: 299_000 })
  assert.deepEqual(at(20_000).person, { hasReplied: true, leftMs: 298_000 })
  assert.equal(at(10_000).floor?.owner, 'person')
  assert.deepEqual(
    at(5_000).marks.map(({ sign }) => sign.is),
    ['retry'],
  )
})

test('a score of one message, or of none, has a place for everything', () => {
  const bare = {
    ...score,
    messages: score.messages.slice(0, 1),
    turns: [],
    handoffs: [],
    deliveries: [],
    endpoints: [],
  }
  assert.deepEqual(
    layoutScore(bare).staves.map(({ marks }) => marks.length),
    [1, 0, 0],
  )
  assert.deepEqual(layoutScore({ ...bare, messages: [] }).floors.length, 1)
})
