/**
 * How sure a match is, as one number and as a band: `answer` it, `offer` it with others, or say that there is `none`. Sure must
 * mean right: of the answers given as sure at least nine in ten are right on the public sets (`bench/knowledge/retrieval.ts`).
 *
 * A pair is sure when two things hold. It leads: no pair with another answer scores nearly as high. And the question is much
 * the same as a stored one: by its letters, and by the words that the two hold of each other; or, with embeddings, by its
 * vector. A question that resembles no stored one is sure too when the answer holds most of its words and several of them: a
 * single word that stands somewhere in an answer makes an offer.
 *
 * One number, code, "not" or question word of another kind makes another question, however alike all else is: then the pair
 * is offered at most.
 */
import { isDenied } from '@tandem/languages/negation'
import { asksOtherKind } from '@tandem/languages/question-kinds'
import { isStopWord, termsOf } from '../words/analyse.ts'
import { namesOtherValue } from './other-value.ts'
import type { Found } from './rank.ts'

export type Band = 'answer' | 'offer' | 'none'

/** The least confidence of each band. */
const ANSWER_FROM = 0.6
export const OFFER_FROM = 0.36
/** A pair found with less has next to nothing to do with the question; a model is not given it to read. */
export const WORTH_READING = 0.08
/** The score from which a passage is offered (`bench/knowledge/passages.ts`). */
const PASSAGE_OFFER_FROM = 0.25

/** The least lead in score over the best pair with another answer. */
const LEAST_LEAD = 0.1
/** The least evidence by words, the least score by vectors, and the least share of the question that an answer tells of. */
const SURE_BY_WORDS = 0.72
const SURE_BY_VECTORS = 0.66
const SURE_BY_ANSWER = 0.65
/** The least share that each of the two questions holds of the other's words. */
const LEAST_HELD = 0.5
/** A denial makes the opposite of a question where the stored one holds so much of its words; else it is a complaint. */
const SAME_BUT_DENIED = 0.6
/** An answer must hold so many telling words of the question. */
const TOLD_TERMS = 3
/** The share of the question that a pair must hold to be offered, though no stored question resembles it. */
const OFFERED_BY_ANSWER = 0.38
/** Two questions with the same character pieces consist of the same words. */
const SAME_WORDS = 0.999
/** Scores by vectors run a little lower: so much of the part missing to 1 counts. */
const MISSING_BY_VECTORS = 0.85
const SHORT_OF = 0.01

export interface Judgement {
  readonly confidence: number
  readonly band: Band
  /** It is sure by what was stored to be asked, and not by what the answer says. */
  readonly isAsked: boolean
}

interface Pair {
  readonly question: string
  readonly answer: string
}

/** Judges pairs that were found for a question, in the order of their scores. */
export function judgePairs(asked: string, pairs: readonly (Pair & { readonly found: Found })[]): Judgement[] {
  return pairs.map((pair) => {
    const rival = pairs.find((other) => other !== pair && other.answer !== pair.answer)
    return judge(asked, pair, pair.found, pair.found.score - (rival?.found.score ?? 0))
  })
}

function judge(asked: string, pair: Pair, found: Found, lead: number): Judgement {
  const likeness = likenessOf(found)
  const isSame = found.cosine >= SAME_WORDS
  if (isSame) return judgement(1, true)
  if (asksNothing(asked)) return judgement(Math.min(likeness, OFFER_FROM - SHORT_OF), false)
  const byQuestion = lead >= LEAST_LEAD ? sureByQuestion(found) : 0
  const byAnswer = lead >= LEAST_LEAD ? sureByAnswer(found) : 0
  const sure = Math.max(byQuestion, byAnswer)
  const told = found.told >= OFFERED_BY_ANSWER && found.answer > 0 ? Math.max(found.told, OFFER_FROM) : 0
  if (sure === 0 || isOther(asked, pair, found)) return judgement(unsure(Math.max(likeness, told)), false)
  return judgement(sure, byQuestion > 0)
}

