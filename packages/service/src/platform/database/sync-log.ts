/**
 * Waits for the disk beside the event loop, for the embedded engine. A commit with `synchronous = NORMAL` writes to the log
 * of the database and does not sync it; here a thread of Node's pool does. The promise is that of `synchronous = FULL`:
 *
 * - A group of transactions with a `disk` one in it is told after a sync of the log that began after its commit. Groups that
 *   commit meanwhile share the next sync.
 * - Groups are told in the order of their commits, also those that need no sync: a transaction may have read what the one
 *   before it wrote, and its caller must not act on that sooner than it is on disk.
 * - A checkpoint, which lets the log start over, is SQLite's own: it syncs the log before and the database after.
 * - A sync that fails ends all writing: nobody knows then what the disk has.
 *
 * The one difference: a read outside a transaction can see a commit a moment before it is on disk.
 */
import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const syncFile = promisify(fdatasync)

/** A committed group: one of the two is called. */
interface Committed {
  readonly needsDisk: boolean
  readonly tell: () => void
  readonly fail: (reason: Error) => void
}

interface SyncLog {
  /** To be called right after each commit. */
  committed(group: Committed): void
  isIdle(): boolean
  /** Why nothing may be written any more. */
  failure(): Error | undefined
}

/** `sync` resolves when all that was written before the call is on disk. */
export function createSyncLog(sync: () => Promise<void>): SyncLog {
  const waiting: Committed[] = []
  let isTelling = false
  let failure: Error | undefined

  async function tellAll(): Promise<void> {
    isTelling = true
    while (waiting.length > 0) {
      if (!waiting[0]?.needsDisk) {
        waiting.shift()?.tell()
        continue
      }
      const covered = waiting.splice(0)
      try {
        await sync()
      } catch (cause) {
        failure = new Error('The disk failed: what was written last may be lost. Start the service anew.', {
          cause,
        })
        for (const { fail } of [...covered, ...waiting.splice(0)]) fail(failure)
        break
      }
      for (const { tell } of covered) tell()
    }
    isTelling = false
  }

  return {
    committed(group) {
      if (failure) return group.fail(failure)
      waiting.push(group)
      if (!isTelling) void tellAll()
    },
    isIdle: () => !isTelling,
    failure: () => failure,
  }
}

/** Opens the file when first asked and keeps it open: a sync also reports what failed since the file was opened. */
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
