/**
 * The confidence of a match, as a number and as a band: `answer` with it, `offer` it with others, or `none`. At least nine in
 * ten matches of the band `answer` are right on the public data sets (`bench/knowledge/retrieval.ts`).
 *
 * A pair is sure when two conditions hold. It leads: no pair with another answer scores nearly as high. And the question is
 * nearly the same as a stored one: by its letters and by the words that each contains of the other or, with embeddings, by its
 * vector. A question that resembles no stored one is sure too when the answer contains most of its words and several of them; a
 * single word that occurs somewhere in an answer makes an offer.
 *
 * A different number or code, a "not", or a question word of another kind makes a different question, however similar the rest
 * is: then the pair is offered at most.
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
/** A pair with less confidence is hardly related to the question and is not passed to a model. */
export const WORTH_READING = 0.08
/** The score from which a passage is offered (`bench/knowledge/passages.ts`). */
const PASSAGE_OFFER_FROM = 0.25

/** The least lead in score over the best pair with another answer. */
const LEAST_LEAD = 0.1
/** The least evidence by words, the least score by vectors, and the least share of the question that a pair contains. */
const SURE_BY_WORDS = 0.72
const SURE_BY_VECTORS = 0.66
const SURE_BY_ANSWER = 0.65
/** The least share of its words that each of the two questions shares with the other. */
const LEAST_HELD = 0.5
/** A denial asks the opposite when the stored question contains this share of its words; otherwise it is a complaint. */
const SAME_BUT_DENIED = 0.6
/** A pair must contain this many telling words of the question to be sure by its answer. */
const LEAST_TERMS = 3
/** The share of the question that a pair must contain to be offered when no stored question resembles it. */
const OFFERED_BY_ANSWER = 0.38
/** From this cosine of character pieces on, two questions consist of the same words. */
const SAME_WORDS = 0.999
/** Scores by vectors run a little lower, so only this share of their distance to 1 counts. */
const MISSING_BY_VECTORS = 0.85
const JUST_BELOW = 0.01

export interface Judgement {
  readonly confidence: number
  readonly band: Band
  /** Sure because of the stored question, and not because of the text of the answer. */
  readonly isAsked: boolean
}

interface Pair {
  readonly question: string
  readonly answer: string
}

/** Judges pairs that were found for a question; they must be in the order of their scores. */
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
  if (asksNothing(asked)) return judgement(Math.min(likeness, OFFER_FROM - JUST_BELOW), false)
  const byQuestion = lead >= LEAST_LEAD ? sureByQuestion(found) : 0
  const byAnswer = lead >= LEAST_LEAD ? sureByAnswer(found) : 0
  const sure = Math.max(byQuestion, byAnswer)
  const { queryInPair, answer } = found
  const offered = queryInPair >= OFFERED_BY_ANSWER && answer > 0 ? Math.max(queryInPair, OFFER_FROM) : 0
  if (sure === 0 || isOther(asked, pair, found)) return judgement(unsure(Math.max(likeness, offered)), false)
  return judgement(sure, byQuestion > 0)
}

/** The confidence by the stored question; 0 when it is not sure. */
function sureByQuestion({ score, cosine, closeness, queryInQuestions, questionInQuery }: Found): number {
  if (closeness !== undefined && score >= SURE_BY_VECTORS) return scale(score, SURE_BY_VECTORS)
  const evidence = (score + cosine + queryInQuestions + questionInQuery) / 4
  return Math.min(queryInQuestions, questionInQuery) >= LEAST_HELD && evidence >= SURE_BY_WORDS
    ? scale(evidence, SURE_BY_WORDS)
    : 0
}

function sureByAnswer({ queryInPair, termsInPair, answer }: Found): number {
  return answer > 0 && queryInPair >= SURE_BY_ANSWER && termsInPair >= LEAST_TERMS
    ? scale(queryInPair, SURE_BY_ANSWER)
    : 0
}

/** Maps values from `least` to 1 onto the band `answer`. */
const scale = (value: number, least: number) => between(Math.min(1, value), [least, 1], [ANSWER_FROM, 0.99])

/** Keeps the order, below the band `answer`. */
const unsure = (likeness: number) =>
  likeness < OFFER_FROM
    ? likeness
    : between(Math.min(1, likeness), [OFFER_FROM, 1], [OFFER_FROM, ANSWER_FROM - JUST_BELOW])

/** How similar a question is to a stored one: the measure that best separates questions with a stored answer from others. */
const likenessOf = ({ score, cosine, closeness }: Found) =>
  closeness === undefined ? (score + cosine) / 2 : 1 - MISSING_BY_VECTORS * (1 - score)

const isOther = (asked: string, { question, answer }: Pair, found: Found) =>
  namesOtherValue(asked, question, answer) ||
  asksOtherKind(asked, question) ||
  (found.queryInQuestions >= SAME_BUT_DENIED && isDenied(asked) !== isDenied(question))

/** A single stop word: nothing can be found by it. */
function asksNothing(asked: string): boolean {
  const terms = termsOf(asked)
  return terms.length === 1 && isStopWord(terms[0] as string)
}

/**
 * A passage may contain the answer, but nothing proves it: it is offered at most. It has no question to compare with, so its
 * score alone decides.
 */
export function judgePassage(asked: string, { score }: Pick<Found, 'score'>): Judgement {
  const most = asksNothing(asked) ? OFFER_FROM : ANSWER_FROM
  return judgement(Math.min(score * (OFFER_FROM / PASSAGE_OFFER_FROM), most - JUST_BELOW), false)
}

const judgement = (confidence: number, isAsked: boolean): Judgement => {
  const rounded = Math.round(confidence * 10_000) / 10_000
  return { confidence: rounded, band: bandOf(rounded), isAsked }
}

export function bandOf(confidence: number): Band {
  return confidence >= ANSWER_FROM ? 'answer' : confidence >= OFFER_FROM ? 'offer' : 'none'
}

type Bounds = readonly [low: number, high: number]

/** Maps `value` linearly from one range to another. */
function between(value: number, [from, to]: Bounds, [low, high]: Bounds): number {
  return low + ((value - from) / (to - from)) * (high - low)
}

/**
 * Converts a confidence to the `score` that clients of the platform expect; their thresholds are around 0.76. A sure pair has
 * at least 0.8, an offered pair 0.5 to 0.75. A passage is never sure, but one worth offering is what such a client looks for:
 * it has 0.78 to 0.95. Everything else has less than 0.5.
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
