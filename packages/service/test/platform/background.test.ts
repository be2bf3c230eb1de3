/** Background work: at its intervals and when woken, one run at a time, and never again once stopped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Background, startBackground } from '../../src/platform/background.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function scene() {
  const clock = manualClock()
  const logLines: string[] = []
  const runs: { end: () => void; fail: (error: Error) => void; stopped: () => boolean }[] = []
  let most = 0
  let now = 0
  const background: Background = startBackground({
    name: 'test work',
    everyMs: 1000,
    clock,
    log: createLog('trace', { write: (line) => void logLines.push(line) }),
    run: (stopped) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      runs.push({ end: resolve, fail: reject, stopped })
      most = Math.max(most, ++now)
      return promise.finally(() => now--)
    },
  })
  const end = async () => {
    runs.at(-1)?.end()
    await turn()
  }
  return { clock, logLines, runs, background, end, most: () => most }
}

test('it runs at each interval, counted from the end of the run before', async () => {
  const { clock, runs, end } = scene()
  await clock.advance(999)
  assert.equal(runs.length, 0)
  await clock.advance(1)
  assert.equal(runs.length, 1)
  await clock.advance(5000)
  assert.equal(runs.length, 1)
  await end()
  await clock.advance(999)
  assert.equal(runs.length, 1)
  await clock.advance(1)
  assert.equal(runs.length, 2)
})

test('a wake-up runs it at once, and the interval begins anew', async () => {
  const { clock, runs, background, end } = scene()
  await clock.advance(900)
  background.wake()
  assert.equal(runs.length, 1)
  await end()
  await clock.advance(999)
  assert.equal(runs.length, 1)
  assert.equal(clock.waiting, 1)
  await clock.advance(1)
  assert.equal(runs.length, 2)
})

test('wake-ups during a run lead to exactly one more, never to two at a time', async () => {
  const { runs, background, end, most } = scene()
  for (let n = 0; n < 5; n++) background.wake()
  assert.equal(runs.length, 1)
  await end()
  assert.equal(runs.length, 2)
  await end()
  assert.equal(runs.length, 2)
  assert.equal(most(), 1)
})

test('a wake-up that waits for a pause comes after it, and in time where there is none', async () => {
  const { clock, runs, background, end } = scene()
  background.wakeInPause(100, 250)
  await clock.advance(99)
  background.wakeInPause(100, 250)
  await clock.advance(99)
  background.wakeInPause(100, 250)
  await clock.advance(51)
  assert.equal(runs.length, 0)
  await clock.advance(1)
  assert.equal(runs.length, 1)
  background.wakeInPause(100, 250)
  await end()
  await clock.advance(100)
  assert.equal(runs.length, 2)
})

test('a failed run is logged and tried again at the next interval', async () => {
  const { clock, runs, background, logLines } = scene()
  background.wake()
  runs[0]?.fail(new Error('no such luck'))
  await turn()
  assert.match(logLines.join(''), /"level":"error".*"work":"test work".*background work failed/)
  await clock.advance(1000)
  assert.equal(runs.length, 2)
})

test('work that fails again and again is logged every half minute, not each time', async () => {
  const { clock, logLines, runs } = scene()
  for (let n = 0; n < 59; n++) {
    await clock.advance(1000)
    runs.at(-1)?.fail(new Error('The database is away.'))
    await turn()
  }
  assert.equal(runs.length, 59)
  assert.equal(logLines.length, 2)
})

test('stopping tells the run under way, waits for it, and none starts afterwards', async () => {
  const { clock, runs, background, end } = scene()
  background.wake()
  background.wake()
  let stopped = false
  const stopping = background.stop().then(() => {
    stopped = true
  })
  await turn()
  assert.deepEqual([runs[0]?.stopped(), stopped], [true, false])
  await end()
  await stopping
  background.wake()
  await clock.advance(10_000)
  assert.deepEqual([runs.length, clock.waiting], [1, 0])
})