/** The confidence by what was stored to be asked; 0 when it is not sure. */
function sureByQuestion({ score, cosine, closeness, asked, stored }: Found): number {
  if (closeness !== undefined && score >= SURE_BY_VECTORS) return scale(score, SURE_BY_VECTORS)
  const evidence = (score + cosine + asked + stored) / 4
  return Math.min(asked, stored) >= LEAST_HELD && evidence >= SURE_BY_WORDS
    ? scale(evidence, SURE_BY_WORDS)
    : 0
}

function sureByAnswer({ told, toldTerms, answer }: Found): number {
  return answer > 0 && told >= SURE_BY_ANSWER && toldTerms >= TOLD_TERMS ? scale(told, SURE_BY_ANSWER) : 0
}

/** From the least that is sure to 1, on the scale of the band. */
const scale = (value: number, least: number) => between(Math.min(1, value), [least, 1], [ANSWER_FROM, 0.99])

/** The same order below the band of sure answers. */
const unsure = (likeness: number) =>
  likeness < OFFER_FROM
    ? likeness
    : between(Math.min(1, likeness), [OFFER_FROM, 1], [OFFER_FROM, ANSWER_FROM - SHORT_OF])

/** How alike a question and a stored one are: so those with an answer were told best from those without. */
const likenessOf = ({ score, cosine, closeness }: Found) =>
  closeness === undefined ? (score + cosine) / 2 : 1 - MISSING_BY_VECTORS * (1 - score)

const isOther = (asked: string, { question, answer }: Pair, found: Found) =>
  namesOtherValue(asked, question, answer) ||
  asksOtherKind(asked, question) ||
  (found.asked >= SAME_BUT_DENIED && isDenied(asked) !== isDenied(question))

/** One little word: there is nothing to be found by. */
function asksNothing(asked: string): boolean {
  const terms = termsOf(asked)
  return terms.length === 1 && isStopWord(terms[0] as string)
}

/**
 * A passage may hold the answer, and cannot be told to be it: it is offered at most. It has no question to resemble, so its
 * score alone decides.
 */
export function judgePassage(asked: string, { score }: Pick<Found, 'score'>): Judgement {
  const most = asksNothing(asked) ? OFFER_FROM : ANSWER_FROM
  return judgement(Math.min(score * (OFFER_FROM / PASSAGE_OFFER_FROM), most - SHORT_OF), false)
}

const judgement = (confidence: number, isAsked: boolean): Judgement => {
  const rounded = Math.round(confidence * 10_000) / 10_000
  return { confidence: rounded, band: bandOf(rounded), isAsked }
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}

type Bounds = readonly [low: number, high: number]

/** Where `value` lies between two bounds, on the scale of two others. */
function between(value: number, [from, to]: Bounds, [low, high]: Bounds): number {
  return low + ((value - from) / (to - from)) * (high - low)
}

/**
 * The confidence on the scale that clients of the platform expect of `score`, with thresholds around 0.76 in mind: a sure pair
 * has 0.8 and more, a pair to offer 0.5 to 0.75. A passage is never a sure answer, yet one worth offering is what such a
 * client looks for: it has 0.78 to 0.95. All else has less than 0.5.
 */
export function wireScoreOf({
  confidence,
  isPassage = false,
}: {
  readonly confidence: number
  readonly isPassage?: boolean
}): number {
  const offered: Bounds = isPassage ? [0.78, 0.95] : [0.5, 0.75]
  const score =
    confidence >= ANSWER_FROM
      ? between(confidence, [ANSWER_FROM, 1], [0.8, 1])
      : confidence >= OFFER_FROM
        ? between(confidence, [OFFER_FROM, ANSWER_FROM], offered)
        : between(confidence, [0, OFFER_FROM], [0, 0.5])
  return Math.floor(score * 10_000) / 10_000
}
