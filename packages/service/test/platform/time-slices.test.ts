/** Slices of time that work shares: one piece of work goes on in a tick, and owners take turns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAs } from '../../src/platform/activity.ts'
import { startSlices } from '../../src/platform/time-slices.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('of all work that has paused one goes on in a tick, owners in rotation', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    const slices = startSlices()
    for (let step = 1; step <= 2; step++) {
      await slices.pause()
      order.push(`${name}.${step}`)
    }
  }
  const asItsOwner = (name: string) =>
    runAs({ kind: 'request', id: name, route: 'GET /', owner: name.slice(0, 1) }, () => work(name))
  const done = Promise.all(['a1', 'a2', 'a3', 'b1'].map(asItsOwner))
  const counts: number[] = []
  for (let n = 0; n < 8; n++) {
    await tick()
    counts.push(order.length)
  }
  await done
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 7, 8])
  assert.deepEqual(order.slice(0, 4), ['a1.1', 'b1.1', 'a2.1', 'b1.2'])
})
