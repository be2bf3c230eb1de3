/**
 * How sure a match is by what was stored to be asked. By words it is the mean of the score and of how alike the best phrasing
 * is letter by letter, by vectors it is the score: so questions with an answer were told best from those without. Scores by
 * vectors run a little lower, which is made up for, so that the same bands hold for both.
 */
import { ANSWER_FROM, MISSING_BY_VECTORS } from './weights.ts'

export interface Likeness {
  readonly score: number
  readonly cosine: number
  readonly closeness: number | undefined
}

export function likenessOf({ score, cosine, closeness }: Likeness): number {
  return closeness === undefined ? (score + cosine) / 2 : 1 - MISSING_BY_VECTORS * (1 - score)
}

/** True when it is sure without the words of the answer. */
export const isAsked = (found: Likeness): boolean => likenessOf(found) >= ANSWER_FROM
