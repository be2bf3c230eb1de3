/**
 * The first round: which phrasings are worth comparing in full. In a small base all of them. In a large one those the query's
 * terms lead to and, for words nobody has written so, terms that are spelled alike. Each term that a question holds counts its
 * BM25, each that an answer holds a fixed share.
 *
 * Terms are walked from the weightiest on, and no further than needed: once a phrasing not met yet could not reach `REACH` of
 * the best one even if it held all the terms left, those are left out. So every phrasing within reach of the best is met, as
 * if all had been walked; what is far behind the best is met only when there would be too few hits without it. Of those met,
 * the best by the terms that were walked are looked at for their other terms, and of those the best go on: `COMPARED` at most.
 */
import { type BaseIndex, LENGTH_BITS, LONGEST, type Part } from '../index/base-index.ts'
import type { Scope } from '../index/scope.ts'
import { completeScore } from './complete.ts'
import {
  bringForward,
  chooseBest,
  chosen,
  chosenAnswers,
  chosenScores,
  gainOf,
  keepWithin,
  newScores,
  ONE,
  type Scores,
} from './first-scores.ts'
import type { Query } from './query.ts'
import { byLength, mostAsked, mostLeft, type Walk, walksOf } from './walks.ts'
import { ANSWER_SHARE, COMPARED, COMPARED_ALL, COMPARED_LEAST, REACH } from './weights.ts'

/** What it costs to look at all terms of one phrasing, in phrasings walked. */
const LOOK_COST = 8
/** So many are looked at to find out how good the best is; of more, only the one that is best so far. */
const LOOKED_AT = 128
/** Those chosen by what was walked, which are then looked at for their other terms. */
const LOOKED_AT_LAST = 256
/** A list longer than this takes longer than to look at all of those. */
const LONG_LIST = 16_384

/** By length of a question: what the term being walked counts. */
const gains = new Int32Array(LONGEST + 1)
let table: Scores
/** How many phrasings were met, the best by what was walked, and the best that is known of. */
let count = 0
let top = 0
let best = 0
/** The phrasing that is best by what was walked; of equal ones the same in every process. */
let bestAt = 0

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
  table = newScores(index.part.length)
  count = 0
  top = 0
  best = 0
  bestAt = 0
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
  const { scores, met, tag } = table
  forEachShown(index, scope, (phrasing) => {
    const before = Math.max(0, (scores[phrasing] as number) - tag)
    const after = before + Math.round(matchOf(phrasing) * ONE)
    if (after === 0) return
    if (before === 0) met[count++] = phrasing
    scores[phrasing] = tag + after
    if (after > top) top = after
  })
  const least = Math.max(2 * limit, 2 * COMPARED)
  const most = Math.max(least, 4 * COMPARED)
  const { data: tie } = index.tie
  const taken = keepWithin(chooseBest(count, top, most, tie), REACH * top, least, most, tie)
  takeChosen(taken, slackOf(query), take)
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
  const isEnough = (next: number) => count >= least && mostLeft(walks, next) * ONE < REACH * best
  let next = 0
  for (; next < walks.length; next++) {
    const walk = walks[next] as Walk
    if (isEnough(next)) break
    if (count > 0 && listOf(index, walk) > LOOK_COST * Math.min(count, LOOKED_AT)) {
      raiseBest(index)
      if (isEnough(next)) break
    }
    if (walk.inAnswer) walkAnswers(index, walk, scope)
    else walkQuestions(index, walk, scope)
  }
  const answersLeft = walks[next]?.answeredLeft ?? 0
  const inAnswers = ANSWER_SHARE * answersLeft
  const { within, asked } = narrowed(index, walks, next, inAnswers)
  const most = Math.max(least, LOOKED_AT_LAST)
  const { data: tie } = index.tie
  const cut = cutFor(walks, asked, inAnswers)
  const from = within < least ? count : within
  const met = keepWithin(chooseBest(from, top, most, tie), cut, least, most, tie)
  const taken = keepComplete(index, met, least, inAnswers)
  takeChosen(taken, answersLeft + slackOf(query), take)
}

/** What a phrasing must have come to by the terms before `next`, to be within reach of the best by all of them. */
const cutFor = (walks: readonly Walk[], next: number, inAnswers: number) =>
  REACH * best - (mostAsked(walks, next) + inAnswers) * ONE

/**
 * Goes on with terms that tell apart those within reach, as long as that costs less than to look at each of them. Answers
 * where it stopped and how many are within reach, which come first among those met.
 */
