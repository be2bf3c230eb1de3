/**
 * Lets a service finish what it has begun, so that time in a test's hands passes only while there is nothing to do. Without
 * it a busy machine would be one on which every query and every request takes minutes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Database } from '../../src/platform/database/handle.ts'
import type { TestService } from './service.ts'

/** So often in a row nothing is under way: what one step has begun may show at the next only. */
const QUIET_LOOKS = 3
/** Whatever takes longer waits for something that the test does not let happen. */
const MOST_MS = 5000

/** Resolves once no query is under way and no lane runs, but for those that `held` receivers keep waiting. */
export function atRest({ service }: TestService, held: () => number): Promise<void> {
  const { lanes } = service.app
  return databaseAtRest(service.database, () => {
    const { running, claimed, unwritten } = lanes.stats()
    return running > held() || (running === 0 && claimed > 0) || unwritten > 0
  })
}

/** Resolves once no query is under way and nothing else is. */
export async function databaseAtRest(database: Database, isBusy = () => false): Promise<void> {
  const { pool } = database as { pool?: Pool }
  const inUse = () => (pool ? pool.totalCount - pool.idleCount + pool.waitingCount : 0)
  const deadline = performance.now() + MOST_MS
  for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < deadline; ) {
    await new Promise((resolve) => setImmediate(resolve))
    // The embedded engine has no connections to look at; what was begun before this is done before it.
    if (!pool) await database.transaction('test', async () => {}, 'process')
    quiet = inUse() > 0 || isBusy() ? 0 : quiet + 1
    if (quiet === 0) await pause(1)
  }
}
