/** Claiming: which lanes of a gate come first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClaimer } from '../../src/lanes/claimer.ts'
import { createScheduler } from '../../src/lanes/scheduler.ts'
import type { ClaimRequest } from '../../src/lanes/store.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'

test('lanes never tried are claimed before retries, and every fourth claim takes retries first', async () => {
  const firsts: number[] = []
  const scheduler = createScheduler({ slots: 10, windowStart: 4, windowMost: 4, fixedWindows: {} })
  let isFirst = true
  const claimer = createClaimer({
    database: {} as Database,
    engine: {
      separateWritesAtOnce: 1,
      itemsPerLane: 1,
      append: () => assert.fail(),
      settle: () => assert.fail(),
      async claim(_: Database, { retrying }: ClaimRequest) {
        if (isFirst) firsts.push(retrying)
        isFirst = !isFirst
        return []
      },
    },
    clock: manualClock(),
    log: createLog('silent'),
    lease: { current: () => ({ worker: 'me', until: 1e15 }), keep: async () => {}, end: async () => {} },
    scheduler,
    claimed: () => assert.fail(),
    done: () => {},
  })
  for (let n = 0; n < 8; n++) {
    scheduler.noteDue('g')
    claimer.claimMore()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(firsts, [0, 0, 0, 1, 0, 0, 0, 1])
})
