/**
 * Copies the log of the embedded engine into the database, in a thread: SQLite waits for the disk twice while it does so, and
 * after a large write everybody else would wait with it. A copy at a commit, on the event loop, is only the limit of how long
 * the log may become.
 */
import type { DatabaseSync } from 'node:sqlite'
import { createThread } from '../thread.ts'

/** So many pages in the log that are not in the database make a copy worth its while: 4 MB. */
const WORTH_PAGES = 1000
/** At a log of so many, a commit copies what is left: 64 MB. */
export const LOG_PAGES = 16_000

interface LogState {
  readonly log: number
  readonly checkpointed: number
}

export function createCheckpoints(writer: DatabaseSync, path: string) {
  // It only says how long the log is.
  const state = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
  const module = new URL('./checkpoint-thread.ts', import.meta.url)
  const thread = createThread<'copy', void>({ name: 'checkpoint', module, workerData: path })
  let isCopying = false

  /** One that fails leaves the log as it is: if the disk is at fault, the next commit says so. */
  async function copyIfWorth(): Promise<void> {
    if (isCopying) return
    isCopying = true
    try {
      const { log, checkpointed } = state.get() as unknown as LogState
      if (log - checkpointed >= WORTH_PAGES) await thread.ask('copy')
    } catch {
    } finally {
      isCopying = false
    }
  }

  return {
    /** To be called after each commit. */
    committed: () => void copyIfWorth(),
    close: () => thread.close(),
  }
}
