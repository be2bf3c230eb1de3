/**
 * Copies the log of the embedded engine into the database, in a thread: SQLite waits for the disk twice while it does so, and
 * after a large write everybody else would wait with it. Writers wait for a copy once the log is long: when all of it is copied,
 * the next write begins it anew.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Thread } from '../thread.ts'
import type { Executed } from './dialect.ts'
import type { Statement } from './sqlite-thread.ts'

/** A copy starts when this many pages of the log are not in the database yet: 4 MB. */
const WORTH_PAGES = 1000
/** From this length on, commits wait for a copy: 64 MB. */
const LONG_PAGES = 16_000
/** From this length on, SQLite copies by itself in a commit, on the event loop: only when the thread cannot keep up. */
export const MOST_PAGES = 4 * LONG_PAGES

interface LogState {
  readonly log: number
  readonly checkpointed: number
}

/** What the thread runs takes no lock that the writer needs. */
const COPY: Statement = { sql: 'PRAGMA wal_checkpoint(PASSIVE)', params: [] }

export function createCheckpoints(
  writer: DatabaseSync,
  thread: Thread<readonly Statement[], Executed[], never>,
) {
  // It only says how long the log is.
  const stateOfLog = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
  let copying: Promise<unknown> | undefined

  /** One that fails leaves the log as it is: if the disk is at fault, the next commit says so. */
  function copy(): Promise<unknown> {
    copying ??= thread
      .ask([COPY])
      .catch(() => {})
      .finally(() => {
        copying = undefined
      })
    return copying
  }

  return {
    /** To be called after each commit; the next one waits for it. */
    async committed(): Promise<void> {
      const { log, checkpointed } = stateOfLog.get() as unknown as LogState
      if (log - checkpointed < WORTH_PAGES) return
      if (log < LONG_PAGES) return void copy()
      // One that was under way may have begun before this commit.
      await copying
      await copy()
    },
  }
}
