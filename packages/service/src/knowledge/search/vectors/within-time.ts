/** Gives a call to a model so much time; afterwards it is aborted, and counts as failed even if it does not listen. */
import type { EmbedResult } from '../../../models/embedder.ts'
import { modelFailure } from '../../../models/failure.ts'
import type { Clock } from '../../../platform/clock.ts'

export async function withinTime(
  clock: Clock,
  limitMs: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<EmbedResult>,
): Promise<EmbedResult> {
  const own = new AbortController()
  const both = signal ? AbortSignal.any([signal, own.signal]) : own.signal
  let cancel = () => {}
  const tooLate = new Promise<EmbedResult>((resolve) => {
    cancel = clock.after(limitMs, () => {
      own.abort()
      resolve({ ok: false, failure: modelFailure('timeout', `no embedding within ${limitMs} ms`) })
    })
  })
  try {
    return await Promise.race([call(both), tooLate])
  } finally {
    cancel()
  }
}
