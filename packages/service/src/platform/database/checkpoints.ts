/**
 * Copies the log of the embedded engine into the database, in a thread: SQLite waits for the disk twice during a copy, which
 * would hold up the event loop after a large write. Once the log is long, writers wait for a copy: when all of it is copied, the
 * next write starts the log over.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Thread } from '../thread.ts'
import type { Executed } from './dialect.ts'
import type { Statement } from './sqlite-thread.ts'

/** A copy starts when this many pages of the log are not in the database yet: 4 MB. */
const WORTH_PAGES = 1000
/** From this length on, commits wait for a copy: 64 MB. */
const LONG_PAGES = 16_000
/** From this length on, SQLite itself copies in a commit, on the event loop. This happens only when the thread cannot keep up. */
export const MOST_PAGES = 4 * LONG_PAGES

interface LogState {
  readonly log: number
  readonly checkpointed: number
}

/** A passive checkpoint takes no lock that the writer needs. */
const COPY: Statement = { sql: 'PRAGMA wal_checkpoint(PASSIVE)', params: [] }

export function createCheckpoints(
  writer: DatabaseSync,
  thread: Thread<readonly Statement[], Executed[], never>,
) {
  // Copies nothing; returns the length of the log.
  const stateOfLog = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
  let copying: Promise<unknown> | undefined

  /** A failed copy leaves the log as it is. If the disk is at fault, the next commit fails. */
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
    /** Called after each commit; the next commit waits for it. */
    async committed(): Promise<void> {
      const { log, checkpointed } = stateOfLog.get() as unknown as LogState
      if (log - checkpointed < WORTH_PAGES) return
      if (log < LONG_PAGES) return void copy()
      // A copy under way may have begun before this commit, so another one follows.
      await copying
      await copy()
    },
  }
}
