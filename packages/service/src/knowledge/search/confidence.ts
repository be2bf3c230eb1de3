/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. The
 * number is the mean of the score and of how close the best phrasing is, by its vector or else letter by letter, which told
 * questions with an answer from those without best; where the bands lie was chosen so that few questions without an answer get
 * one, and holds for both.
 */
import type { Found } from './rank.ts'
import { ANSWER_FROM, OFFER_FROM } from './weights.ts'

export type Band = 'answer' | 'offer' | 'none'

type Signs = Pick<Found, 'score' | 'cosine' | 'closeness'>

export function confidenceOf({ score, cosine, closeness = cosine }: Signs): number {
  return (score + closeness) / 2
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}
