/** When a failed delivery is tried again, and when it is given up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deliveryLifeMs, nextWaitMs, parseRetryAfter, retryWaitsMs } from '../../src/delivery/schedule.ts'
import { SUCCESS } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { setScene } from './scene.ts'

const HOUR = 3_600_000
const plain = { failedTries: 1, lifeLeftMs: deliveryLifeMs, retryAfterMs: null, random: 0.5 }

test('the waits are 1 s, 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h and 12 h', () => {
  assert.deepEqual(
    retryWaitsMs.map((ms) => ms / 1000),
    [1, 5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200],
  )
})

test('each wait is spread by a tenth either way, and after the last one there is none', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), chance, (failedTries, random) => {
      const wait = retryWaitsMs[failedTries - 1] ?? 0
      const at = nextWaitMs({ ...plain, failedTries, random }) ?? assert.fail()
      assert.ok(at >= Math.floor(wait * 0.9) && at <= Math.ceil(wait * 1.1), `${at}`)
    }),
  )
  assert.equal(nextWaitMs({ ...plain, failedTries: 11 }), null)
})

test('Retry-After only ever makes the wait longer, and never longer than 12 hours', () => {
  assert.equal(nextWaitMs({ ...plain, retryAfterMs: 60_000 }), 60_000)
  assert.equal(nextWaitMs({ ...plain, failedTries: 3, retryAfterMs: 1 }), 30_000)
  assert.equal(nextWaitMs({ ...plain, retryAfterMs: 100 * HOUR }), 12 * HOUR)
  assert.equal(parseRetryAfter('7', 0), 7000)
  assert.equal(parseRetryAfter('Thu, 01 Jan 1970 00:01:00 GMT', 10_000), 50_000)
  assert.equal(parseRetryAfter('Thu, 01 Jan 1970 00:00:00 GMT', 10_000), 0)
  assert.equal(parseRetryAfter('99999999999', 0), 99_999_999_999_000)
  for (const nonsense of [undefined, '', 'soon', '-5', '1e9'])
    assert.equal(parseRetryAfter(nonsense, 0), null, String(nonsense))
})

test('no try is set for a time when the delivery is already too old', () => {
  assert.equal(nextWaitMs({ ...plain, lifeLeftMs: 1000 }), null)
  assert.equal(nextWaitMs({ ...plain, lifeLeftMs: 1001 }), 1000)
})

onSqlite((engine) => {
  test('a delivery that always fails is tried eleven times on schedule, then dead, and the next one goes out', async () => {
    await using scene = await setScene(engine)
    // Successes of other conversations in between keep the endpoint from being parked.
    scene.developer.answer(({ json }) =>
      (json as { conversation_id: string }).conversation_id === 'bad' ? { status: 500 } : SUCCESS,
    )
    const id = await scene.send('bad')
    const next = await scene.send('bad')
    for (const [n, wait] of retryWaitsMs.entries()) {
      const detail = await scene.attempted(id, n + 1)
      assert.equal(detail.attempt_log.length, n + 1)
      await scene.settled(await scene.send('good'))
      await scene.clock.leap(wait * 1.11, async () => {})
      await scene.until(
        'the next try',
        () => scene.delivery(id),
        (it) => it.attempt_log.length > n + 1,
      )
    }
    const detail = await scene.settled(id)
    assert.deepEqual([detail.state, detail.attempts], ['dead', 11])
    assert.equal(detail.last_error, 'The response was 500; needed 200.')
    const log = detail.attempt_log as { started_at: number; counted: boolean }[]
    for (const [n, wait] of retryWaitsMs.entries()) {
      const waited = (log[n + 1]?.started_at ?? 0) - (log[n]?.started_at ?? 0)
      assert.ok(waited >= wait * 0.9, `wait ${n} was ${waited}`)
    }
    assert.ok(log.every(({ counted }) => counted))
    await scene.attempted(next, 1)
  })

  test('a delivery older than 72 hours is dead without another try', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const id = await scene.send('a')
    await scene.attempted(id, 1)
    await scene.clock.leap(deliveryLifeMs, async () => {})
    const detail = await scene.until(
      'settled',
      () => scene.delivery(id),
      ({ state }) => state !== 'pending',
    )
    assert.deepEqual([detail.state, detail.attempts >= 1], ['dead', true])
    assert.equal(scene.developer.requests.length, 1)
    assert.equal(detail.last_error, 'It was not delivered within the time it may take.')
  })
})
