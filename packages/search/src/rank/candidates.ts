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
import type { BaseIndex, Part } from '../index/base-index.ts'
import type { Scope } from '../index/scope.ts'
import {
  bringForward,
  bringFurther,
  chooseBest,
  chosen,
  chosenAnswers,
  chosenScores,
  keepWithin,
} from './choose-best.ts'
import { completeScores } from './complete.ts'
import { newScores, ONE, type Scores } from './first-scores.ts'
import { meetByAnswers, meetByQuestions, narrow, placeOf } from './meet.ts'
import type { Query } from './query.ts'
import { mostAsked, mostLeft, type Walk, walksOf } from './walks.ts'
import { ANSWER_SHARE, COMPARED, COMPARED_ALL, COMPARED_LEAST, REACH } from './weights.ts'

/** What it costs to look at all terms of one phrasing, in phrasings walked. */
const LOOK_COST = 8
/** So many are looked at to find out how good the best is; of more, only the one that is best so far. */
const LOOKED_AT = 128
/** Those chosen by what was walked, which are then looked at for their other terms. */
const LOOKED_AT_LAST = 256
/** A list longer than this takes longer than to look at all of those. */
const LONG_LIST = 16_384

const completed = new Int32Array(512)
const alone = new Int32Array(1)
let table: Scores
/** The best score by what was walked, and the best that is known of. */
let top = 0
let best = 0

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
  /** Told of those that are about to be taken. */
  readonly prepare: (phrasings: Int32Array, count: number) => void
}

/** Called for each candidate, with the most of the query's weight that its answer can cover. */
export type Take = (phrasing: number, answerMost: number) => void

export function forEachCandidate(input: CandidateInput, take: Take): void {
  const { index, query, scope, exhaustive } = input
  table = newScores(index.part.length)
  top = 0
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
  for (const walk of walks) if (walk.inAnswer) meetByAnswers(table, index, walk, scope, 0)
  const { scores } = table
  forEachShown(index, scope, (phrasing) => {
    const match = Math.round(matchOf(phrasing) * ONE)
    if (match === 0 && !isMet(phrasing)) return
    const place = placeOf(table, phrasing)
    const score = (scores[place] as number) + match
    scores[place] = score
    if (score > top) top = score
  })
  const least = Math.max(2 * limit, 2 * COMPARED)
  const most = Math.max(least, 4 * COMPARED)
  const { data: tie } = index.tie
  const all = bringForward(table, 0)
  const taken = keepWithin(chooseBest(table, all, top, most, tie), REACH * top, least, most, tie)
  takeChosen(taken, slackOf(query), take)
}

const isMet = (phrasing: number) => (table.places[phrasing] as number) >= table.tag

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

function takeWalked(
  { index, query, scope, limit, prepare }: CandidateInput,
  walks: Walk[],
  take: Take,
): void {
  const least = Math.max(limit, COMPARED_LEAST)
  const isEnough = (next: number) => table.count >= least && mostLeft(walks, next) * ONE < REACH * best
  let next = 0
  for (; next < walks.length; next++) {
    const walk = walks[next] as Walk
    if (isEnough(next)) break
    if (table.count > 0 && listOf(index, walk) > LOOK_COST * Math.min(table.count, LOOKED_AT)) {
      raiseBest(index)
      if (isEnough(next)) break
    }
    top = (walk.inAnswer ? meetByAnswers : meetByQuestions)(table, index, walk, scope, top)
    best = Math.max(best, top)
  }
  const answersLeft = walks[next]?.answeredLeft ?? 0
  const inAnswers = ANSWER_SHARE * answersLeft
  const { within, asked } = narrowed(index, walks, next, inAnswers)
  const most = Math.max(least, LOOKED_AT_LAST)
  const { data: tie } = index.tie
  const cut = cutFor(walks, asked, inAnswers)
  const from = within < least ? table.count : within
  const met = keepWithin(chooseBest(table, from, top, most, tie), cut, least, most, tie)
  const taken = keepComplete(index, met, least, inAnswers)
  prepare(chosen, taken)
  takeChosen(taken, answersLeft + slackOf(query), take)
}

/** What a phrasing must have come to by the terms before `next`, to be within reach of the best by all of them. */
const cutFor = (walks: readonly Walk[], next: number, inAnswers: number) =>
  REACH * best - (mostAsked(walks, next) + inAnswers) * ONE

/**
 * Goes on with terms that tell apart those within reach, as long as that costs less than to look at each of them. Answers
 * where it stopped and how many are within reach.
 */
function narrowed(index: BaseIndex, walks: readonly Walk[], from: number, inAnswers: number) {
  let within = bringForward(table, cutFor(walks, from, inAnswers))
  let asked = from
  for (; asked < walks.length && within > COMPARED; asked++) {
    const walk = walks[asked] as Walk
    if (walk.inAnswer) continue
    if (listOf(index, walk) > Math.min(LONG_LIST, LOOK_COST * within)) break
    top = narrow(table, index, walk, top)
    best = Math.max(best, top)
    within = bringFurther(table, within, cutFor(walks, asked + 1, inAnswers))
  }
  return { asked, within }
}

/** How long the list of a term is, by what counts: the same in an index that was kept up and in one that was built anew. */
const listOf = (index: BaseIndex, { id, inAnswer }: Walk) =>
  (inAnswer ? index.inAnswers : index.inQuestions).data[id] as number

/** Looks what those met so far come to in the end: the better the best is known to be, the sooner the walk may end. */
function raiseBest(index: BaseIndex): void {
  let { met, count } = table
  if (count > LOOKED_AT) {
    alone[0] = bestByWalked(index)
    met = alone
    count = 1
  }
  completeScores(index, met, count, completed)
  for (let i = 0; i < count; i++) best = Math.max(best, completed[i] as number)
}

/** The phrasing that is best by what was walked; of equal ones the same in every process. */
function bestByWalked(index: BaseIndex): number {
  const { data: tie } = index.tie
  const { met, scores, count } = table
  let found = -1
  for (let i = 0; i < count; i++) {
    if (scores[i] !== top) continue
    const phrasing = met[i] as number
    if (found < 0 || (tie[phrasing] as number) < (tie[found] as number)) found = phrasing
  }
  return found
}

/** Of those chosen, the ones within reach of the best by all terms of their questions. */
function keepComplete(index: BaseIndex, met: number, least: number, inAnswers: number): number {
  completeScores(index, chosen, met, completed)
  let highest = best
  for (let i = 0; i < met; i++) {
    const score = (completed[i] as number) + ANSWER_SHARE * (chosenAnswers[i] as number)
    chosenScores[i] = score
    if (score > highest) highest = score
  }
  const cut = REACH * highest - inAnswers * ONE
  return keepWithin(met, cut, least, Math.max(least, COMPARED), index.tie.data)
}

/** What rounding to whole numbers may have taken from a sum. */
const slackOf = ({ terms }: Query) => terms.length / ONE
