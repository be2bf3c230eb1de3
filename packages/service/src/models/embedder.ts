/** Texts to vectors that can be compared by their dot product. */
import type { ModelFailure } from './failure.ts'

export type EmbedResult = { ok: true; vectors: Float32Array[] } | { ok: false; failure: ModelFailure }

export interface Embedder {
  /** Changes when vectors are no longer comparable. */
  readonly id: string
  /** Null until it is known. */
  readonly dimensions: number | null
  /** One vector per text, each of length 1. Batched inside, with bounded concurrency. Never throws. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<EmbedResult>
}
