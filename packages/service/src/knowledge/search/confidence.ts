/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. The bands
 * were chosen so that few questions without an answer get one.
 *
 * What is said only in an answer resembles no stored question, and is surely meant all the same when the pair holds nearly all
 * that was asked: sections of a document are found so. The surer of the two counts.
 */
import { type Likeness, likenessOf } from './likeness.ts'
import { ANSWER_COVERED, ANSWER_FROM, OFFER_COVERED, OFFER_FROM } from './weights.ts'

export type Band = 'answer' | 'offer' | 'none'

/** Short of what makes a match nearly the question itself: others may hold as much. */
const MOST_BY_COVERED = 0.9

export function confidenceOf(found: Likeness & { readonly covered: number }): number {
  return Math.max(likenessOf(found), byCovered(found.covered))
}

function byCovered(covered: number): number {
  if (covered < OFFER_COVERED) return 0
  const between = (from: number, to: number, low: number, high: number) =>
    low + ((covered - from) / (to - from)) * (high - low)
  return covered < ANSWER_COVERED
    ? between(OFFER_COVERED, ANSWER_COVERED, OFFER_FROM, ANSWER_FROM)
    : between(ANSWER_COVERED, 1, ANSWER_FROM, MOST_BY_COVERED)
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}
