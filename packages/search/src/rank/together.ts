/**
 * How close the phrasings of an entry are to a query together: as the closest of them, and as the direction that the closest
 * few share, which says better than each what all of them are about. What is missing to 1 is a weighted product of the two, so
 * a question that was stored word for word stays ahead of many that resemble it.
 */
import type { BaseIndex } from '../index/base-index.ts'
import type { QueryVector } from '../index/vectors.ts'
import { TOGETHER, TOGETHER_SHARE } from './weights.ts'

export interface ClosePhrasing {
  readonly phrasing: number
  readonly closeness: number
}

/** Brings the phrasings into the order of their closeness. There is one at least. */
export function closeTogether(index: BaseIndex, query: QueryVector, close: ClosePhrasing[]): number {
  const { data: tie } = index.tie
  close.sort((a, b) => b.closeness - a.closeness || (tie[a.phrasing] as number) - (tie[b.phrasing] as number))
  const { closeness } = close[0] as ClosePhrasing
  if (!index.vectors || closeness >= 1 || close.length === 1) return closeness
  const few = close.slice(0, TOGETHER).map(({ phrasing }) => phrasing)
  const shared = index.vectors.closenessTogether(few, query)
  return 1 - (1 - closeness) ** (1 - TOGETHER_SHARE) * (1 - shared) ** TOGETHER_SHARE
}
