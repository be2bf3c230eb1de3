/** The memory budget: how much one owner and all of them may hold at a time, whose turn is next, and that all is given back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryBudget, type MemoryShare } from '../../src/platform/memory-budget.ts'

const MIB = 2 ** 20

/** Notes who got in, in order. */
function watched(totalMib: number) {
  const budget = createMemoryBudget(totalMib * MIB)
  const inside: string[] = []
  const places = new Map<string, MemoryShare>()
  return {
    inside,
    async enter(name: string, mib: number, signal?: AbortSignal) {
      const place = await budget.enter(name.slice(0, 1), mib * MIB, signal)
      inside.push(place ? name : `${name} sent away`)
      if (place) places.set(name, place)
    },
    placeOf: (name: string) => places.get(name) as MemoryShare,
    /** Whoever may enter has entered. */
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

test('an owner holds half of what the others leave, the rest waits, and all of it gets in as others leave', async () => {
  const { inside, enter, placeOf, settled } = watched(64)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) void enter(name, 16)
  await settled()
  assert.deepEqual(inside, ['a1', 'a2', 'b1'])
  placeOf('a1').leave()
  placeOf('a1').leave()
  await settled()
  assert.deepEqual(inside.slice(3), [], 'half of 48 is 24, and leaving twice makes no more room')
  placeOf('a2').leave()
  await settled()
  assert.deepEqual(inside.slice(3), ['a3'])
  placeOf('b1').leave()
  await settled()
  assert.deepEqual(inside.slice(4), ['b2'])
  placeOf('b2').leave()
  await settled()
  assert.deepEqual(inside.slice(5), ['a4'])
})

test('a large one whose turn it is gets in: small ones of others that come after do not overtake it', async () => {
  const { inside, enter, placeOf, settled } = watched(64)
  for (const [name, mib] of [
    ['a1', 40],
    ['b1', 20],
    ['c1', 30],
    ['d1', 1],
  ] as const)
    void enter(name, mib)
  await settled()
  assert.deepEqual(inside, ['a1', 'b1'])
  placeOf('b1').leave()
  await settled()
  assert.deepEqual(inside, ['a1', 'b1'])
  placeOf('a1').leave()
  await settled()
  assert.deepEqual(inside.slice(2), ['c1', 'd1'])
})

test('what turns out smaller makes room at once', async () => {
  const { inside, enter, placeOf, settled } = watched(64)
  for (const name of ['a1', 'a2', 'a3']) void enter(name, 30)
  await settled()
  assert.deepEqual(inside, ['a1'])
  placeOf('a1').shrinkTo(1)
  placeOf('a1').shrinkTo(30 * MIB)
  await settled()
  assert.deepEqual(inside, ['a1', 'a2'])
})

test('who gives up waiting leaves the line, and lets in whoever stood behind', async () => {
  const { inside, enter, settled } = watched(64)
  const late = new AbortController()
  void enter('a1', 40)
  void enter('b1', 30, late.signal)
  void enter('c1', 20)
  await settled()
  assert.deepEqual(inside, ['a1'])
  late.abort()
  await settled()
  assert.deepEqual(inside.toSorted(), ['a1', 'b1 sent away', 'c1'])
  await enter('d1', 1, late.signal)
  assert.equal(inside.at(-1), 'd1 sent away')
})

test('one larger than all the room has it for itself, a tiny one always gets in, and a line without end is no line', async () => {
  const { inside, enter, settled } = watched(8)
  void enter('a1', 100)
  void enter('b1', 0.003)
  await settled()
  assert.deepEqual(inside.toSorted(), ['a1', 'b1'])
  for (let n = 0; n < 600; n++) void enter(`c${n}`, 1)
  void enter('d', 1)
  await settled()
  assert.equal(inside.length, 2 + 100)
  assert.ok(inside.slice(2).every((name) => /^c\d+ sent away$/.test(name)))
})

test('a share that grows takes half at most, another owner finds room, and a small one always does', () => {
  const budget = createMemoryBudget(64 * MIB)
  const first = budget.open('a')
  for (let mib = 1; mib <= 32; mib++) assert.ok(first.growTo(mib * MIB))
  const second = budget.open('a')
  assert.ok(!second.growTo(MIB), 'its half is taken')
  assert.ok(second.growTo(4_000))
  assert.ok(!second.growTo(60_000), 'thousands of these would take all memory')
  assert.ok(budget.open('b').growTo(32 * MIB))
  first.leave()
  first.leave()
  assert.ok(second.growTo(32 * MIB))
  assert.ok(!budget.open('c').growTo(MIB), 'all of it is taken')
})
