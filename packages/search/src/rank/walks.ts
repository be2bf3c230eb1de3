/**
 * The lists of phrasings that a query's terms lead to, weightiest first, and the most that those not walked yet can still add
 * to a phrasing.
 */
import { type BaseIndex, LENGTH_BITS, LONGEST } from '../index/base-index.ts'
import { gainOf, ONE } from './first-scores.ts'
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
/** By term: which of the asked ones it is, from 1 on; 0 for all others. */
let places = new Int32Array(1024)
/** The asked terms, and from place 1 on what each weighs in a question. */
let asked: { id: number; text: string }[] = []
let weights = new Float64Array(64)
/** By place and length of a question: what the term counts in it; 0 until somebody asks. */
let gains = new Int32Array(64 << LENGTH_BITS)
/** By the last bits of a term's id: 1 where it may be asked. Small enough to be at hand always, unlike `places`. */
export const mayBeAsked = new Uint8Array(4096)
export const NEAR = mayBeAsked.length - 1

/** Which of the terms of the last `walksOf` a term is, by term. */
export const askedPlaces = () => places

/** How many terms were asked, and one more. */
export const askedEnd = () => asked.length + 1

/** What an asked term counts in a question of so many terms. */
export function gainIn(place: number, length: number): number {
  const at = (place << LENGTH_BITS) | length
  const known = gains[at] as number
  if (known > 0) return known
  const gain = gainOf((weights[place] as number) * (ONE * (byLength[length] as number)))
  gains[at] = gain
  return gain
}

/**
 * Terms of the query that a question or an answer holds and, for words nobody has written so, those that are spelled alike.
 * Equal ones are in the order of their letters, so that it is the same in every process.
 */
export function walksOf(index: BaseIndex, query: Query): Walk[] {
  setUp(index)
  const inQuestions = index.inQuestions.data
  const isAsked = (id: number) => (inQuestions[id] as number) > 0
  /** A term that is there may also be spelled like one that is not: its list is walked once. */
  const ask = (id: number, text: string, weight: number) => {
    let place = places[id] as number
    if (place === 0) {
      place = asked.push({ id, text })
      if (place === weights.length) makeRoom()
      places[id] = place
      weights[place] = 0
      mayBeAsked[id & NEAR] = 1
    }
    weights[place] = (weights[place] as number) + weight
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
  for (const [i, { id, text }] of asked.entries())
    walks.push(walkOf(id, text, false, weights[i + 1] as number, byLength[1] as number))
  walks.sort((a, b) => b.most - a.most || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  addUp(walks)
  return walks
}

function setUp(index: BaseIndex): void {
  for (const { id } of asked) {
    places[id] = 0
    mayBeAsked[id & NEAR] = 0
  }
  gains.fill(0, 0, (asked.length + 1) << LENGTH_BITS)
  asked = []
  if (places.length < index.vocabulary.terms.size) places = new Int32Array(index.vocabulary.terms.size * 2)
  const average = index.questionTerms / (index.questions || 1) || 1
  for (let length = 0; length <= LONGEST; length++) {
    const norm = 1 + QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * length) / average)
    byLength[length] = (QUESTION.k1 + 1) / norm
  }
}

function makeRoom(): void {
  const larger = new Float64Array(weights.length * 2)
  larger.set(weights)
  weights = larger
  gains = new Int32Array(larger.length << LENGTH_BITS)
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
