/**
 * Finds the phrasings that are closest to a query by their vectors. All vectors are compared by their signs, and the best of
 * those in full. The largest bases are not scanned: there, vectors only weigh phrasings that were found by words.
 */
import type { BaseIndex } from '../index/base-index.ts'
import type { QueryVector } from '../index/query-vector.ts'
import { MOST_SCANNED } from './weights.ts'

/** The least number of texts that are compared in full, the best by their signs. */
const COMPARED_IN_FULL = 500

export function closestPhrasings(
  { vectors, part }: BaseIndex,
  isShown: Uint8Array,
  query: QueryVector,
  wanted: number,
): number[] {
  if (!vectors || vectors.dimensions !== query.bytes.length || vectors.slotCount > MOST_SCANNED) return []
  const shownOf = (slot: number) =>
    vectors.phrasingsOf(slot).filter((phrasing) => isShown[part.data[phrasing] as number] === 1)
  const slots: number[] = []
  const apart = new Int32Array(vectors.slotCount)
  /** By number of differing signs: the number of vectors. */
  const counts = new Int32Array(vectors.dimensions + 1)
  for (let slot = 0; slot < apart.length; slot++) {
    if (!vectors.hasVector(slot) || shownOf(slot).next().done) continue
    apart[slot] = vectors.signsApart(slot, query)
    counts[apart[slot] as number] = (counts[apart[slot] as number] as number) + 1
    slots.push(slot)
  }
  let most = 0
  for (let met = counts[0] as number; met < COMPARED_IN_FULL && most < vectors.dimensions; )
    met += counts[++most] as number
  return slots
    .filter((slot) => (apart[slot] as number) <= most)
    .map((slot) => ({ slot, closeness: vectors.slotCloseness(slot, query) }))
    .sort((a, b) => b.closeness - a.closeness || a.slot - b.slot)
    .slice(0, wanted)
    .flatMap(({ slot }) => [...shownOf(slot)])
}
