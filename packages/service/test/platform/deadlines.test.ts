/** Deadlines of requests: never early, and many at the same moment hold nobody else up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deadlines, type Link } from '../../src/platform/egress/deadlines.ts'

interface Entry extends Link {
  readonly atMs: number
}
const entry = (atMs: number): Entry => ({ previous: null, next: null, atMs })

test('what falls due at the same moment is expired a few at a time, all of it, and nothing early', async () => {
  const early: number[] = []
  let expired = 0
  let inThisTurn = 0
  let most = 0
  await new Promise<void>((resolve) => {
    const deadlines = new Deadlines<Entry>(({ atMs }) => {
      if (performance.now() < atMs) early.push(atMs)
      if (inThisTurn++ === 0) {
        setImmediate(() => {
          inThisTurn = 0
        })
      }
      most = Math.max(most, inThisTurn)
      if (++expired === 500) resolve()
    })
    const atMs = performance.now() + 40
    for (let n = 0; n < 500; n++) deadlines.set(entry(atMs), atMs)
    const lifted = entry(atMs)
    deadlines.set(lifted, atMs)
    deadlines.lift(lifted)
  })
  assert.deepEqual(early, [])
  // A turn may hold the tick of the timer and the rest of the one before.
  assert.ok(most <= 16, `${most} were expired in one turn`)
  await new Promise((resolve) => setTimeout(resolve, 60))
  assert.equal(expired, 500)
})
