/** Gives work so much time. */
import type { Clock } from './clock.ts'

/** Afterwards its signal is aborted, and `late` takes the place of its result even if it does not listen. */
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

/** The same by the time of the machine, for work that cannot be told to end: it rejects, and says why. */
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
