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

/** After `limitMs` the work's signal is aborted and the result is that of `late`, even if the work ignores the signal. */
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

/** Rejects with the message `why` after `limitMs` of real time. For work that cannot be aborted. */
export async function orLate<T>(limitMs: number, work: Promise<T>, why: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  // After a standstill of the process, results that arrived in the meantime are handled before the timeout.
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error(why))), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
