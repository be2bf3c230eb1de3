/**
 * The vectors of queries. A search waits for its vector a short time only; without one it goes by words, and says why. A model
 * that failed is left alone for a while, so that not every search waits for it. Queries asked lately keep theirs.
 */
import { embeddedText } from '@tandem/search/meaning'
import { type QueryVector, queryVector } from '@tandem/search/vectors'
import { LRUCache } from 'lru-cache'
import { type Embedder, embedWithin } from '../../../models/embedder.ts'
import type { Clock } from '../../../platform/clock.ts'

const QUERY_TIMEOUT_MS = 1500
const LEFT_ALONE_MS = 10_000
const KEPT_QUERIES = 1000

export interface Semantics {
  /** Vectors of another embedder cannot be compared with these. */
  readonly embedder: string
  /** How many numbers its vectors have; null until it is known. */
  readonly dimensions: number | null
  /** The vectors of a base are of another length than those of queries: they are to be made again. */
  renew(baseId: string): void
  /** The vector of a query, or in one sentence why there is none. */
  vectorOf(text: string): Promise<QueryVector | string>
}

export function createSemantics({
  embedder,
  clock,
  renew,
}: Pick<Semantics, 'renew'> & { readonly embedder: Embedder; readonly clock: Clock }): Semantics {
  const kept = new LRUCache<string, QueryVector>({ max: KEPT_QUERIES })
  let failed: { until: number; why: string } | undefined

  return {
    embedder: embedder.id,
    get dimensions() {
      return embedder.dimensions
    },
    renew,
    async vectorOf(text) {
      const known = kept.get(text)
      if (known && known.bytes.length === (embedder.dimensions ?? known.bytes.length)) return known
      if (failed && clock.now() < failed.until) return failed.why
      const time = { clock, limitMs: QUERY_TIMEOUT_MS, signal: undefined }
      const made = await embedWithin(embedder, [embeddedText(text)], time)
      const vector = made.ok ? made.vectors[0] : undefined
      if (made.ok && vector) {
        failed = undefined
        const ready = queryVector(vector)
        kept.set(text, ready)
        return ready
      }
      const reason = made.ok ? 'the model gave no vector' : made.failure.reason
      const why = `Found by words only: the question could not be embedded (${reason}).`
      failed = { until: clock.now() + LEFT_ALONE_MS, why }
      return why
    },
  }
}
