/** Deadlines of requests: never early, and many at the same moment hold nobody else up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Deadlines, type Link } from '../../src/platform/egress/deadlines.ts'

interface Entry extends Link {
  readonly atMs: number
}
/** Longer than a busy machine takes for the next turn of the event loop. */
const LIMIT_MS = 2000
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

test('what came while the process stood still is heard before its deadline is over', async () => {
  const expired: Entry[] = []
  const deadlines = new Deadlines<Entry>((late) => expired.push(late))
  const isOver = new Int32Array(new SharedArrayBuffer(4))
  await using peer = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    parentPort.on('message', () => {
      parentPort.postMessage('answer')
      Atomics.wait(workerData, 0, 0, ${LIMIT_MS + 100})
      Atomics.store(workerData, 0, 1)
      Atomics.notify(workerData, 0)
    })
    parentPort.postMessage('ready')`,
    { eval: true, workerData: isOver },
  )
  await new Promise((resolve) => peer.once('message', resolve))
  const answered = entry(performance.now() + LIMIT_MS)
  deadlines.set(answered, answered.atMs)
  peer.once('message', () => deadlines.lift(answered))
  peer.postMessage('question')
  // Timers come next in the event loop, and messages after them.
  await new Promise((resolve) => setImmediate(resolve))
  Atomics.wait(isOver, 0, 0)
  const silent = entry(performance.now() + 20)
  deadlines.set(silent, silent.atMs)
  while (!expired.includes(silent)) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(expired, [silent])
})
