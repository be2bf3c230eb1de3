/**
 * The child's side of a sandbox: takes one job at a time with its bytes, posts parts of the result on the way, then the result.
 */
import { Worker } from 'node:worker_threads'

/** Hands a part over. Resolves when the service has taken the parts before it, so that neither side fills up. */
export type Emit = (part: unknown) => Promise<void>

/** A job, then its bytes in slices. 'taken' for each part. */
export type ToChild = { job: unknown; bytes: number } | { slice: Uint8Array } | 'taken'
/** 'ready' once, when the module is loaded. */
export type FromChild = 'ready' | { part: unknown } | { result: unknown } | { failure: string }

/** Parts on the way at a time. */
export const MOST_UNTAKEN = 4

export function serveSandbox<Job, Result>(
  work: (job: Job, bytes: Uint8Array, emit: Emit) => Promise<Result> | Result,
  /** A sentence for a person, whatever was thrown. */
  reasonOf: (error: unknown) => string,
): void {
  new Worker(new URL('./sandbox-end.ts', import.meta.url))
  // A terminal and a service manager tell every process to stop. The service drains first, and then ends this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const post = (message: FromChild) => process.send?.(message)
  let given: { job: Job; bytes: Uint8Array; filled: number } | undefined
  let untaken = 0
  let noteTaken: (() => void) | undefined

  const emit: Emit = async (part) => {
    post({ part })
    untaken++
    while (untaken >= MOST_UNTAKEN) {
      await new Promise<void>((resolve) => {
        noteTaken = resolve
      })
    }
  }

  process.on('message', async (message: ToChild) => {
    if (message === 'taken') {
      untaken--
      noteTaken?.()
      return
    }
    if ('job' in message) {
      given = { job: message.job as Job, bytes: new Uint8Array(message.bytes), filled: 0 }
    } else if (given) {
      given.bytes.set(message.slice, given.filled)
      given.filled += message.slice.length
    }
    if (!given || given.filled < given.bytes.length) return
    const { job, bytes } = given
    given = undefined
    untaken = 0
    try {
      post({ result: await work(job, bytes, emit) })
    } catch (error) {
      post({ failure: reasonOf(error) })
    }
  })
  post('ready')
}
