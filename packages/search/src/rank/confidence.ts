/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. The bands
 * were chosen so that few questions without an answer get one.
 *
 * What is said only in an answer resembles no stored question, and is surely meant all the same when the pair holds nearly all
 * that was asked: sections of a document are found so. The surer of the two counts.
 *
 * What reads like a stored question may ask for something else all the same, which neither measure notices: then it is offered
 * at most. An entry that several phrasings speak for has shown in how many words it is asked, and vectors know other words for
 * the same thing; there only the kind of the question is looked at. One number, code or "not" makes another question of any,
 * however alike all else is.
 */
import { asksNothing, asksOther, asksOtherKind } from './asks-other.ts'
import { differsInValue } from './differs-in-value.ts'
import { type Likeness, likenessOf } from './likeness.ts'
import { ANSWER_COVERED, ANSWER_FROM, OFFER_COVERED, OFFER_FROM, PASSAGE_OFFER_FROM } from './weights.ts'

export type Band = 'answer' | 'offer' | 'none'

/** Short of what makes a match nearly the question itself: others may hold as much. */
const MOST_BY_COVERED = 0.9
/** From here on it is the stored question itself. */
export const NEARLY_EQUAL = 0.95
/** What other phrasings add where they speak for an entry too; keywords, which repeat its words, add a little less. */
const SUPPORTED = 0.13
/** Short of a band. */
const SHORT_OF = 0.01

type Bounds = readonly [low: number, high: number]

export function confidenceOf(found: Likeness & { readonly covered: number }): number {
  return Math.max(likenessOf(found), byCovered(found.covered))
}

/** The confidence in a pair once question and pair have been read side by side. */
export function confidenceIn(
  pair: { readonly question: string; readonly answer: string },
  asked: string,
  found: Likeness & { readonly covered: number; readonly support: number },
): number {
  const confidence = confidenceOf(found)
  if (confidence < OFFER_FROM) return confidence
  const isSure = confidence >= ANSWER_FROM
  if (isSure && differsInValue(asked, pair.question, pair.answer)) return ANSWER_FROM - SHORT_OF
  if (confidence >= NEARLY_EQUAL) return confidence
  if (asksNothing(asked)) return OFFER_FROM - SHORT_OF
  if (!isSure) return confidence
  const byWords = found.closeness === undefined && found.support < SUPPORTED
  const isOther = byWords ? asksOther(asked, pair.question, pair.answer) : asksOtherKind(asked, pair.question)
  return isOther ? ANSWER_FROM - SHORT_OF : confidence
}

/**
 * A passage may hold the answer, and cannot be told to be it: it is offered at most. It has no question to resemble, so its
 * score alone decides.
 */
export function confidenceInPassage(asked: string, { score }: { readonly score: number }): number {
  const confidence = Math.min(score * (OFFER_FROM / PASSAGE_OFFER_FROM), ANSWER_FROM - SHORT_OF)
  return confidence >= OFFER_FROM && asksNothing(asked) ? OFFER_FROM - SHORT_OF : confidence
}

function byCovered(covered: number): number {
  if (covered < OFFER_COVERED) return 0
  return covered < ANSWER_COVERED
    ? between(covered, [OFFER_COVERED, ANSWER_COVERED], [OFFER_FROM, ANSWER_FROM])
    : between(covered, [ANSWER_COVERED, 1], [ANSWER_FROM, MOST_BY_COVERED])
}

/** Where `value` lies between two bounds, on the scale of two others. */
function between(value: number, [from, to]: Bounds, [low, high]: Bounds): number {
  return low + ((value - from) / (to - from)) * (high - low)
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}

/**
 * The confidence on the scale that clients of the platform expect of `score`, with thresholds around 0.76 in mind: a sure pair
 * has 0.8 and more, a pair to offer 0.5 to 0.75. A passage is never a sure answer, yet one worth offering is what such a
 * client looks for: it has 0.78 to 0.95. All else has less than 0.5.
 */
export function wireScoreOf({ confidence, isPassage = false }: Scored): number {
  const score =
    confidence >= ANSWER_FROM
      ? between(confidence, [ANSWER_FROM, 1], [0.8, 1])
      : confidence >= OFFER_FROM
        ? between(confidence, [OFFER_FROM, ANSWER_FROM], isPassage ? [0.78, 0.95] : [0.5, 0.75])
        : between(confidence, [0, OFFER_FROM], [0, 0.5])
  return Math.floor(score * 10_000) / 10_000
}

interface Scored {
  readonly confidence: number
  readonly isPassage?: boolean
}
