/** A query made ready for one index: its terms with their weights, and the weights of its character pieces. */
import { gramsOf, isStopWord, termsOfWord, wordsOf } from './analyse.ts'
import type { BaseIndex } from './base-index.ts'
import { STOP_GRAM, STOP_TERM, UNKNOWN_TERM } from './weights.ts'

const MOST_WORDS = 200

export interface QueryTerm {
  readonly text: string
  /** Undefined when the index has never met it. */
  readonly id: number | undefined
  readonly questionWeight: number
  readonly answerWeight: number
}

export interface Query {
  readonly terms: readonly QueryTerm[]
  /** The weight that could be covered. */
  readonly questionTotal: number
  readonly answerTotal: number
  readonly words: readonly string[]
  /** Weights by piece, and by the id of those the index knows. */
  readonly grams: ReadonlyMap<number, number>
  readonly gramNorm: number
}

const rarity = (total: number, holding: number) => Math.log(1 + (total - holding + 0.5) / (holding + 0.5))

export const gramRarity = (phrasings: number, holding: number) =>
  Math.log((phrasings + 1) / (holding + 1)) + 1

export const dampened = (count: number) => (count > 1 ? 1 + Math.log(count) : count)

export function readyQuery(index: BaseIndex, text: string): Query {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  const terms: QueryTerm[] = []
  let questionTotal = 0
  let answerTotal = 0
  for (const term of new Set(words.flatMap(termsOfWord))) {
    const id = index.vocabulary.terms.get(term)
    const inQuestions = id === undefined ? 0 : (index.inQuestions.data[id] as number)
    const inAnswers = id === undefined ? 0 : (index.inAnswers.data[id] as number)
    const factor = isStopWord(term) ? STOP_TERM : 1
    const questionWeight = factor * rarity(index.phrasings, inQuestions)
    const answerWeight = factor * rarity(index.answers, inAnswers)
    questionTotal += questionWeight * (inQuestions > 0 ? 1 : UNKNOWN_TERM)
    answerTotal += answerWeight * (inAnswers > 0 ? 1 : UNKNOWN_TERM)
    terms.push({ text: term, id, questionWeight, answerWeight })
  }
  return { terms, questionTotal, answerTotal, words, ...weighedGrams(index, words) }
}

function weighedGrams(index: BaseIndex, words: readonly string[]): Pick<Query, 'grams' | 'gramNorm'> {
  const counts = new Map<string, number>()
  for (const word of words) {
    const terms = termsOfWord(word)
    const factor = terms.length === 1 && isStopWord(terms[0] as string) ? STOP_GRAM : 1
    for (const gram of gramsOf(word)) counts.set(gram, (counts.get(gram) ?? 0) + factor)
  }
  const grams = new Map<number, number>()
  let squares = 0
  for (const [gram, count] of counts) {
    const id = index.vocabulary.grams.get(gram)
    const weight =
      dampened(count) * gramRarity(index.phrasings, id === undefined ? 0 : (index.grams[id] ?? 0))
    if (id !== undefined) grams.set(id, weight)
    squares += weight * weight
  }
  return { grams, gramNorm: Math.sqrt(squares) || 1 }
}
