/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. The
 * number is the mean of the score and the cosine of the best phrasing, which told questions with an answer from those without
 * best; where the bands lie was chosen so that few questions without an answer get one.
 */
import type { Found } from './rank.ts'
import { ANSWER_FROM, OFFER_FROM } from './weights.ts'

export type Band = 'answer' | 'offer' | 'none'

export function confidenceOf({ score, cosine }: Pick<Found, 'score' | 'cosine'>): number {
  return (score + cosine) / 2
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}
