/** The local embedding model, where it is installed, and the vectors of a set by it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedText, textKey } from '@tandem/search/meaning'
import { type QueryVector, queryVector, toBytes } from '@tandem/search/vectors'
import { floorOf } from '@tandem/service/knowledge/search/vectors/vector-text'
import { createLocalEmbedder, type LocalEmbedder } from '@tandem/service/models/local/local-embedder'
import { MODEL_FILE, modelFolder } from '@tandem/service/models/local/needed-files'
import { createLog } from '@tandem/service/platform/log'
import type { RetrievalSet } from './retrieval-sets.ts'

const SAMPLE = 200

export type QueryVectors = ReadonlyMap<string, QueryVector>

export function openLocalModel(): LocalEmbedder | undefined {
  const dataFolder = process.env.TANDEM_DATA ?? join(import.meta.dirname, '..', 'data')
  if (!existsSync(join(modelFolder(dataFolder), MODEL_FILE))) return undefined
  return createLocalEmbedder({ dataFolder, log: createLog('error') })
}

/** Fills the index with the vectors of its questions, as the service does, and answers those of the queries. */
export async function withVectors(
  embedder: LocalEmbedder,
  { index, phrasings, questions }: RetrievalSet,
): Promise<{ vectors: QueryVectors; msPerText: number }> {
  const stored = [...new Set(phrasings.map(embeddedText))]
  const startedAt = performance.now()
  const made = await vectorsOf(embedder, stored)
  const msPerText = Number(((performance.now() - startedAt) / stored.length).toFixed(1))
  const keyed = stored.map((text, i) => ({ key: textKey(text), bytes: toBytes(made[i] as Float32Array) }))
  for (const { key, bytes } of keyed) index.vectors?.fill(key, bytes)
  const sample = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, SAMPLE)
  if (index.vectors) index.vectors.floor = floorOf(sample.map(({ bytes }) => bytes))
  const texts = questions.map(({ text }) => text)
  const asked = await vectorsOf(embedder, texts.map(embeddedText))
  return {
    vectors: new Map(texts.map((text, i) => [text, queryVector(asked[i] as Float32Array)])),
    msPerText,
  }
}

async function vectorsOf(embedder: LocalEmbedder, texts: readonly string[]): Promise<Float32Array[]> {
  const result = await embedder.embed(texts)
  if (!result.ok) throw new Error(`The local model failed: ${result.failure.reason}`)
  return result.vectors
}
