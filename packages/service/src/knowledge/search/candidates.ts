/**
 * The first round: which phrasings are worth comparing in full. In a small base all of them. In a large one those the query's
 * terms lead to and, for words nobody has written so, terms that are spelled alike. Each term that a question holds counts its
 * BM25, each that an answer holds a fixed share.
 *
 * Terms are walked from the weightiest on, and no further than needed: once a phrasing not met yet could not reach `REACH` of
 * the best one even if it held all the terms left, those are left out. So every phrasing within reach of the best is met, as
 * if all had been walked; what is far behind the best is met only when there would be too few hits without it. Of those met,
 * `COMPARED` at most go on, the best by the terms that were walked.
 */
import { type BaseIndex, LENGTH_BITS, LONGEST, type Part } from './base-index.ts'
import { chooseBest, chosen, chosenAnswers, ONE, scoresFor } from './first-scores.ts'
import type { Query } from './query.ts'
import type { Scope } from './scope.ts'
import { ANSWER_SHARE, COMPARED, COMPARED_ALL, COMPARED_LEAST, QUESTION, REACH } from './weights.ts'

/** By length of a question: what one of its terms counts, and what the term being walked does. */
const byLength = new Float64Array(LONGEST + 1)
const gains = new Int32Array(LONGEST + 1)
/** How many phrasings were met, and the best score so far. */
let count = 0
let best = 0

interface Walk {
  readonly id: number
  readonly text: string
  readonly inAnswer: boolean
  readonly weight: number
  /** The most it can add to a phrasing's score. */
  readonly most: number
}

export interface CandidateOptions {
  /** Take all phrasings, whatever the size of the base; for tests of the first round. */
  readonly exhaustive?: boolean
}

export interface CandidateInput extends CandidateOptions {
  readonly index: BaseIndex
  readonly query: Query
  readonly scope: Scope
  readonly limit: number
  /** How well a phrasing's question matches, from 0 to 1. */
  readonly matchOf: (phrasing: number) => number
}

/** Called for each candidate, with the most of the query's weight that its answer can cover. */
export type Take = (phrasing: number, answerMost: number) => void

export function forEachCandidate(input: CandidateInput, take: Take): void {
  const { index, query, scope, exhaustive } = input
  scoresFor(index.part.length)
  count = 0
  best = 0
  if (exhaustive) forEachShown(index, scope, (phrasing) => take(phrasing, 1))
  else if (scope.phrasings <= COMPARED_ALL) takeCompared(input, walksOf(index, query), take)
  else takeWalked(input, walksOf(index, query), take)
}

/** The first score is the match itself, and what the answer's terms add. */
function takeCompared(
  { index, query, scope, limit, matchOf }: CandidateInput,
  walks: Walk[],
  take: Take,
): void {
  for (const walk of walks) if (walk.inAnswer) walkAnswers(index, walk, scope)
  const { scores, met } = scoresFor(index.part.length)
  forEachShown(index, scope, (phrasing) => {
    const before = scores[phrasing] as number
    const after = before + Math.round(matchOf(phrasing) * ONE)
    if (after === 0) return
    if (before === 0) met[count++] = phrasing
    scores[phrasing] = after
    if (after > best) best = after
  })
  const least = Math.max(2 * limit, 2 * COMPARED)
  const wanted = { count, best, cut: REACH * best, least, most: 4 * COMPARED, tie: index.tie.data }
  takeChosen(chooseBest(wanted), slackOf(query), take)
}

function forEachShown(index: BaseIndex, scope: Scope, fn: (phrasing: number) => void): void {
  for (let i = 0; i < index.parts.length; i++) {
    if (scope.parts[i] !== 1) continue
    const { from, to } = index.parts[i] as Part
    for (let phrasing = from; phrasing < to; phrasing++) fn(phrasing)
  }
}

function takeChosen(taken: number, slack: number, take: Take): void {
  for (let i = 0; i < taken; i++) take(chosen[i] as number, (chosenAnswers[i] as number) / ONE + slack)
}

