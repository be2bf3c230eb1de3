/** A query made ready for one index: its terms with their weights, and the weights of its character pieces. */

import type { BaseIndex } from '../index/base-index.ts'
import { SEVERAL, WORD_HEAD } from '../index/vocabulary.ts'
import { gramKeysOf, gramLength, isStopRun, isStopWord, termsOfWord, wordsOf } from '../words/analyse.ts'
import { gramWeightOf, STOP_GRAM, STOP_TERM, UNKNOWN_TERM } from './weights.ts'

const MOST_WORDS = 200

export interface QueryTerm {
  readonly text: string
  /** Undefined when the index has never met it. */
  readonly id: number | undefined
  readonly isStop: boolean
  readonly questionWeight: number
  readonly answerWeight: number
}

export interface Query {
  readonly terms: readonly QueryTerm[]
  /** The weight that could be covered. */
  readonly questionTotal: number
  readonly answerTotal: number
  readonly words: readonly string[]
  /** The pieces the index knows, each with its weight. */
  readonly grams: readonly number[]
  readonly gramWeights: readonly number[]
  readonly gramNorm: number
}

const rarity = (total: number, holding: number) => Math.log(1 + (total - holding + 0.5) / (holding + 0.5))

export function readyQuery(index: BaseIndex, text: string): Query {
  const words = wordsOf(text)
  if (words.length > MOST_WORDS) words.length = MOST_WORDS
  const ids = words.map((word) => index.vocabulary.words.get(word))
  const terms: QueryTerm[] = []
  const met = new Set<string>()
  let questionTotal = 0
  let answerTotal = 0
  const add = (term: string, id: number | undefined) => {
    met.add(term)
    const isStop = isStopWord(term)
    const inQuestions = id === undefined ? 0 : (index.inQuestions.data[id] as number)
    const inAnswers = id === undefined ? 0 : (index.inAnswers.data[id] as number)
    const factor = isStop ? STOP_TERM : 1
    const questionWeight = factor * rarity(index.questions, inQuestions)
    const answerWeight = factor * rarity(index.answers, inAnswers)
    questionTotal += questionWeight * (inQuestions > 0 ? 1 : UNKNOWN_TERM)
    answerTotal += answerWeight * (inAnswers > 0 ? 1 : UNKNOWN_TERM)
    terms.push({ text: term, id, isStop, questionWeight, answerWeight })
  }
  const { data: only } = index.vocabulary.only
  for (const [i, word] of words.entries()) {
    const id = ids[i]
    const sole = id === undefined ? SEVERAL : (only[id] as number)
    if (sole !== SEVERAL) {
      // A word the questions hold knows its term, without its letters being looked at.
      const term = index.spelling.textOf(sole)
      if (!met.has(term)) add(term, sole)
      continue
    }
    for (const term of termsOfWord(word)) if (!met.has(term)) add(term, index.vocabulary.terms.get(term))
  }
  return { terms, questionTotal, answerTotal, words, ...weighedGrams(index, words, ids) }
}

/** Shared by all searches, which never overlap; all zero between them. By piece: how often the query has it. */
let counts = new Float64Array(1024)

function weighedGrams(
  { vocabulary }: BaseIndex,
  words: readonly string[],
  ids: readonly (number | undefined)[],
): Pick<Query, 'grams' | 'gramWeights' | 'gramNorm'> {
  if (counts.length < vocabulary.grams.size) counts = new Float64Array(vocabulary.grams.size * 2)
  const grams: number[] = []
  const unknown = new Map<number | string, number>()
  const count = (gram: number, by: number) => {
    if (counts[gram] === 0) grams.push(gram)
    counts[gram] = (counts[gram] as number) + by
  }
  for (let i = 0; i < words.length; i++) {
    const word = ids[i]
    if (word !== undefined) {
      const { data: pool } = vocabulary.pool
      const at = vocabulary.rows.start(word)
      const factor = pool[at] === 1 ? STOP_GRAM : 1
      const from = at + WORD_HEAD + (pool[at + 1] as number)
      const to = from + (pool[at + 2] as number)
      for (let n = from; n < to; n++) count(pool[n] as number, factor)
      continue
    }
    const text = words[i] as string
    const terms = termsOfWord(text)
    const factor = isStopRun(text, terms) ? STOP_GRAM : 1
    for (const gram of gramKeysOf(text)) {
      const id = vocabulary.grams.get(gram)
      if (id === undefined) unknown.set(gram, (unknown.get(gram) ?? 0) + factor)
      else count(id, factor)
    }
  }
  let squares = 0
  const gramWeights: number[] = []
  for (const gram of grams) {
    const weight = (counts[gram] as number) * (vocabulary.gramWeight.data[gram] as number)
    counts[gram] = 0
    gramWeights.push(weight)
    squares += weight * weight
  }
  for (const [gram, times] of unknown) squares += (times * gramWeightOf(gramLength(gram))) ** 2
  return { grams, gramWeights, gramNorm: Math.sqrt(squares) || 1 }
}
