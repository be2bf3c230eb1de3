/** The rate of callers: what one of them may do, and how many are remembered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRate } from '../../src/platform/limit-rate.ts'
import { manualClock } from '../harness/clock.ts'

const MOST_REMEMBERED = 10_000

test('so many at once, then so many a second', async () => {
  const clock = manualClock()
  const rate = createRate(clock, { atOnce: 2, perSecond: 4 })
  assert.deepEqual([rate.take('a'), rate.take('a'), rate.take('a'), rate.take('b')], [0, 0, 250, 0])
  await clock.advance(250)
  assert.deepEqual([rate.waitMs('a'), rate.take('a'), rate.waitMs('a')], [0, 0, 250])
})

test('of very many callers those are forgotten who came longest ago', () => {
  const rate = createRate(manualClock(), { atOnce: 1, perSecond: 1 })
  for (let n = 0; n < MOST_REMEMBERED; n++) rate.take(`caller ${n}`)
  assert.equal(rate.take('caller 0'), 1000, 'all are remembered')
  rate.take('one more')
  assert.deepEqual(
    ['caller 0', 'caller 1', 'caller 2', 'one more'].map((who) => rate.waitMs(who)),
    [1000, 0, 1000, 1000],
  )
})
