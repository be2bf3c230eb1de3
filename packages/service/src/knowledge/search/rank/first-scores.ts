/**
 * Scores of a first round: by phrasing in whole numbers, which add up alike in every process and lie close together in memory.
 * Each carries the number of its search, so that those of earlier ones need not be cleared: a search costs what it meets and
 * not what the base holds. Shared by all searches, which never overlap.
 */

/** A score of 1. The most a phrasing can reach, some 1.7, fits into 16 bits. */
export const ONE = 20_000
const SCORE_BITS = 16
/** So many searches until the numbers start over. */
const SEARCHES = (1 << (31 - SCORE_BITS)) - 1
const SCORE = (1 << SCORE_BITS) - 1
/** What a term adds: at least something, so that whatever was met has a score. */
export const gainOf = (value: number) => Math.max(1, Math.round(value))

const BINS_BITS = 10
const TIE_SHIFT = 32 - BINS_BITS
const bins = new Int32Array((1 << BINS_BITS) + 1)
const MOST_CHOSEN = 512

/** By phrasing: the number of the search above, the score below; and of the query's weight what its answer holds. */
let scores = new Int32Array(1024)
let answers = new Int32Array(1024)
/** Those met, in the order they were. */
let met = new Int32Array(1024)
let search = 0

/** The phrasings chosen last with their scores, and what of the query's weight their answers were seen to hold. */
export const chosen = new Int32Array(MOST_CHOSEN)
export const chosenScores = new Int32Array(MOST_CHOSEN)
export const chosenAnswers = new Int32Array(MOST_CHOSEN)
const ordered = new Int32Array(MOST_CHOSEN)
const orderedScores = new Int32Array(MOST_CHOSEN)

export interface Scores {
  readonly scores: Int32Array
  readonly answers: Int32Array
  readonly met: Int32Array
  /** Stands in front of the scores of this search. */
  readonly tag: number
}

/** Makes room for the scores of a new search. */
export function newScores(phrasings: number): Scores {
  if (scores.length < phrasings) {
    scores = new Int32Array(phrasings * 2)
    answers = new Int32Array(phrasings * 2)
    met = new Int32Array(phrasings * 2)
  }
  search++
  if (search > SEARCHES) {
    scores.fill(0)
    answers.fill(0)
    search = 1
  }
  return { scores, answers, met, tag: search << SCORE_BITS }
}

/**
 * Moves the best of those met into `chosen`, `most` at most, and answers how many; `best` is the highest score there is. `tie`
 * is by phrasing a number that is the same in every process; it decides between scores that are as good as equal.
 */
export function chooseBest(count: number, best: number, most: number, tie: Int32Array): number {
  const room = Math.min(count, most, MOST_CHOSEN)
  if (count === room) {
    for (let i = 0; i < count; i++) place(i, met[i] as number)
    return count
  }
  const shift = Math.max(0, 32 - Math.clz32(best) - BINS_BITS)
  let lowest = best >>> shift
  bins.fill(0, 0, lowest + 1)
  for (let i = 0; i < count; i++) {
    const bin = ((scores[met[i] as number] as number) & SCORE) >>> shift
    bins[bin] = (bins[bin] as number) + 1
  }
  for (let inside = bins[lowest] as number; inside < room; ) inside += bins[--lowest] as number
  let taken = 0
  let atEdge = 0
  for (let i = 0; i < count; i++) {
    const phrasing = met[i] as number
    const bin = ((scores[phrasing] as number) & SCORE) >>> shift
    if (bin > lowest) place(taken++, phrasing)
    else if (bin === lowest) met[atEdge++] = phrasing
  }
  return takeByTie(taken, atEdge, room, tie)
}

/** Brings those of the first `count` met that have at least that score to the front; answers how many. */
export function bringForward(count: number, cut: number): number {
  const below = Math.ceil(cut) - 1
  let within = 0
  for (let i = 0; i < count; i++) {
    const phrasing = met[i] as number
    met[i] = met[within] as number
    met[within] = phrasing
    // One where it has that score, else nothing; a jump that nobody can foresee would take longer than all the rest.
    within += (below - ((scores[phrasing] as number) & SCORE)) >>> 31
  }
  return within
}

/** Those at the edge are as good as equal, often hundreds: their numbers decide, which are spread evenly. */
function takeByTie(from: number, atEdge: number, room: number, tie: Int32Array): number {
  let taken = from
  if (taken + atEdge <= room) {
    for (let i = 0; i < atEdge; i++) place(taken++, met[i] as number)
    return taken
  }
  const binOf = (phrasing: number) => (tie[phrasing] as number) >>> TIE_SHIFT
  bins.fill(0)
  for (let i = 0; i < atEdge; i++) {
    const bin = binOf(met[i] as number)
    bins[bin] = (bins[bin] as number) + 1
  }
  let last = 0
  for (let sum = bins[0] as number; sum < room - from; ) sum += bins[++last] as number
  let undecided = 0
  for (let i = 0; i < atEdge; i++) {
    const phrasing = met[i] as number
    const bin = binOf(phrasing)
    if (bin < last) place(taken++, phrasing)
    else if (bin === last) met[undecided++] = phrasing
  }
  const few = met
    .subarray(0, undecided)
    .sort((a, b) => ((tie[a] as number) >>> 0) - ((tie[b] as number) >>> 0))
  for (let i = 0; taken < room; i++) place(taken++, few[i] as number)
  return taken
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
  for (let i = 0; i < count; i++)
    keepInOrder(chosen[i] as number, chosenScores[i] as number, Math.min(i, room), room, tie)
  const least = orderedScores[room - 1] as number
  const last = tie[ordered[room - 1] as number] as number
  let kept = 0
  for (let i = 0; i < count; i++) {
    const score = chosenScores[i] as number
    if (score > least || (score === least && (tie[chosen[i] as number] as number) <= last)) move(i, kept++)
  }
  return kept
}

function move(from: number, to: number): void {
  chosen[to] = chosen[from] as number
  chosenScores[to] = chosenScores[from] as number
  chosenAnswers[to] = chosenAnswers[from] as number
}

function place(at: number, phrasing: number): void {
  chosen[at] = phrasing
  chosenScores[at] = (scores[phrasing] as number) & SCORE
  const held = answers[phrasing] as number
  chosenAnswers[at] = held >>> SCORE_BITS === search ? held & SCORE : 0
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
