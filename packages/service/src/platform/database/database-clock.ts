/**
 * One time for all processes on one PostgreSQL: the server's. It is asked at start and again at each `sync`; in between the
 * process counts on by its own monotonic clock, so that neither a stepped system clock nor a frozen process misleads it.
 * The embedded engine has one process. It counts on in the same way and follows the system clock forward only: set back, the
 * clock would make what is due wait until that time comes again.
 */
import { sql } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import type { Database } from './handle.ts'

export interface DatabaseClock extends Clock {
  sync(): Promise<void>
}

export function createDatabaseClock(database: Database, base: Clock): DatabaseClock {
  // A clock given by a test is already the one time of all processes in it.
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
