/**
 * The lists of phrasings that a query's terms lead to, weightiest first, and the most that those not walked yet can still add
 * to a phrasing.
 */
import { type BaseIndex, LONGEST } from '../index/base-index.ts'
import type { Query } from './query.ts'
import { ANSWER_SHARE, QUESTION } from './weights.ts'

export interface Walk {
  readonly id: number
  readonly text: string
  readonly inAnswer: boolean
  weight: number
  /** The most it can add to a phrasing's score. */
  most: number
  /** What it and those behind it weigh, in questions and in answers. */
  askedLeft: number
  answeredLeft: number
}

/** Shared by all searches, which never overlap. By length of a question: what a term of weight 1 counts in it. */
export const byLength = new Float64Array(LONGEST + 1)
/** By term: what it weighs in a question; zero but for the terms of `weighed`. */
let weights = new Float64Array(1024)
let weighed: number[] = []
/** By the last bits of a term's id: 1 where it may weigh something. Small enough to be at hand always, unlike `weights`. */
export const mayWeigh = new Uint8Array(4096)
export const NEAR = mayWeigh.length - 1

/** What the terms of the last `walksOf` weigh in a question, by term. */
export const askedWeights = () => weights

/**
 * Terms of the query that a question or an answer holds and, for words nobody has written so, those that are spelled alike.
 * Equal ones are in the order of their letters, so that it is the same in every process.
 */
export function walksOf(index: BaseIndex, query: Query): Walk[] {
  setUp(index)
  const inQuestions = index.inQuestions.data
  const isAsked = (id: number) => (inQuestions[id] as number) > 0
  const asked: { id: number; text: string }[] = []
  /** A term that is there may also be spelled like one that is not: its list is walked once. */
  const ask = (id: number, text: string, weight: number) => {
    if (weights[id] === 0) {
      asked.push({ id, text })
      weighed.push(id)
      mayWeigh[id & NEAR] = 1
    }
    weights[id] = (weights[id] as number) + weight
  }
  const walks: Walk[] = []
  for (const { id, text, isStop, questionWeight, answerWeight } of query.terms) {
    if (id !== undefined && (index.inAnswers.data[id] as number) > 0)
      walks.push(walkOf(id, text, true, answerWeight / (query.answerTotal || 1), ANSWER_SHARE))
    const weight = questionWeight / (query.questionTotal || 1)
    if (id !== undefined && isAsked(id)) ask(id, text, weight)
    else if (!isStop)
      for (const alike of index.spelling.alike(text, isAsked)) ask(alike.id, alike.text, weight * alike.share)
  }
  for (const { id, text } of asked)
    walks.push(walkOf(id, text, false, weights[id] as number, byLength[1] as number))
  walks.sort((a, b) => b.most - a.most || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  addUp(walks)
  return walks
}

function setUp(index: BaseIndex): void {
  for (const id of weighed) {
    weights[id] = 0
    mayWeigh[id & NEAR] = 0
  }
  weighed = []
  if (weights.length < index.vocabulary.terms.size)
    weights = new Float64Array(index.vocabulary.terms.size * 2)
  const average = index.questionTerms / (index.phrasings || 1) || 1
  for (let length = 0; length <= LONGEST; length++) {
    const norm = 1 + QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * length) / average)
    byLength[length] = (QUESTION.k1 + 1) / norm
  }
}

const walkOf = (id: number, text: string, inAnswer: boolean, weight: number, share: number): Walk => ({
  id,
  text,
  inAnswer,
  weight,
  most: weight * share,
  askedLeft: 0,
  answeredLeft: 0,
})

function addUp(walks: readonly Walk[]): void {
  let asked = 0
  let answered = 0
  for (let i = walks.length - 1; i >= 0; i--) {
    const walk = walks[i] as Walk
    if (walk.inAnswer) answered += walk.weight
    else asked += walk.weight
    walk.askedLeft = asked
    walk.answeredLeft = answered
  }
}

/** The most that the walks from `first` on can add to a phrasing. */
export function mostLeft(walks: readonly Walk[], first: number): number {
  return mostAsked(walks, first) + ANSWER_SHARE * (walks[first]?.answeredLeft ?? 0)
}

/** The same by questions alone. One that holds many terms is at least as long as they are many, so that each counts less. */
export function mostAsked(walks: readonly Walk[], first: number): number {
  let weight = 0
  let most = (walks[first]?.askedLeft ?? 0) * (byLength[LONGEST] as number)
  for (let i = first, terms = 1; i < walks.length && terms < LONGEST; i++) {
    const walk = walks[i] as Walk
    if (walk.inAnswer) continue
    weight += walk.weight
    most = Math.max(most, weight * (byLength[terms++] as number))
  }
  return most
}
