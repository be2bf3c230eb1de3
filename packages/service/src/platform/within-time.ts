/** Gives work so much time; afterwards its signal is aborted, and `late` takes the place of its result even if it does not listen. */
import type { Clock } from './clock.ts'

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