function takeWalked({ index, query, scope, limit }: CandidateInput, walks: Walk[], take: Take): void {
  const least = Math.max(limit, COMPARED_LEAST)
  let left = 0
  let answersLeft = 0
  for (const { most, inAnswer, weight } of walks) {
    left += most
    if (inAnswer) answersLeft += weight
  }
  for (const walk of walks) {
    if (left * ONE < REACH * best && count >= least) break
    if (walk.inAnswer) walkAnswers(index, walk, scope)
    else walkQuestions(index, walk, scope)
    left -= walk.most
    if (walk.inAnswer) answersLeft -= walk.weight
  }
  const cut = REACH * best - left * ONE
  const taken = chooseBest({ count, best, cut, least, most: COMPARED, tie: index.tie.data })
  takeChosen(taken, Math.max(0, answersLeft) + slackOf(query), take)
}

/** What rounding to whole numbers may have taken from a sum. */
const slackOf = ({ terms }: Query) => terms.length / ONE

/** Weightiest first; equal ones by their letters, so that the order is the same in every process. */
function walksOf(index: BaseIndex, query: Query): Walk[] {
  const walks: Walk[] = []
  const average = index.questionTerms / (index.phrasings || 1) || 1
  for (let length = 0; length <= LONGEST; length++) {
    const norm = 1 + QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * length) / average)
    byLength[length] = (QUESTION.k1 + 1) / norm
  }
  const shortest = byLength[1] as number
  const inQuestions = index.inQuestions.data
  const inAnswers = index.inAnswers.data
  const isAsked = (id: number) => (inQuestions[id] as number) > 0
  const ask = (id: number, text: string, weight: number) =>
    walks.push({ id, text, inAnswer: false, weight, most: weight * shortest })
  for (const { id, text, isStop, questionWeight, answerWeight } of query.terms) {
    if (id !== undefined && (inAnswers[id] as number) > 0) {
      const weight = answerWeight / (query.answerTotal || 1)
      walks.push({ id, text, inAnswer: true, weight, most: weight * ANSWER_SHARE })
    }
    const weight = questionWeight / (query.questionTotal || 1)
    if (id !== undefined && isAsked(id)) ask(id, text, weight)
    else if (!isStop)
      for (const alike of index.spelling.alike(text, isAsked)) ask(alike.id, alike.text, weight * alike.share)
  }
  return walks.sort((a, b) => b.most - a.most || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
}

function walkQuestions(index: BaseIndex, { id, weight }: Walk, { parts, whole }: Scope): void {
  const partOf = index.part.data
  const { scores, met } = scoresFor(index.part.length)
  const table = gains
  for (let length = 0; length <= LONGEST; length++)
    table[length] = Math.max(1, Math.round(weight * ONE * (byLength[length] as number)))
  let known = count
  let most = best
  const lists = index.asked
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const posting = page[i] as number
      const phrasing = posting >>> LENGTH_BITS
      if (!whole && parts[partOf[phrasing] as number] !== 1) continue
      const before = scores[phrasing] as number
      if (before === 0) met[known++] = phrasing
      const after = before + (table[posting & LONGEST] as number)
      scores[phrasing] = after
      if (after > most) most = after
    }
  }
  count = known
  best = most
}

function walkAnswers(index: BaseIndex, { id, weight, most: share }: Walk, { parts, whole }: Scope): void {
  const partOf = index.part.data
  const { scores, answers, met } = scoresFor(index.part.length)
  const gain = Math.max(1, Math.round(share * ONE))
  const held = Math.max(1, Math.round(weight * ONE))
  let known = count
  let most = best
  const lists = index.answered
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const phrasing = page[i] as number
      if (!whole && parts[partOf[phrasing] as number] !== 1) continue
      const before = scores[phrasing] as number
      if (before === 0) met[known++] = phrasing
      const after = before + gain
      scores[phrasing] = after
      answers[phrasing] = (answers[phrasing] as number) + held
      if (after > most) most = after
    }
  }
  count = known
  best = most
}
