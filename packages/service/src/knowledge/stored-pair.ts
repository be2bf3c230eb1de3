/** A pair as the admin contract shows it. */
import { pairOrigin, type StoredPair } from '@tandem/contract/admin-conversions'
import { type PairRow, pairId } from './pair-store.ts'

export function storedPair(row: PairRow): StoredPair {
  const { ordinal, question, answer, keywords, origin } = row
  return {
    id: pairId(row),
    ordinal,
    question,
    answer,
    keywords: keywords === null ? [] : (JSON.parse(keywords) as string[]),
    origin: origin === null ? null : pairOrigin.parse(JSON.parse(origin)),
  }
}
