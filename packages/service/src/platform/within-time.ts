/** Waiting, and time limits for asynchronous work. */
import type { Clock } from './clock.ts'

/** Resolves after `ms`, or once the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}

/** After `limitMs` the signal of the work is aborted, and `late` gives the result, even if the work does not listen. */
export async function withinTime<T>(
  { clock, limitMs, signal }: { clock: Clock; limitMs: number; signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const own = new AbortController()
  const both = signal ? AbortSignal.any([signal, own.signal]) : own.signal
  const { promise: tooLate, resolve } = Promise.withResolvers<T>()
  const cancel = clock.after(limitMs, () => {
    resolve(late())
    own.abort()
  })
  try {
    return await Promise.race([work(both), tooLate])
  } finally {
    cancel()
  }
}

/** Rejects after `limitMs` by the machine's clock, with the reason `why`. For work that cannot be aborted. */
export async function orLate<T>(limitMs: number, work: Promise<T>, why: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  // A process that stood still first hears what came meanwhile.
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error(why))), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
