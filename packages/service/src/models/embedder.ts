/** The interface of embedders, which turn texts into vectors that are compared by their dot product. */
import type { Clock } from '../platform/clock.ts'
import { withinTime } from '../platform/within-time.ts'
import { type ModelFailure, modelFailure } from './failure.ts'

export type EmbedResult = { ok: true; vectors: Float32Array[] } | { ok: false; failure: ModelFailure }

export interface Embedder {
  /** Changes when vectors are no longer comparable. */
  readonly id: string
  /** Null until it is known. */
  readonly dimensions: number | null
  /** Returns one vector of length 1 per text. Splits the texts into batches and limits the number of requests. Never throws. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbedResult>
}

/** Embeds within a time limit; a slower model counts as failed. */
export function embedWithin(
  embedder: Embedder,
  texts: readonly string[],
  time: { clock: Clock; limitMs: number; signal: AbortSignal | undefined },
): Promise<EmbedResult> {
  return withinTime(
    time,
    (signal) => embedder.embed(texts, signal),
    () => ({ ok: false, failure: modelFailure('timeout', `no embedding within ${time.limitMs} ms`) }),
  )
}

/** The texts in order, in batches that exceed neither limit; a longer text is a batch of its own. */
export function inBatches(
  texts: readonly string[],
  most: { readonly texts: number; readonly chars: number },
): string[][] {
  const batches: string[][] = []
  let chars = 0
  for (const text of texts) {
    const last = batches.at(-1)
    if (last && last.length < most.texts && chars + text.length <= most.chars) last.push(text)
    else {
      batches.push([text])
      chars = 0
    }
    chars += text.length
  }
  return batches
}

/** Scales a vector to length 1 in place, so that a dot product is a cosine. Returns null for zeros or values that are not numbers. */
export function normalise(vector: Float32Array): Float32Array | null {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (!Number.isFinite(length) || length === 0) return null
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) / length
  return vector
}
