/**
 * Copies the log of the embedded engine into the database, in a thread: SQLite waits for the disk twice while it does so, and
 * after a large write everybody else would wait with it. Writers wait for a copy once the log is long: when all of it is copied,
 * the next write begins it anew.
 */
import type { DatabaseSync } from 'node:sqlite'
import { createThread } from '../thread.ts'

/** So many pages in the log that are not in the database make a copy worth its while: 4 MB. */
const WORTH_PAGES = 1000
/** A log of so many is long: 64 MB. */
const LONG_PAGES = 16_000
/** At so many, a commit copies what is left, on the event loop: only where the thread does not get on. */
export const MOST_PAGES = 4 * LONG_PAGES

interface LogState {
  readonly log: number
  readonly checkpointed: number
}

export function createCheckpoints(writer: DatabaseSync, path: string) {
  // It only says how long the log is.
  const stateOfLog = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
  const module = new URL('./checkpoint-thread.ts', import.meta.url)
  const thread = createThread<'copy', void>({ name: 'checkpoint', module, workerData: path })
  let copying: Promise<void> | undefined

  /** One that fails leaves the log as it is: if the disk is at fault, the next commit says so. */
  function copy(): Promise<void> {
    copying ??= thread
      .ask('copy')
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
    close: () => thread.close(),
  }
}
