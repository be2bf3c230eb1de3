/**
 * Waits for the disk off the event loop, for the embedded engine. A commit with `synchronous = NORMAL` writes to the log of the
 * database without syncing it; here a thread of Node's pool syncs it. The guarantee is that of `synchronous = FULL`:
 *
 * - A group with a `disk` transaction succeeds after a sync of the log that began after its commit. Groups that commit meanwhile
 *   share the next sync.
 * - Groups succeed in the order of their commits, also those that need no sync: a transaction may have read what the one before
 *   it wrote, and its caller must not act on that before it is on disk.
 * - A checkpoint, which lets the log start over, is left to SQLite: it syncs the log before and the database after.
 * - After a failed sync nothing is written any more, because the state of the disk is unknown.
 *
 * The one difference: a read outside a transaction can see a commit a moment before it is on disk.
 */
import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const syncFile = promisify(fdatasync)

/** A committed group: one of the two functions is called. */
interface Committed {
  readonly needsDisk: boolean
  readonly succeed: () => void
  readonly fail: (reason: Error) => void
}

/** `sync` resolves when all earlier writes are on disk. */
export function createSyncLog(sync: () => Promise<void>) {
  const waiting: Committed[] = []
  let isReporting = false
  let failure: Error | undefined

  async function reportAll(): Promise<void> {
    isReporting = true
    while (waiting.length > 0) {
      if (!waiting[0]?.needsDisk) {
        waiting.shift()?.succeed()
        continue
      }
      const covered = waiting.splice(0)
      try {
        await sync()
      } catch (cause) {
        failure = new Error('The disk failed: the last writes may be lost. Restart the service.', {
          cause,
        })
        for (const { fail } of [...covered, ...waiting.splice(0)]) fail(failure)
        break
      }
      for (const { succeed } of covered) succeed()
    }
    isReporting = false
  }

  return {
    /** Called right after each commit. */
    committed(group: Committed): void {
      if (failure) {
        group.fail(failure)
        return
      }
      waiting.push(group)
      if (!isReporting) void reportAll()
    },
    isIdle: () => !isReporting,
    /** The error after which nothing may be written any more. */
    failure: () => failure,
  }
}

/** Opens the file at the first sync and keeps it open: a sync reports write errors since the file was opened. */
export function fileToSync(path: string) {
  let file: number | undefined
  return {
    async sync() {
      file ??= openSync(path, 'r+')
      await syncFile(file)
    },
    close() {
      if (file !== undefined) closeSync(file)
    },
  }
}
