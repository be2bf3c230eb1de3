/**
 * Keeps the log of the embedded engine short without making a commit wait: a thread with a connection of its own copies
 * what the log holds into the database file while writing goes on. A log can start over only when all of it was copied, for
 * which a writer that never rests leaves no moment; so when it has grown long, writing pauses for the small rest.
 * The thread starts with the first checkpoint. Without it, SQLite itself checkpoints when the log has grown very long.
 */
import { Worker } from 'node:worker_threads'
import type { Checkpointed } from './checkpoint-thread.ts'

export interface Checkpointer {
  /** Called after each commit. */
  committed(): void
  close(): Promise<void>
}

/** About 32 MiB of log: as much as is copied at a time. A page that was written often meanwhile is copied once. */
const CHECKPOINT_FRAMES = 8000
/** About 128 MiB: then the log starts over. */
const LONG_LOG_FRAMES = 32_000
/** Until measured: rather too many, so that the first measurement comes early. */
const FIRST_GUESS_FRAMES = 8

export function createCheckpointer(options: {
  path: string
  /** Runs `work` while nothing is written. */
  pause: (work: () => Promise<void>) => Promise<void>
  /** Brings the database file to disk, so that little is left to do in a pause. */
  syncFile: () => Promise<void>
}): Checkpointer {
  let thread: Worker | undefined
  let isBroken = false
  let working: Promise<void> | undefined
  let commits = 0
  let framesPerCommit = FIRST_GUESS_FRAMES
  let logFrames = 0

  function open(): Worker {
    const made = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: { path: options.path },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    })
    made.unref()
    return made
  }

  function ask(worker: Worker): Promise<Checkpointed> {
    return new Promise((resolve, reject) => {
      const done = () => {
        worker.off('message', taken)
        worker.off('error', failed)
        worker.off('exit', failed)
      }
      const taken = (answer: Checkpointed) => {
        done()
        resolve(answer)
      }
      const failed = (reason: unknown) => {
        done()
        reject(reason)
      }
      worker.on('message', taken)
      worker.on('error', failed)
      worker.on('exit', failed)
      worker.postMessage('checkpoint')
    })
  }

  async function checkpoint(): Promise<void> {
    thread ??= open()
    const worker = thread
    const counted = commits
    const { log, checkpointed } = await ask(worker)
    const written = log >= logFrames ? log - logFrames : log
    framesPerCommit = Math.max(1, written / Math.max(1, counted))
    commits -= counted
    logFrames = log
    if (log < LONG_LOG_FRAMES || checkpointed === log) return
    await options.syncFile()
    await options.pause(async () => void (await ask(worker)))
  }

  return {
    committed() {
      commits++
      if (working || isBroken || commits * framesPerCommit < CHECKPOINT_FRAMES) return
      working = checkpoint()
        .catch(() => {
          // SQLite's own checkpoints take over.
          isBroken = true
        })
        .finally(() => {
          working = undefined
        })
    },
    async close() {
      await working
      const worker = thread
      if (!worker || isBroken) return
      isBroken = true
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await ended
    },
  }
}