function narrowed(index: BaseIndex, walks: readonly Walk[], from: number, inAnswers: number) {
  let within = bringForward(count, cutFor(walks, from, inAnswers))
  let asked = from
  for (; asked < walks.length && within > COMPARED; asked++) {
    const walk = walks[asked] as Walk
    if (walk.inAnswer) continue
    if (listOf(index, walk) > Math.min(LONG_LIST, LOOK_COST * within)) break
    narrow(index, walk)
    within = bringForward(within, cutFor(walks, asked + 1, inAnswers))
  }
  return { asked, within }
}

/** How long the list of a term is, by what counts: the same in an index that was kept up and in one that was built anew. */
const listOf = (index: BaseIndex, { id, inAnswer }: Walk) =>
  (inAnswer ? index.inAnswers : index.inQuestions).data[id] as number

/** Looks what those met so far come to in the end: the better the best is known to be, the sooner the walk may end. */
function raiseBest(index: BaseIndex): void {
  best = Math.max(best, completeScore(index, bestAt))
  if (count > LOOKED_AT) return
  for (let i = 0; i < count; i++) best = Math.max(best, completeScore(index, table.met[i] as number))
}

/** Of those chosen, the ones within reach of the best by all terms of their questions. */
function keepComplete(index: BaseIndex, met: number, least: number, inAnswers: number): number {
  index.touch(chosen, met)
  let highest = best
  for (let i = 0; i < met; i++) {
    const score = completeScore(index, chosen[i] as number) + ANSWER_SHARE * (chosenAnswers[i] as number)
    chosenScores[i] = score
    if (score > highest) highest = score
  }
  const cut = REACH * highest - inAnswers * ONE
  return keepWithin(met, cut, least, Math.max(least, COMPARED), index.tie.data)
}

/** What rounding to whole numbers may have taken from a sum. */
const slackOf = ({ terms }: Query) => terms.length / ONE

function setGains(weight: number): void {
  for (let length = 0; length <= LONGEST; length++)
    gains[length] = gainOf(weight * (ONE * (byLength[length] as number)))
}

function walkQuestions(index: BaseIndex, { id, weight }: Walk, { parts, whole }: Scope): void {
  const partOf = index.part.data
  const { data: tie } = index.tie
  const { scores, met, tag } = table
  setGains(weight)
  const gain = gains
  let known = count
  let most = tag + top
  const lists = index.asked
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const posting = page[i] as number
      const phrasing = posting >>> LENGTH_BITS
      if (!whole && parts[partOf[phrasing] as number] !== 1) continue
      let score = scores[phrasing] as number
      if (score < tag) {
        met[known++] = phrasing
        score = tag
      }
      score += gain[posting & LONGEST] as number
      scores[phrasing] = score
      if (score > most || (score === most && (tie[phrasing] as number) < (tie[bestAt] as number))) {
        most = score
        bestAt = phrasing
      }
    }
  }
  count = known
  top = most - tag
  if (top > best) best = top
}

/** Adds what a term counts to those met already, and meets no others. */
function narrow(index: BaseIndex, { id, weight }: Walk): void {
  const { data: tie } = index.tie
  const { scores, tag } = table
  setGains(weight)
  const gain = gains
  let most = tag + top
  const lists = index.asked
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const posting = page[i] as number
      const phrasing = posting >>> LENGTH_BITS
      let score = scores[phrasing] as number
      if (score < tag) continue
      score += gain[posting & LONGEST] as number
      scores[phrasing] = score
      if (score > most || (score === most && (tie[phrasing] as number) < (tie[bestAt] as number))) {
        most = score
        bestAt = phrasing
      }
    }
  }
  top = most - tag
  if (top > best) best = top
}

function walkAnswers(index: BaseIndex, { id, weight, most: share }: Walk, { parts, whole }: Scope): void {
  const partOf = index.part.data
  const { data: tie } = index.tie
  const { scores, answers, met, tag } = table
  const gain = gainOf(share * ONE)
  const held = gainOf(weight * ONE)
  let known = count
  let most = tag + top
  const lists = index.answered
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const phrasing = page[i] as number
      if (!whole && parts[partOf[phrasing] as number] !== 1) continue
      let score = scores[phrasing] as number
      if (score < tag) {
        met[known++] = phrasing
        score = tag
      }
      score += gain
      scores[phrasing] = score
      answers[phrasing] = Math.max(answers[phrasing] as number, tag) + held
      if (score > most || (score === most && (tie[phrasing] as number) < (tie[bestAt] as number))) {
        most = score
        bestAt = phrasing
      }
    }
  }
  count = known
  top = most - tag
  if (top > best) best = top
}
