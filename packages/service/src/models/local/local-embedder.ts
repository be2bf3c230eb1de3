/**
 * Embeddings on this machine: MiniLM in its own thread, started when first needed. A call sends one batch at a time, so that a
 * question waits for one batch of an import and not for all of them.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import { createThread } from '../../platform/thread.ts'
import type { Embedder, EmbedResult } from '../embedder.ts'
import { modelFailure } from '../failure.ts'
import { MODEL_FILE, modelFolder } from './needed-files.ts'
import { DIMENSIONS } from './run-model.ts'

const BATCH_TEXTS = 32
/** More than the model reads of a text; the rest is not sent. */
const MAX_TEXT_CHARS = 4000

export interface LocalEmbedder extends Embedder {
  close(): Promise<void>
}

export function createLocalEmbedder({ dataFolder, log }: { dataFolder: string; log: Log }): LocalEmbedder {
  const folder = modelFolder(dataFolder)
  const thread = createThread<readonly string[], Float32Array>({
    name: 'embedding',
    module: new URL('./embed-worker.ts', import.meta.url),
    workerData: { folder },
  })
  let isClosed = false

  function failed(kind: 'unreachable' | 'cancelled', reason: string): EmbedResult {
    if (kind === 'unreachable') log.warn({ model: 'minilm', reason }, 'embedding failed')
    return { ok: false, failure: modelFailure(kind, reason) }
  }

  return {
    id: 'all-MiniLM-L6-v2-q4/mean/256',
    dimensions: DIMENSIONS,
    async embed(texts, signal): Promise<EmbedResult> {
      if (!thread.isRunning() && !existsSync(join(folder, MODEL_FILE))) {
        return failed('unreachable', `the local model is not in ${folder}; run tandem model install`)
      }
      const vectors = new Array<Float32Array>(texts.length)
      // Texts of similar length share a batch, because a batch is as wide as its longest text.
      const order = texts.map((_, at) => at).sort((a, b) => lengthOf(texts, a) - lengthOf(texts, b))
      for (let from = 0; from < texts.length; from += BATCH_TEXTS) {
        if (signal?.aborted || isClosed) return failed('cancelled', 'the embedding was cancelled')
        const places = order.slice(from, from + BATCH_TEXTS)
        try {
          const made = await thread.ask(places.map((at) => (texts[at] as string).slice(0, MAX_TEXT_CHARS)))
          for (const [row, at] of places.entries())
            vectors[at] = made.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS)
        } catch (error) {
          return failed('unreachable', `the local model failed: ${(error as Error).message}`)
        }
      }
      return { ok: true, vectors }
    },
    async close() {
      isClosed = true
      await thread.close()
    },
  }
}

const lengthOf = (texts: readonly string[], at: number) => texts[at]?.length ?? 0
