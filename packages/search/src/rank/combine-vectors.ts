/**
 * How close the phrasings of an entry are to a query together: as the closest of them, and as the direction that the closest
 * few share, which says better than each what all of them are about. The part missing to 1 is a weighted product of the two,
 * so a question that was stored word for word stays ahead of many that resemble it.
 */
import type { QueryVector } from '../index/query-vector.ts'
import type { Vectors } from '../index/vectors.ts'
import { COMBINED, COMBINED_SHARE } from './weights.ts'

export interface ClosePhrasing {
  readonly phrasing: number
  readonly closeness: number
}

/** The closest phrasing comes first; there is one at least. */
export function combineVectors(
  vectors: Vectors,
  query: QueryVector,
  close: readonly ClosePhrasing[],
): number {
  const { closeness } = close[0] as ClosePhrasing
  if (closeness >= 1 || close.length === 1) return closeness
  const few = close.slice(0, COMBINED).map(({ phrasing }) => phrasing)
  const shared = vectors.closenessTogether(few, query)
  return 1 - (1 - closeness) ** (1 - COMBINED_SHARE) * (1 - shared) ** COMBINED_SHARE
}
