/** Puts embeddings together, where a model for them is configured: the vectors of queries, and the lanes that make all others. */
import { TEXT_RECIPE } from '@tandem/search/meaning'
import type { Runners } from '../../../lanes/lane.ts'
import type { Lanes } from '../../../lanes/lanes.ts'
import type { Embedder } from '../../../models/embedder.ts'
import { startBackground } from '../../../platform/background.ts'
import type { Core } from '../../../platform/core.ts'
import { EMBED_KIND, embedWork, queueEmbedding } from './embed-base.ts'
import { forgetEmbedded } from './embedding-store.ts'
import { createSemantics } from './semantics.ts'

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
        await database.transaction('start-embedding', (tx) => forgetEmbedded(tx, baseId, working.embedder.id))
      }
      await queueEmbedding(working, stopped)
    },
  })
  /** Every search of a base finds the same until it is done. */
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
 * Vectors are stored under all they were made by: the model, and what it was given of a text. When either changes, those that
 * are there fit no longer, and the lanes make new ones in their place.
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
