/** Whose turn it is, and what an outcome writes: the pure parts of lanes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimedLane, LaneItem } from '../../src/lanes/lane.ts'
import { itemId, parseItemId } from '../../src/lanes/lane.ts'
import { putBackOf, settlingOf } from '../../src/lanes/outcome.ts'
import { createTurns, type Turns } from '../../src/lanes/turns.ts'

let number = 0
const lane = (gate: string, tenant = gate, items: LaneItem[] = []): ClaimedLane => ({
  id: ++number,
  uid: `lane ${number}`,
  gate,
  tenant,
  subject: null,
  headSeq: 1,
  claim: 1,
  items,
})
const item = (seq: number, more: Partial<LaneItem> = {}): LaneItem => ({
  id: 100 + seq,
  seq,
  kind: 'test',
  attempts: 0,
  runs: 0,
  createdAt: 0,
  dueAt: 0,
  expiresAt: 1e9,
  origin: null,
  body: '',
  ...more,
})
const offer = (turns: Turns, gate: string, count: number, tenant = gate) => {
  for (let n = 0; n < count; n++) turns.offer(lane(gate, tenant))
}
function takeAll(turns: Turns): ClaimedLane[] {
  const taken: ClaimedLane[] = []
  for (let next = turns.next(); next; next = turns.next()) taken.push(next)
  return taken
}
const countOf = (lanes: readonly ClaimedLane[], gate: string) =>
  lanes.filter((one) => one.gate === gate).length

test('gates take turns: a long backlog of one does not keep the others waiting', () => {
  const turns = createTurns({ slots: 100, windowStart: 10, windowMost: 10 })
  offer(turns, 'big', 1000, 'a')
  offer(turns, 'small', 2, 'b')
  const first = [turns.next(), turns.next(), turns.next(), turns.next()].map((one) => one?.gate)
  assert.deepEqual(first, ['big', 'small', 'big', 'small'])
})

test('a gate runs at most its window at a time, which grows by good outcomes and shrinks by bad ones', () => {
  const turns = createTurns({ slots: 100, windowStart: 4, windowMost: 6 })
  offer(turns, 'g', 50)
  const first = takeAll(turns)
  assert.equal(first.length, 4)
  for (const one of first) turns.finished(one, 'good', 50)
  const second = takeAll(turns)
  assert.equal(second.length, 6, 'and no further than its limit')
  for (const one of second) turns.finished(one, 'bad', 50)
  assert.equal(takeAll(turns).length, 2, 'and never below what one hanging run leaves over')
})

test('a gate with much else to run is patient with its outcomes, but only beside others', () => {
  const turns = createTurns({ slots: 100, windowStart: 4, windowMost: 4 })
  offer(turns, 'big', 40, 'a')
  takeAll(turns)
  assert.equal(turns.isDeepInCompany('big'), false, 'alone')
  offer(turns, 'small', 1, 'b')
  takeAll(turns)
  assert.equal(turns.isDeepInCompany('big'), true, 'in company')
  assert.equal(turns.isDeepInCompany('small'), false)
  assert.equal(turns.isDeepInCompany('unknown'), false)
  turns.withdraw('big')
  assert.equal(turns.isDeepInCompany('big'), false, 'nothing is left')
  turns.gate('big').more = true
  assert.equal(turns.isDeepInCompany('big'), true, 'more can be claimed')
})

test('a kind of work with a window of its own has all of it from the start, in company too', () => {
  const windows = { turn: { start: 40, most: 40 } }
  let now = 0
  const turns = createTurns({ slots: 1000, windowStart: 4, windowMost: 64, windows }, () => now++)
  turns.offer(lane('light'))
  for (const one of takeAll(turns)) turns.finished(one, 'good', 1)
  offer(turns, 'turn:a', 100)
  offer(turns, 'turn:b', 100)
  offer(turns, 'message:a', 100)
  const taken = takeAll(turns)
  assert.deepEqual(
    ['turn:a', 'turn:b', 'message:a'].map((gate) => countOf(taken, gate)),
    [40, 40, 4],
  )
  for (const one of taken) turns.finished(one, 'good', 4000)
  assert.equal(countOf(takeAll(turns), 'turn:a'), 40, 'and never more')
})

test('no tenant fills more than half of all slots, and others use the rest', () => {
  let now = 0
  const turns = createTurns({ slots: 8, windowStart: 100, windowMost: 100 }, () => now++)
  turns.offer(lane('warm', 'other'))
  turns.finished(turns.next() as ClaimedLane, 'good', 50)
  for (const gate of ['g1', 'g2']) offer(turns, gate, 20, 'greedy')
  offer(turns, 'warm', 20, 'other')
  const taken = takeAll(turns)
  assert.equal(taken.filter(({ tenant }) => tenant === 'greedy').length, 4)
  assert.equal(countOf(taken, 'warm'), 4)
  assert.equal(turns.running(), 8)
  for (const one of taken.filter(({ tenant }) => tenant === 'greedy')) turns.finished(one, 'good', 50)
  assert.equal(takeAll(turns).filter(({ tenant }) => tenant === 'greedy').length, 4, 'its turn comes again')
})

test('a gate that answers goes before any number of those not known to, which get every fourth turn', () => {
  let now = 0
  const turns = createTurns({ slots: 1000, windowStart: 100, windowMost: 100 }, () => now++)
  turns.offer(lane('good'))
  turns.finished(turns.next() as ClaimedLane, 'good', 50)
  for (let n = 0; n < 50; n++) offer(turns, `hanging ${n}`, 4)
  offer(turns, 'good', 20)
  const first = Array.from({ length: 16 }, () => turns.next()?.gate)
  assert.equal(first.filter((gate) => gate === 'good').length, 12)
  assert.equal(first.filter((gate) => gate?.startsWith('hanging')).length, 4)
})

test('those not known to answer start one by one while others come with little, and all at once when nobody does', () => {
  let now = 0
  const turns = createTurns({ slots: 10_000, windowStart: 100, windowMost: 100 }, () => now)
  const hanging = (from: number) => {
    for (let n = from; n < from + 10; n++) offer(turns, `hanging ${n}`, 4)
  }
  hanging(0)
  assert.equal(takeAll(turns).length, 40, 'alone')
  turns.offer(lane('light'))
  for (const one of takeAll(turns)) turns.finished(one, 'good', 50)
  hanging(10)
  turns.gate('hanging too').more = true
  const started = Array.from({ length: 20 }, () => {
    now++
    return takeAll(turns).length
  })
  assert.deepEqual(new Set(started), new Set([1]), 'in company')
  assert.equal(turns.waitMs(), 1, 'and says when the next can')
  assert.deepEqual(turns.hungry(), [], 'nor are more claimed while these wait')
  for (let ms = 0; ms < 20; ms++, now++) takeAll(turns)
  assert.equal(turns.waitMs(), 0, 'when none waits there is nothing to come back for')
  assert.equal(turns.hungry().length, 1)
})

test('a backlog of short runs makes room while others come with little, and takes it back when they are gone', () => {
  const turns = createTurns({ slots: 10_000, windowStart: 64, windowMost: 64 })
  const finishAll = (lanes: readonly ClaimedLane[], tookMs: number) => {
    for (const one of lanes) turns.finished(one, 'good', tookMs)
  }
  const inFlight = (tookMs: number) => {
    offer(turns, 'backlog', 200)
    const taken = takeAll(turns)
    finishAll(taken, tookMs)
    return countOf(taken, 'backlog')
  }
  assert.equal(inFlight(1), 64, 'alone')
  for (const one of turns.withdrawAll()) assert.equal(one.gate, 'backlog')
  turns.offer(lane('light'))
  finishAll(takeAll(turns), 1)
  assert.equal(inFlight(1), 4, 'in company')
  let rounds = 0
  while (inFlight(1) < 64) assert.ok(++rounds < 1000, 'it never has the machine to itself again')
  turns.offer(lane('light'))
  finishAll(takeAll(turns), 1)
  for (let n = 0; n < 50; n++) inFlight(10)
  turns.offer(lane('light'))
  assert.equal(inFlight(10), 20, 'runs that take longer may be more')
  for (let n = 0; n < 50; n++) inFlight(200)
  turns.offer(lane('light'))
  assert.equal(inFlight(200), 64, 'runs that take long cost the others nothing')
})

test('a gate that is full is looked at again only when that has changed', () => {
  const turns = createTurns({ slots: 1000, windowStart: 2, windowMost: 10 })
  turns.gate('g').more = true
  offer(turns, 'g', 2)
  assert.deepEqual(turns.hungry(), [], 'it has enough')
  assert.deepEqual(turns.hungry(), [])
  const [one] = takeAll(turns)
  assert.equal(turns.hungry().length, 1, 'it runs, and has room for more')
  offer(turns, 'g', 2)
  assert.deepEqual(turns.hungry(), [])
  turns.finished(one as ClaimedLane, 'good', 50)
  assert.equal(turns.hungry().length, 1, 'its window has grown')
})

test('what is withdrawn is not started, and what runs is still counted', () => {
  const turns = createTurns({ slots: 10, windowStart: 2, windowMost: 10 })
  offer(turns, 'a', 5)
  offer(turns, 'b', 5)
  const running = turns.next() as ClaimedLane
  assert.equal(turns.withdraw('a').length, 5 - (running.gate === 'a' ? 1 : 0))
  assert.ok(takeAll(turns).every(({ gate }) => gate === 'b'))
  assert.equal(turns.withdrawAll().length, turns.waiting() + 5 - countOf([running], 'b') - 2)
  assert.equal(turns.waiting(), 0)
  assert.equal(turns.running(), 3)
})

test('a gate is hungry while there may be more and there is room for it', () => {
  const turns = createTurns({ slots: 10, windowStart: 2, windowMost: 10 })
  const gate = turns.gate('g')
  assert.deepEqual(turns.hungry(), [])
  turns.gate('g').more = true
  assert.deepEqual(turns.hungry(), [gate])
  gate.claiming = true
  assert.deepEqual(turns.hungry(), [])
  gate.claiming = false
  offer(turns, 'g', 2)
  assert.deepEqual(turns.hungry(), [], 'it has enough')
  takeAll(turns)
  assert.deepEqual(turns.hungry(), [gate])
})

test('done: the next loaded item goes on only when it is due; else the lane is let go', () => {
  const done = { kind: 'done', report: 'r', note: 'n' } as const
  const two = lane('g', 't', [item(1, { attempts: 2, runs: 3 }), item(2)])
  const settling = settlingOf(two, done, 50, false)
  assert.equal(settling.release, null)
  assert.deepEqual(settling.item, {
    id: 101,
    state: 'done',
    attempts: 3,
    runs: 4,
    at: 50,
    diedAt: null,
    lastError: 'n',
    report: 'r',
  })
  assert.deepEqual(settlingOf(two, done, 50, true).release, { headSeq: 2, readyAt: 50, retrying: 0 })
  const later = lane('g', 't', [item(1), item(2, { dueAt: 90 })])
  assert.deepEqual(settlingOf(later, done, 50, false).release, { headSeq: 2, readyAt: 90, retrying: 0 })
  const last = lane('g', 't', [item(7)])
  assert.deepEqual(settlingOf(last, done, 50, false).release, { headSeq: 8, readyAt: null, retrying: 0 })
})

test('retry: the item stays the head, its lane waits, and the try counts only if it should', () => {
  const two = lane('g', 't', [item(1), item(2)])
  const retry = { kind: 'retry', report: 'r', error: 'e', atMs: 900 } as const
  const counted = settlingOf(two, { ...retry, counted: true }, 50, false)
  assert.deepEqual(counted.release, { headSeq: 1, readyAt: 900, retrying: 1 })
  assert.deepEqual(counted.item, {
    id: 101,
    state: 'pending',
    attempts: 1,
    runs: 1,
    at: 50,
    diedAt: null,
    lastError: 'e',
    report: 'r',
  })
  assert.equal(settlingOf(two, { ...retry, counted: false }, 50, false).item?.attempts, 0)
})

test('dead: the lane goes on, and a run that never was costs no try', () => {
  const two = lane('g', 't', [item(1), item(2)])
  const dead = { kind: 'dead', report: null, error: 'e' } as const
  assert.equal(settlingOf(two, { ...dead, tried: true }, 50, false).item?.attempts, 1)
  const untried = settlingOf(two, { ...dead, tried: false }, 50, false)
  assert.deepEqual([untried.item?.attempts, untried.item?.runs, untried.release], [0, 0, null])
})

test('put back: nothing of the item changes, and a head that was tried waits among the retried', () => {
  const tried = lane('g', 't', [item(3, { attempts: 1 })])
  assert.deepEqual(putBackOf(tried, tried.items[0] as LaneItem, 50), {
    laneId: tried.id,
    claim: 1,
    item: null,
    release: { headSeq: 3, readyAt: 50, retrying: 1 },
  })
})

test('the name of an item outside leads back to it, and nothing else does', () => {
  const uid = '01a1dd2b-afe4-7c06-aaac-598b0f6c85ee'
  assert.deepEqual(parseItemId(itemId(uid, 12)), { uid, seq: 12 })
  for (const bad of ['', uid, `${uid}-0`, `${uid}-x`, `${uid}-1-2`, `${uid}-1 `, `${uid}-9999999999999999`])
    assert.equal(parseItemId(bad), undefined, bad)
})
