/** Embeddings, where a model for them is configured: the vectors of queries, and the lanes that make all others. */
import { embeddedText, TEXT_RECIPE } from '@tandem/search/meaning'
import { type QueryVector, queryVector } from '@tandem/search/vectors'
import { LRUCache } from 'lru-cache'
import type { Runners } from '../../../lanes/lane.ts'
import type { Lanes } from '../../../lanes/lanes.ts'
import { type Embedder, embedWithin } from '../../../models/embedder.ts'
import { isOfEndpoint } from '../../../models/failure.ts'
import { startBackground } from '../../../platform/background.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { EMBED_KIND, embedWork, queueEmbedding } from './embed-base.ts'
import { forgetEmbedded } from './embedding-store.ts'

const EVERY_MS = 600_000

export function createEmbedding(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    readonly lanes: Pick<Lanes, 'add'>
    readonly embedder: Embedder | undefined
  },
) {
  const { database, embedder, clock, log } = deps
  if (!embedder) return undefined
  const working = { ...deps, embedder: withRecipe(embedder) }
  const toRenew = new Set<string>()
  const queueing = startBackground({
    name: 'embed knowledge',
    everyMs: EVERY_MS,
    clock,
    log,
    async run(stopped) {
      for (const baseId of toRenew) {
        toRenew.delete(baseId)
        const embedded = { base_id: baseId, embedder: working.embedder.id }
        await database.transaction('semantics', (tx) => forgetEmbedded(tx, embedded))
      }
      await queueEmbedding(working, stopped)
    },
  })
  /** By base: the dimensions it was last renewed for. Until that is done, every search asks for it again. */
  const renewed = new Map<string, number | null>()
  const renew = (baseId: string) => {
    const { dimensions } = embedder
    if (renewed.get(baseId) === dimensions) return
    renewed.set(baseId, dimensions)
    log.warn({ base: baseId, dimensions }, 'the embedding model changed: all vectors are made again')
    toRenew.add(baseId)
    queueing.wake()
  }
  return {
    semantics: createSemantics({ embedder: working.embedder, clock, renew }),
    runners: { [EMBED_KIND]: embedWork(working) } satisfies Runners,
    queueing,
  }
}

/**
 * The id of an embedder includes all that its vectors depend on: the model, and how texts are prepared for it. When either
 * changes, the lanes make new vectors in the place of the old ones.
 */
function withRecipe(embedder: Embedder): Embedder {
  return {
    id: `${embedder.id} of ${TEXT_RECIPE}`,
    get dimensions() {
      return embedder.dimensions
    },
    embed: (texts, signal) => embedder.embed(texts, signal),
  }
}

const QUERY_TIMEOUT_MS = 1500
const LEFT_ALONE_MS = 10_000
const KEPT_QUERIES = 1000

/**
 * The vectors of queries. A search waits for its vector only a short time; without one it goes by words, and says why. A model
 * that failed is not asked for a while, so that not every search waits for it. Vectors of recent queries are cached.
 */
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

function createSemantics({
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
      // A question that the model refuses must not cost all others their vectors.
      if (!made.ok && isOfEndpoint(made.failure)) failed = { until: clock.now() + LEFT_ALONE_MS, why }
      return why
    },
  }
}
