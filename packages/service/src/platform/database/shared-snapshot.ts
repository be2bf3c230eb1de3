/**
 * How reads of the embedded engine share what they see. Those of one turn of the event loop read one snapshot: to open one for
 * each takes as long as a small read, and after every commit the engine forgets what it had in memory of the file. A snapshot
 * ends with the next commit, so that nobody reads what was before it; and before a write begins, since the log can start over
 * only while nobody reads.
 */
import type { DatabaseSync } from 'node:sqlite'

export interface SharedSnapshot {
  /** Called before each read. */
  open(): void
  end(): void
}

export function createSharedSnapshot(reading: DatabaseSync): SharedSnapshot {
  const begin = reading.prepare('BEGIN')
  const commit = reading.prepare('COMMIT')
  let isOpen = false

  function end(): void {
    if (!isOpen) return
    isOpen = false
    // A read that failed may have ended it already.
    if (reading.isTransaction) commit.run()
  }

  return {
    open() {
      if (isOpen) return
      begin.run()
      isOpen = true
      setImmediate(end)
    },
    end,
  }
}
