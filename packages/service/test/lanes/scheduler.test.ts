/** Which lane starts next, and what an outcome writes: the pure parts of lanes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimedLane, LaneItem } from '../../src/lanes/lane.ts'
import { itemId, parseItemId } from '../../src/lanes/lane.ts'
import { createScheduler, type Scheduler, wantedOf } from '../../src/lanes/scheduler.ts'
import { putBackOf, settlingOf } from '../../src/lanes/settler.ts'

let number = 0
const lane = (gate: string, tenant = gate, items: LaneItem[] = []): ClaimedLane => ({
  id: ++number,
  uid: `lane ${number}`,
  gate,
  tenant,
  subject: null,
  claim: 1,
  items,
})
const item = (seq: number, more: Partial<LaneItem> = {}): LaneItem => ({
  id: 100 + seq,
  seq,
  kind: 'test',
  triesUsed: 0,
  runs: 0,
  createdAt: 0,
  expiresAt: 1e9,
  origin: null,
  body: '',
  strikes: null,
  ...more,
})
const offer = (scheduler: Scheduler, gate: string, count: number, tenant = gate) => {
  for (let n = 0; n < count; n++) scheduler.addReady(lane(gate, tenant))
}
function takeAll(scheduler: Scheduler): ClaimedLane[] {
  const taken: ClaimedLane[] = []
  for (let next = scheduler.startNext(); next; next = scheduler.startNext()) taken.push(next)
  return taken
}
const countOf = (lanes: readonly ClaimedLane[], gate: string) =>
  lanes.filter((one) => one.gate === gate).length

/** Lets the gate answer once. */
function prove(scheduler: Scheduler, gate: string): void {
  offer(scheduler, gate, 1, 'prover')
  const [one] = takeAll(scheduler).filter((taken) => taken.gate === gate)
  if (one) scheduler.finished(one, 'good')
}
const limits = (slots: number, windowStart: number, windowMost = windowStart) => ({
  slots,
  windowStart,
  windowMost,
  fixedWindows: {},
})

test('a gate of our own code has no lanes claimed beyond those that may start', () => {
  const scheduler = createScheduler({ ...limits(100, 2), fixedWindows: { turn: 3 } })
  const wanted = (name: string) => {
    scheduler.noteDue(name)
    const gate = scheduler.nextToClaim(false)
    return gate ? wantedOf(gate) : 0
  }
  assert.equal(wanted('turn:a'), 3)
  offer(scheduler, 'turn:a', 2)
  assert.equal(wanted('turn:a'), 1)
  const [first] = takeAll(scheduler)
  assert.equal(wanted('turn:a'), 1, 'those that run count as those that are ready')
  offer(scheduler, 'turn:a', 1)
  takeAll(scheduler)
  assert.equal(wanted('turn:a'), 0)
  scheduler.finished(first as ClaimedLane, 'unknown')
  assert.equal(wanted('turn:a'), 1)
  offer(scheduler, 'turn:a', 1)
  assert.equal(wanted('message:a'), 4, 'an endpoint has some ahead')
})

test('gates take turns: a long backlog of one does not keep the others waiting', () => {
  const scheduler = createScheduler(limits(100, 10))
  offer(scheduler, 'big', 1000, 'a')
  offer(scheduler, 'small', 2, 'b')
  const first = [scheduler.startNext(), scheduler.startNext(), scheduler.startNext(), scheduler.startNext()]
  assert.deepEqual(
    first.map((one) => one?.gate),
    ['big', 'small', 'big', 'small'],
  )
})

test('a gate runs at most its window at a time, which grows by good outcomes and shrinks by bad ones', () => {
  const scheduler = createScheduler(limits(100, 4, 6))
  offer(scheduler, 'g', 50)
  const first = takeAll(scheduler)
  assert.equal(first.length, 4)
  for (const one of first) scheduler.finished(one, 'good')
  const second = takeAll(scheduler)
  assert.equal(second.length, 6, 'and no further than its limit')
  for (const one of second.splice(0, 2)) scheduler.finished(one, 'unknown')
  assert.equal(second.push(...takeAll(scheduler)), 6, 'an unknown outcome changes nothing')
  for (const one of second) scheduler.finished(one, 'bad')
  assert.equal(takeAll(scheduler).length, 2, 'and never below what one hanging run leaves over')
})

