/** Starts of requests: few in a tick, callers in rotation, and no delay where few come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStarts } from '../../src/platform/http/start-in-turn.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('of a thousand requests of one caller eight start in a tick, and another caller is next in the tick after', async () => {
  const { turn } = createStarts()
  const started: string[] = []
  const come = (owner: string) => void turn(owner).then(() => started.push(owner))
  for (let n = 0; n < 1000; n++) come('crowd')
  await Promise.resolve()
  assert.equal(started.length, 8)
  come('other')
  await tick()
  assert.ok(started.length <= 16)
  assert.ok(started.slice(8, 10).includes('other'))
  while (started.length < 1001) await tick()
})

test('a request that comes alone starts at once, tick after tick', async () => {
  const { turn } = createStarts()
  for (let n = 0; n < 20; n++) {
    let isStarted = false
    void turn('one').then(() => {
      isStarted = true
    })
    await Promise.resolve()
    assert.ok(isStarted)
    await tick()
  }
})
