/** Loads the vectors that an index does not have yet from the database. */
import type { BaseIndex } from '@tandem/search/base-index'
import type { Reader } from '../../../platform/database/handle.ts'
import { startSlices } from '../../../platform/time-slices.ts'
import { embeddedState, readVectors } from './embedding-store.ts'
import type { Semantics } from './semantics.ts'
import { textVector } from './vector-text.ts'

const PAGE = 500

export async function loadVectors(
  db: Reader,
  { vectors }: BaseIndex,
  baseId: string,
  { embedder, dimensions }: Pick<Semantics, 'embedder' | 'dimensions'>,
): Promise<void> {
  const state = vectors && (await embeddedState(db, baseId, embedder))
  if (!vectors || !state) return
  if (dimensions !== null) vectors.setDimensions(dimensions)
  // Until the floor is known, that of most models.
  vectors.floor = state.version >= 0 ? state.floor : 0.2
  const embedded = { base_id: baseId, embedder }
  const slices = startSlices()
  for (let next = 0; next < vectors.slotCount; ) {
    const missing = vectors.missing(next, PAGE)
    next = missing.next
    if (missing.keys.length === 0) continue
    for (const { text_key, vector } of await readVectors(db, embedded, missing.keys)) {
      vectors.fill(text_key, textVector(vector))
      if (slices.over()) await slices.pause()
    }
  }
}
