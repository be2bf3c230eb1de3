/**
 * Which phrasings are closest to the query by their vectors. Up to some thousand vectors all are compared. Beyond, all are
 * compared by their signs only, some 30 ns each, and the best of those in full. In the largest bases not even that: there
 * vectors only weigh what was found by words.
 */
import type { Scope } from '../index/scope.ts'
import type { QueryVector, Vectors } from '../index/vectors.ts'
import { SCANNED_BY_SIGNS, SCANNED_WHOLE } from './weights.ts'

/** Compared in full after the signs, for each that is wanted. */
const BY_SIGNS = 4

/** By slot of the last scan. */
let marks = new Float32Array(1024)

export function closestPhrasings(
  vectors: Vectors,
  partOf: Int32Array,
  scope: Scope,
  query: QueryVector,
  wanted: number,
): number[] {
  const { slotCount } = vectors
  if (vectors.filled === 0 || vectors.dimensions !== query.bytes.length || slotCount > SCANNED_BY_SIGNS)
    return []
  if (marks.length < slotCount) marks = new Float32Array(slotCount * 2)
  let slots: number[] | undefined
  if (slotCount > SCANNED_WHOLE) {
    for (let slot = 0; slot < slotCount; slot++)
      marks[slot] = isShown(slot) ? -vectors.signsApart(slot, query) : Number.NEGATIVE_INFINITY
    slots = highest(slotCount, wanted * BY_SIGNS)
    for (const slot of slots) marks[slot] = vectors.slotCloseness(slot, query)
    slots.sort((a, b) => (marks[b] as number) - (marks[a] as number) || a - b)
  } else {
    for (let slot = 0; slot < slotCount; slot++)
      marks[slot] = isShown(slot) ? vectors.slotCloseness(slot, query) : Number.NEGATIVE_INFINITY
    slots = highest(slotCount, wanted)
  }
  return slots.slice(0, wanted).flatMap((slot) => [...shownOf(slot)])

  function isShown(slot: number): boolean {
    if (vectors.norm.data[slot] === 0) return false
    if (scope.whole) return true
    for (const _ of shownOf(slot)) return true
    return false
  }

  function* shownOf(slot: number): Generator<number> {
    let phrasing = vectors.first.data[slot] as number
    for (; phrasing >= 0; phrasing = vectors.next.data[phrasing] as number)
      if (scope.parts[partOf[phrasing] as number] === 1) yield phrasing
  }
}

/** The slots with the highest marks, all that are as high as the last of them included: so the order of slots decides nothing. */
function highest(slotCount: number, wanted: number): number[] {
  const sorted = marks.slice(0, slotCount).sort()
  const least = sorted[Math.max(0, slotCount - wanted)] as number
  const slots: number[] = []
  for (let slot = 0; slot < slotCount; slot++) {
    const mark = marks[slot] as number
    if (mark >= least && mark !== Number.NEGATIVE_INFINITY) slots.push(slot)
  }
  return slots.sort((a, b) => (marks[b] as number) - (marks[a] as number) || a - b)
}