test('a kind of work with a window of its own has all of it from the start', () => {
  const scheduler = createScheduler({ ...limits(100, 4), fixedWindows: { turn: 16 } })
  offer(scheduler, 'turn:a', 50)
  offer(scheduler, 'turning', 50)
  const taken = takeAll(scheduler)
  assert.deepEqual([countOf(taken, 'turn:a'), countOf(taken, 'turning')], [16, 4])
})

test('no tenant fills more than half of all slots, and others use the rest', () => {
  const scheduler = createScheduler(limits(10, 4, 100))
  for (const gate of ['p', 'q', 'r']) prove(scheduler, gate)
  for (const gate of ['p', 'q']) offer(scheduler, gate, 50, 'a')
  assert.equal(takeAll(scheduler).length, 5)
  offer(scheduler, 'r', 50, 'b')
  const others = takeAll(scheduler)
  assert.equal(others.length, 5)
  assert.ok(others.every(({ tenant }) => tenant === 'b'))
})

test('gates that have not shown that they answer share half of the slots, and those that have use the rest', () => {
  const scheduler = createScheduler(limits(10, 4, 100))
  prove(scheduler, 'good')
  for (let n = 0; n < 20; n++) offer(scheduler, `hanging${n}`, 4)
  assert.equal(takeAll(scheduler).length, 5)
  offer(scheduler, 'good', 4)
  assert.equal(countOf(takeAll(scheduler), 'good'), 4)
})

test('a gate that fails again is among the unproven with all its runs, and one that answers leaves them', () => {
  const scheduler = createScheduler(limits(8, 4, 100))
  prove(scheduler, 'g')
  offer(scheduler, 'g', 4)
  const [first, ...rest] = takeAll(scheduler) as [ClaimedLane, ...ClaimedLane[]]
  scheduler.finished(first, 'bad')
  offer(scheduler, 'new', 4)
  assert.equal(takeAll(scheduler).length, 1, 'three of the four are taken by the failing gate')
  scheduler.finished(rest[0] as ClaimedLane, 'good')
  assert.equal(takeAll(scheduler).length, 3)
})

test('however many gates have not shown that they answer, one that does gets every second start', () => {
  const scheduler = createScheduler(limits(100, 4))
  prove(scheduler, 'good')
  for (let n = 0; n < 20; n++) offer(scheduler, `new${n}`, 2)
  offer(scheduler, 'good', 4)
  const started = Array.from({ length: 8 }, () => scheduler.startNext()?.gate)
  assert.equal(started.filter((gate) => gate === 'good').length, 4)
})

test('a gate that answers, or has a new item, does not wait for the claims of a backlog', () => {
  const scheduler = createScheduler(limits(100, 4))
  prove(scheduler, 'good')
  for (let n = 0; n < 20; n++) scheduler.noteDue(`old${n}`)
  scheduler.noteDue('good')
  assert.equal(scheduler.nextToClaim(true)?.name, 'good')
  scheduler.gate('good').isClaiming = true
  assert.equal(scheduler.nextToClaim(true), undefined)
  scheduler.noteNew('new')
  assert.equal(scheduler.nextToClaim(true)?.name, 'new')
  assert.equal(scheduler.nextToClaim(false)?.name, 'old0')
})

test('withdrawn lanes are not started, and runs under way are still counted', () => {
  const scheduler = createScheduler(limits(100, 2))
  offer(scheduler, 'g', 5)
  const running = takeAll(scheduler)
  assert.equal(scheduler.withdraw('g').length, 3)
  assert.deepEqual([scheduler.running(), scheduler.ready()], [2, 0])
  for (const one of running) scheduler.finished(one, 'good')
  assert.equal(scheduler.startNext(), undefined)
})

