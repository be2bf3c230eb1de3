/** Turns: how many places one owner may have, who is next, and that nobody waits for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlaces } from '../../src/platform/share-places.ts'

/** Notes who got in, in order. */
function watched(places: number) {
  const shared = createPlaces(places)
  const inside: string[] = []
  const leaving = new Map<string, () => void>()
  return {
    inside,
    async enter(name: string, mostMs = 60_000) {
      const leave = await shared.enter(name.slice(0, 1), mostMs)
      inside.push(leave ? name : `${name} sent away`)
      if (leave) leaving.set(name, leave)
    },
    async leave(name: string) {
      leaving.get(name)?.()
      await settled()
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one owner never has all places, and of those that wait each owner has its turn', async () => {
  const { inside, enter, leave } = watched(4)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void enter(name)
  await settled()
  assert.deepEqual(inside, ['a1', 'a2', 'a3', 'b1'], 'a quarter is left to others')
  await leave('a1')
  await leave('a2')
  await leave('b1')
  assert.deepEqual(inside.slice(4), ['a4', 'b2', 'c1'])
  for (const name of ['a3', 'a4', 'b2', 'c1']) await leave(name)
  assert.deepEqual(inside.slice(7), ['a5'])
})

test('who waits too long is sent away, and its place in the queue is gone', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { inside, enter, leave } = watched(1)
  for (const name of ['a1', 'b1']) void enter(name, 1000)
  void enter('c1', 2000)
  await settled()
  t.mock.timers.tick(1000)
  await leave('a1')
  assert.deepEqual(inside, ['a1', 'b1 sent away', 'c1'])
  t.mock.timers.tick(10_000)
  await settled()
  assert.equal(inside.length, 3, 'those inside are left alone')
})
