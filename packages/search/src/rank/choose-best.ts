/**
 * Which of those met in a first round are the best, and which of those chosen go on. Numbers that are the same in every process
 * (`tie`) decide between equal ones. Shared by all searches, which never overlap.
 */
import type { Scores } from './first-scores.ts'

const BINS_BITS = 10
const TIE_SHIFT = 32 - BINS_BITS
const bins = new Int32Array((1 << BINS_BITS) + 1)
const MOST_CHOSEN = 512

/** The phrasings chosen last with their scores, and what of the query's weight their answers were seen to hold. */
export const chosen = new Int32Array(MOST_CHOSEN)
export const chosenScores = new Int32Array(MOST_CHOSEN)
export const chosenAnswers = new Int32Array(MOST_CHOSEN)
const ordered = new Int32Array(MOST_CHOSEN)
const orderedScores = new Int32Array(MOST_CHOSEN)

/** Places of all that were met, those within reach first. */
let places = new Int32Array(1024)

/** Brings those met that have at least that score to the front; answers how many. */
export function bringForward({ scores, count }: Scores, cut: number): number {
  if (places.length < count) places = new Int32Array(scores.length)
  const below = Math.ceil(cut) - 1
  const ordered = places
  let within = 0
  for (let i = 0; i < count; i++) {
    ordered[i] = i
    ordered[i] = ordered[within] as number
    ordered[within] = i
    // One where it has that score, else nothing; a jump that nobody can foresee would take longer than all the rest.
    within += (below - (scores[i] as number)) >>> 31
  }
  return within
}

/** The same among the first `count`, which were brought there before. */
export function bringFurther({ scores }: Scores, count: number, cut: number): number {
  const below = Math.ceil(cut) - 1
  const ordered = places
  let within = 0
  for (let i = 0; i < count; i++) {
    const place = ordered[i] as number
    ordered[i] = ordered[within] as number
    ordered[within] = place
    within += (below - (scores[place] as number)) >>> 31
  }
  return within
}

/**
 * Moves the best of those that were brought to the front into `chosen`, `most` at most, and answers how many; `best` is the
 * highest score there is.
 */
export function chooseBest(
  table: Scores,
  count: number,
  best: number,
  most: number,
  tie: Int32Array,
): number {
  const room = Math.min(count, most, MOST_CHOSEN)
  if (count === room) {
    for (let i = 0; i < count; i++) take(table, i, places[i] as number)
    return count
  }
  const { scores } = table
  const shift = shiftFor(best)
  let lowest = best >>> shift
  bins.fill(0, 0, lowest + 1)
  for (let i = 0; i < count; i++) {
    const bin = (scores[places[i] as number] as number) >>> shift
    bins[bin] = (bins[bin] as number) + 1
  }
  for (let inBins = bins[lowest] as number; inBins < room; ) inBins += bins[--lowest] as number
  let taken = 0
  let atEdge = 0
  for (let i = 0; i < count; i++) {
    const place = places[i] as number
    const bin = (scores[place] as number) >>> shift
    if (bin > lowest) take(table, taken++, place)
    else if (bin === lowest) places[atEdge++] = place
  }
  return takeByTie(table, taken, atEdge, room, tie)
}

/** Those at the edge are as good as equal, often hundreds: their numbers decide, which are spread evenly. */
function takeByTie(table: Scores, from: number, atEdge: number, room: number, tie: Int32Array): number {
  let taken = from
  if (taken + atEdge <= room) {
    for (let i = 0; i < atEdge; i++) take(table, taken++, places[i] as number)
    return taken
  }
  const { met } = table
  const numberOf = (place: number) => (tie[met[place] as number] as number) >>> 0
  bins.fill(0)
  for (let i = 0; i < atEdge; i++) {
    const bin = numberOf(places[i] as number) >>> TIE_SHIFT
    bins[bin] = (bins[bin] as number) + 1
  }
  let last = 0
  for (let sum = bins[0] as number; sum < room - from; ) sum += bins[++last] as number
  let undecided = 0
  for (let i = 0; i < atEdge; i++) {
    const place = places[i] as number
    const bin = numberOf(place) >>> TIE_SHIFT
    if (bin < last) take(table, taken++, place)
    else if (bin === last) places[undecided++] = place
  }
  const few = places.subarray(0, undecided).sort((a, b) => numberOf(a) - numberOf(b))
  for (let i = 0; taken < room; i++) take(table, taken++, few[i] as number)
  return taken
}

