/**
 * One time for all processes on one PostgreSQL: the server's, read at start and at each `sync`. In between the process adds the
 * time of its own monotonic clock, so that neither a stepped system clock nor a frozen process misleads it.
 * The embedded engine has one process. It does the same with the system clock and follows it forward only: if the clock was set
 * back, due work would have to wait until its time comes again.
 */
import { sql } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import type { Database } from './handle.ts'

export interface DatabaseClock extends Clock {
  sync(): Promise<void>
}

export function createDatabaseClock(database: Database, base: Clock): DatabaseClock {
  // A test's clock is already shared by all services in the test.
  if (base !== systemClock) return { ...base, sync: async () => {} }
  let offsetMs = Date.now() - performance.now()
  return {
    now: () => Math.round(performance.now() + offsetMs),
    after: base.after,
    async sync() {
      if (database.engine === 'sqlite') {
        offsetMs = Math.max(offsetMs, Date.now() - performance.now())
        return
      }
      const before = performance.now()
      const { rows } = await sql<{ now: number }>`
        SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now`.execute(database.q)
      const after = performance.now()
      const now = rows[0]?.now
      if (now !== undefined) offsetMs = now - (before + after) / 2
    },
  }
}
