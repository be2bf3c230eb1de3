/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. By words
 * the number is the mean of the score and of how alike the best phrasing is letter by letter, by vectors it is the score: so
 * questions with an answer were told best from those without. Scores by vectors run a little lower, which is made up for, so
 * that the same bands hold for both; those were chosen so that few questions without an answer get one.
 *
 * What is said only in an answer resembles no stored question, and is surely meant all the same when the pair holds nearly all
 * that was asked: sections of a document are found so. The surer of the two counts.
 */
import type { Found } from './rank.ts'
import { ANSWER_COVERED, ANSWER_FROM, MISSING_BY_VECTORS, OFFER_COVERED, OFFER_FROM } from './weights.ts'

export type Band = 'answer' | 'offer' | 'none'

type Signs = Pick<Found, 'score' | 'cosine' | 'closeness' | 'covered'>

/** Short of what makes a match nearly the question itself: others may hold as much. */
const MOST_BY_COVERED = 0.9

export function confidenceOf(signs: Signs): number {
  return Math.max(likenessOf(signs), byCovered(signs.covered))
}

/** True when it is sure by what was stored to be asked, without the words of the answer. */
export const isAsked = (signs: Signs): boolean => bandOf(likenessOf(signs)) === 'answer'

function likenessOf({ score, cosine, closeness }: Signs): number {
  return closeness === undefined ? (score + cosine) / 2 : 1 - MISSING_BY_VECTORS * (1 - score)
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
