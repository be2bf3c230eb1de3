/**
 * The child's side of a sandbox: receives one job at a time with its bytes, posts parts of the result on the way, then the result.
 */
import { Worker } from 'node:worker_threads'

/** Posts a part. Resolves when few parts are unacknowledged, so that neither side's memory fills up. */
export type Emit = (part: unknown) => Promise<void>

/** A job, then its bytes in slices. 'taken' acknowledges a part. */
export type ToChild = { job: unknown; bytes: number } | { slice: Uint8Array } | 'taken'
/** 'ready' is sent once, when the module is loaded. */
export type FromChild = 'ready' | { part: unknown } | { result: unknown } | { failure: string }

/** The work waits while this many parts are not yet acknowledged. */
export const MOST_PENDING_PARTS = 4

export function serveSandbox<Job, Result>(
  work: (job: Job, bytes: Uint8Array, emit: Emit) => Promise<Result> | Result,
  /** Returns a sentence for a person, whatever was thrown. */
  reasonOf: (error: unknown) => string,
): void {
  new Worker(new URL('./sandbox-end.ts', import.meta.url))
  // A terminal or service manager signals every process of the group. The service drains first and then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const post = (message: FromChild) => process.send?.(message)
  let receiving: { job: Job; bytes: Uint8Array; filled: number } | undefined
  let pendingParts = 0
  let wakeEmit: (() => void) | undefined

  const emit: Emit = async (part) => {
    post({ part })
    pendingParts++
    while (pendingParts >= MOST_PENDING_PARTS) {
      await new Promise<void>((resolve) => {
        wakeEmit = resolve
      })
    }
  }

  process.on('message', async (message: ToChild) => {
    if (message === 'taken') {
      pendingParts--
      wakeEmit?.()
      return
    }
    if ('job' in message) {
      receiving = { job: message.job as Job, bytes: new Uint8Array(message.bytes), filled: 0 }
    } else if (receiving) {
      receiving.bytes.set(message.slice, receiving.filled)
      receiving.filled += message.slice.length
    }
    if (!receiving || receiving.filled < receiving.bytes.length) return
    const { job, bytes } = receiving
    receiving = undefined
    pendingParts = 0
    try {
      post({ result: await work(job, bytes, emit) })
    } catch (error) {
      post({ failure: reasonOf(error) })
    }
  })
  post('ready')
}