function take({ met, scores, answers }: Scores, at: number, place: number): void {
  chosen[at] = met[place] as number
  chosenScores[at] = scores[place] as number
  chosenAnswers[at] = answers[place] as number
}

/** Keeps those of the chosen from a score on, but `least` at least and `most` at most. */
export function keepWithin(count: number, cut: number, least: number, most: number, tie: Int32Array): number {
  let above = 0
  for (let i = 0; i < count; i++) if ((chosenScores[i] as number) >= cut) above++
  if (above >= Math.min(count, least) && above <= most) return keepAbove(count, cut)
  return keepBest(count, Math.min(count, above < least ? least : most), tie)
}

function keepAbove(count: number, cut: number): number {
  let kept = 0
  for (let i = 0; i < count; i++) if ((chosenScores[i] as number) >= cut) move(i, kept++)
  return kept
}

/** Keeps so many, those with the highest scores. */
function keepBest(count: number, room: number, tie: Int32Array): number {
  if (count === room) return count
  const { lowest, shift, inside: above } = edgeOf(count, room)
  let kept = 0
  for (let i = 0; i < count; i++) {
    const score = chosenScores[i] as number
    if (score >>> shift === lowest) kept = keepInOrder(chosen[i] as number, score, kept, room - above, tie)
  }
  const least = orderedScores[kept - 1] as number
  const last = tie[ordered[kept - 1] as number] as number
  kept = 0
  for (let i = 0; i < count; i++) {
    const score = chosenScores[i] as number
    const isLast = score === least && (tie[chosen[i] as number] as number) <= last
    if (score > least || isLast) move(i, kept++)
  }
  return kept
}

/** The bin that holds the last of the best so many of those chosen, and how many are in the bins above it. */
function edgeOf(count: number, room: number) {
  let highest = 0
  for (let i = 0; i < count; i++) highest = Math.max(highest, chosenScores[i] as number)
  const shift = shiftFor(highest)
  let lowest = highest >>> shift
  bins.fill(0, 0, lowest + 1)
  for (let i = 0; i < count; i++) {
    const bin = (chosenScores[i] as number) >>> shift
    bins[bin] = (bins[bin] as number) + 1
  }
  let inside = 0
  while (inside + (bins[lowest] as number) < room) inside += bins[lowest--] as number
  return { lowest, shift, inside }
}

/** What scores are divided by, as a shift, so that the best falls into the last bin. */
const shiftFor = (best: number) => Math.max(0, 32 - Math.clz32(best) - BINS_BITS)

function move(from: number, to: number): void {
  chosen[to] = chosen[from] as number
  chosenScores[to] = chosenScores[from] as number
  chosenAnswers[to] = chosenAnswers[from] as number
}

/** The best few in order. */
function keepInOrder(phrasing: number, score: number, kept: number, room: number, tie: Int32Array): number {
  let at = kept
  while (at > 0) {
    const other = orderedScores[at - 1] as number
    if (
      other > score ||
      (other === score && (tie[ordered[at - 1] as number] as number) < (tie[phrasing] as number))
    )
      break
    at--
  }
  if (at >= room) return kept
  for (let i = Math.min(kept, room - 1); i > at; i--) {
    ordered[i] = ordered[i - 1] as number
    orderedScores[i] = orderedScores[i - 1] as number
  }
  ordered[at] = phrasing
  orderedScores[at] = score
  return Math.min(room, kept + 1)
}
