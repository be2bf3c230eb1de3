/** A chunk of a document as a model is shown it, and what became of it. */
import type { Coverage } from '@tandem/documents/coverage'
import type { ConvertedPair } from '@tandem/documents/find-pairs'
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
