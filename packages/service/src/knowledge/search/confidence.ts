/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. By words
 * the number is the mean of the score and of how alike the best phrasing is letter by letter, by vectors it is the score: so
 * questions with an answer were told best from those without. Scores by vectors run a little lower, which is made up for, so
 * that the same bands hold for both; those were chosen so that few questions without an answer get one.
 */
import type { Found } from './rank.ts'
import { ANSWER_FROM, MISSING_BY_VECTORS, OFFER_FROM } from './weights.ts'

export type Band = 'answer' | 'offer' | 'none'

type Signs = Pick<Found, 'score' | 'cosine' | 'closeness'>

export function confidenceOf({ score, cosine, closeness }: Signs): number {
  return closeness === undefined ? (score + cosine) / 2 : 1 - MISSING_BY_VECTORS * (1 - score)
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}