test('a gate may claim while there may be due lanes and there is room for it', () => {
  const scheduler = createScheduler(limits(100, 2))
  const names = () => {
    const gate = scheduler.nextToClaim(false)
    return gate ? [gate.name] : []
  }
  assert.deepEqual(names(), [])
  scheduler.noteDue('g')
  assert.deepEqual(names(), ['g'])
  offer(scheduler, 'g', 2)
  assert.deepEqual(names(), [], 'its window is full')
  takeAll(scheduler)
  assert.deepEqual(names(), ['g'], 'there is room again')
  const gate = scheduler.gate('g')
  gate.isClaiming = true
  assert.deepEqual(names(), [])
  gate.isClaiming = false
  scheduler.noteDue('g')
  gate.mayHaveDue = false
  assert.deepEqual(names(), [], 'nothing more is there')
})

test('done: the next loaded item goes on; without one, or when the worker stops, the lane is let go', () => {
  const done = { kind: 'done', report: 'r', note: 'n' } as const
  const two = lane('g', 't', [item(1, { triesUsed: 2, runs: 3 }), item(2)])
  const settling = settlingOf(two, done, 50, false)
  assert.equal(settling.release, null)
  assert.deepEqual(settling.item, {
    id: 101,
    state: 'done',
    triesUsed: 3,
    runs: 4,
    at: 50,
    diedAt: null,
    lastError: 'n',
    report: 'r',
  })
  assert.deepEqual(settlingOf(two, done, 50, true).release, {
    headSeq: 2,
    readyAt: null,
    retrying: 0,
    waitAsked: 0,
  })
  const last = lane('g', 't', [item(7)])
  assert.deepEqual(settlingOf(last, done, 50, false).release, {
    headSeq: 8,
    readyAt: null,
    retrying: 0,
    waitAsked: 0,
  })
})

test('retry: the item stays the head, its lane waits, and the try counts only if it should', () => {
  const two = lane('g', 't', [item(1), item(2)])
  const retry = { kind: 'retry', report: 'r', error: 'e', waitMs: 850 } as const
  const counted = settlingOf(two, { ...retry, costsTry: true }, 50, false)
  assert.deepEqual(counted.release, { headSeq: 1, readyAt: 900, retrying: 1, waitAsked: 0 })
  assert.deepEqual(counted.item, {
    id: 101,
    state: 'pending',
    triesUsed: 1,
    runs: 1,
    at: 50,
    diedAt: null,
    lastError: 'e',
    report: 'r',
  })
  assert.equal(settlingOf(two, { ...retry, costsTry: false }, 50, false).item?.triesUsed, 0)
})

test('dead: the lane goes on, and a run that never was costs no try', () => {
  const two = lane('g', 't', [item(1), item(2)])
  const dead = { kind: 'dead', report: null, error: 'e' } as const
  assert.equal(settlingOf(two, { ...dead, costsTry: true }, 50, false).item?.triesUsed, 1)
  const untried = settlingOf(two, { ...dead, costsTry: false }, 50, false)
  assert.deepEqual([untried.item?.triesUsed, untried.item?.runs, untried.release], [0, 0, null])
  const last = settlingOf(lane('g', 't', [item(1)]), { ...dead, costsTry: true }, 50, false)
  assert.deepEqual(
    last.release,
    { headSeq: 2, readyAt: null, retrying: 0, waitAsked: 0 },
    'with whatever has come meanwhile',
  )
})

test('put back: nothing of the item changes, and a head that was tried waits among the retried', () => {
  const tried = lane('g', 't', [item(3, { triesUsed: 1 })])
  assert.deepEqual(putBackOf(tried, tried.items[0] as LaneItem), {
    laneId: tried.id,
    claim: 1,
    item: null,
    release: { headSeq: 3, readyAt: null, retrying: 1, waitAsked: 0 },
  })
})

test('the name of an item outside leads back to it, and nothing else does', () => {
  const uid = '01a1dd2b-afe4-7c06-aaac-598b0f6c85ee'
  assert.deepEqual(parseItemId(itemId(uid, 12)), { uid, seq: 12 })
  for (const bad of ['', uid, `${uid}-0`, `${uid}-x`, `${uid}-1-2`, `${uid}-1 `, `${uid}-9999999999999999`])
    assert.equal(parseItemId(bad), undefined, bad)
})
