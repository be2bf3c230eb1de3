/** How queues hold still for what is run at once, and for how long. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCourtesy } from '../../src/lanes/courtesy.ts'
import type { ClaimedLane } from '../../src/lanes/lane.ts'
import { createTurns } from '../../src/lanes/turns.ts'

let id = 0
const lane = (gate: string, claim = 0): ClaimedLane => ({
  id: ++id,
  uid: `lane ${id}`,
  gate,
  tenant: gate,
  subject: null,
  headSeq: 1,
  claim,
  items: [],
})

function scene() {
  const time = { now: 1000 }
  const turns = createTurns({ slots: 100, windowStart: 4, windowMost: 4 }, () => time.now)
  for (let n = 0; n < 20; n++) turns.offer(lane('queue'))
  const expect = (claim: number, gate = 'light') => turns.expect(claim, turns.gate(gate))
  return { time, turns, expect }
}

test('a queue starts nothing while an item that runs at once is added and runs, and goes on after it', () => {
  const { turns, expect } = scene()
  expect(7)
  assert.equal(turns.next(), undefined, 'not while it is being added')
  turns.offer(lane('light', 7))
  const light = turns.next()
  assert.equal(light?.gate, 'light', 'it goes first, however many wait')
  assert.equal(turns.next(), undefined, 'nor while it runs')
  turns.finished(light as ClaimedLane, 'good', 1)
  assert.equal(turns.next()?.gate, 'queue')
})

test('what is not added after all, and what is never heard of again, holds up nobody', () => {
  const { time, turns, expect } = scene()
  expect(7)
  turns.callOff(7)
  assert.equal(turns.next()?.gate, 'queue')
  expect(8)
  assert.equal(turns.next(), undefined)
  time.now += 10
  assert.equal(turns.next()?.gate, 'queue')
})

test('a queue does not wait for runs that take long', () => {
  const { turns, expect } = scene()
  const run = (claim: number) => {
    expect(claim, 'slow')
    turns.offer(lane('slow', claim))
    return turns.next() as ClaimedLane
  }
  turns.finished(run(7), 'good', 400)
  assert.equal(run(8).gate, 'slow')
  assert.equal(turns.next()?.gate, 'queue')
})

test('a gate that is alone does not hold still for itself', () => {
  let now = 0
  const turns = createTurns({ slots: 100, windowStart: 4, windowMost: 4 }, () => now++)
  turns.offer(lane('only'))
  turns.next()
  turns.expect(7, turns.gate('only'))
  turns.offer(lane('only'))
  assert.equal(turns.next()?.gate, 'only')
})

test('a queue claims nothing meanwhile, unless something was just added to it', () => {
  const { turns, expect } = scene()
  const gate = turns.gate('behind')
  gate.more = true
  expect(7)
  assert.deepEqual(turns.hungry(), [])
  gate.awaited = true
  assert.deepEqual(turns.hungry(), [gate])
  gate.awaited = false
  turns.callOff(7)
  assert.deepEqual(turns.hungry(), [gate], 'it was not forgotten')
})

test('however many come with little, queues are held for half of the time at most', () => {
  const time = { now: 0 }
  const courtesy = createCourtesy(() => time.now)
  let heldMs = 0
  for (let ms = 0; ms < 1000; ms++) {
    courtesy.begin(ms)
    if (courtesy.leftMs() > 0) heldMs++
    time.now++
  }
  assert.ok(heldMs >= 450 && heldMs <= 520, `held for ${heldMs} of 1000 ms`)
})

test('short items now and then are waited for from end to end', () => {
  const time = { now: 0 }
  const courtesy = createCourtesy(() => time.now)
  for (let n = 0; n < 100; n++) {
    courtesy.begin(n)
    time.now += 4
    assert.ok(courtesy.leftMs() > 0)
    courtesy.end(n)
    assert.equal(courtesy.leftMs(), 0)
    time.now += 4
  }
})
