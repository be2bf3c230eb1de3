/**
 * Scores of a first round: by phrasing in whole numbers, which add up alike in every process and lie close together in memory;
 * all zero between searches, so that a search costs what it meets and not what the base holds. Shared by all searches, which
 * never overlap.
 */

/** A score of 1. The most a phrasing can reach, some 1.7, fits into 16 bits. */
export const ONE = 20_000
const BINS_BITS = 10
const bins = new Int32Array((1 << BINS_BITS) + 1)
const MOST_CHOSEN = 512

let scores = new Uint16Array(1024)
let answers = new Uint16Array(1024)
let met = new Int32Array(1024)

/** The phrasings chosen last, and what of the query's weight their answers were seen to hold. */
export const chosen = new Int32Array(MOST_CHOSEN)
export const chosenAnswers = new Uint16Array(MOST_CHOSEN)
const edge = new Int32Array(MOST_CHOSEN)

export interface Scores {
  /** By phrasing. */
  readonly scores: Uint16Array
  readonly answers: Uint16Array
  /** The phrasings met, in the order they were. */
  readonly met: Int32Array
}

export function scoresFor(phrasings: number): Scores {
  if (scores.length < phrasings) {
    scores = new Uint16Array(phrasings * 2)
    answers = new Uint16Array(phrasings * 2)
    met = new Int32Array(phrasings * 2)
  }
  return { scores, answers, met }
}

export interface Wanted {
  /** How many were met, and the best score among them. */
  readonly count: number
  readonly best: number
  /** All from this score on, but `least` at least and `most` at most. */
  readonly cut: number
  readonly least: number
  readonly most: number
  /** By phrasing: a number that is the same in every process. It decides between equal scores. */
  readonly tie: Int32Array
}

/** Moves the best into `chosen`, answers how many, and leaves all scores at zero. */
export function chooseBest({ count, best, cut, least, most, tie }: Wanted): number {
  const shift = Math.max(0, 32 - Math.clz32(best) - BINS_BITS)
  bins.fill(0, 0, (best >>> shift) + 1)
  let above = 0
  for (let i = 0; i < count; i++) {
    const score = scores[met[i] as number] as number
    const bin = score >>> shift
    bins[bin] = (bins[bin] as number) + 1
    if (score >= cut) above++
  }
  const wanted = Math.min(count, MOST_CHOSEN, Math.max(least, Math.min(most, above)))
  let lowest = (best >>> shift) + 1
  let sure = 0
  for (let sum = 0; sum < wanted; ) {
    sure = sum
    sum += bins[--lowest] as number
  }
  let taken = 0
  const room = wanted - sure
  let kept = 0
  let left = 0
  for (let i = 0; i < count; i++) {
    const phrasing = met[i] as number
    const bin = (scores[phrasing] as number) >>> shift
    if (bin < lowest) {
      scores[phrasing] = 0
      answers[phrasing] = 0
      continue
    }
    met[left++] = phrasing
    if (bin > lowest) chosen[taken++] = phrasing
    else kept = keepInOrder(phrasing, kept, room, tie)
  }
  for (let i = 0; i < kept; i++) chosen[taken++] = edge[i] as number
  for (let i = 0; i < taken; i++) chosenAnswers[i] = answers[chosen[i] as number] as number
  clear(left)
  return taken
}

function clear(count: number): void {
  for (let i = 0; i < count; i++) {
    scores[met[i] as number] = 0
    answers[met[i] as number] = 0
  }
}

/** Of those at the edge, the best few in order. */
function keepInOrder(phrasing: number, kept: number, room: number, tie: Int32Array): number {
  const score = scores[phrasing] as number
  const number = tie[phrasing] as number
  let at = kept
  while (at > 0) {
    const other = edge[at - 1] as number
    const otherScore = scores[other] as number
    if (otherScore > score || (otherScore === score && (tie[other] as number) < number)) break
    at--
  }
  if (at >= room) return kept
  for (let i = Math.min(kept, room - 1); i > at; i--) edge[i] = edge[i - 1] as number
  edge[at] = phrasing
  return Math.min(room, kept + 1)
}
