/** A chunk of a document as a model is shown it, and what became of it. */
import type { Coverage } from '../pairs/coverage.ts'
import type { ConvertedPair } from '../pairs/find-pairs.ts'
import type { Place } from './plan-parts.ts'

export interface Chunk {
  readonly fileName: string
  readonly place: Place
  readonly text: string
  readonly fallback: readonly ConvertedPair[]
}

export interface ChunkResult {
  readonly pairs: readonly ConvertedPair[]
  readonly held: readonly ConvertedPair[]
  readonly uncovered: Coverage['uncovered']
}
