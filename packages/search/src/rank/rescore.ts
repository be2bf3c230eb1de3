/**
 * The second round: compares phrasings with the query in full, by BM25 of the question's terms, the cosine of its character
 * pieces, and BM25 of the answer. The match of a word with the query is computed once per search.
 */
import { type BaseIndex, COUNT_BITS, MOST_COUNTED } from '../index/base-index.ts'
import { STOP_PIECE } from '../index/piece-norm.ts'
import type { Query } from './query.ts'
import { ANSWER, QUESTION } from './weights.ts'

export interface QuestionMatch {
  /** The share of the query's weight that the question's terms cover. It may exceed 1 where terms are repeated. */
  readonly terms: number
  readonly cosine: number
}

export type Comparer = ReturnType<typeof createComparer>

interface WordMatch {
  readonly product: number
  /** The indexes of the query terms that the word contains. */
  readonly places: readonly number[]
}

export function createComparer(index: BaseIndex, query: Query) {
  const { vocabulary } = index
  const { terms, questionTotal, answerTotal, pieces, pieceNorm } = query
  const averageQuestion = index.questionTerms / (index.questions || 1) || 1
  const averageAnswer = index.answerTerms / (index.answers || 1) || 1
  const placeOf = new Map(terms.flatMap(({ id }, place) => (id === undefined ? [] : [[id, place]])))
  const words = new Map<number, WordMatch>()
  const counts = new Int32Array(terms.length)
  const weights = Float64Array.from(terms, ({ questionWeight }) => questionWeight)

  function matchWord(word: number): WordMatch {
    let product = 0
    for (const piece of vocabulary.piecesOf(word)) product += pieces.get(piece) ?? 0
    const places: number[] = []
    for (const term of vocabulary.termsOf(word)) {
      const place = placeOf.get(term)
      if (place !== undefined) places.push(place)
    }
    const match = { product: vocabulary.isStop(word) ? product * STOP_PIECE : product, places }
    words.set(word, match)
    return match
  }

  return {
    question(phrasing: number): QuestionMatch {
      counts.fill(0)
      let product = 0
      const held = index.wordsOf(phrasing)
      for (let i = 0; i < held.length; i++) {
        const word = held[i] as number
        const match = words.get(word) ?? matchWord(word)
        product += match.product
        for (const place of match.places) counts[place] = (counts[place] as number) + 1
      }
      const { k1, b } = QUESTION
      const length = index.questionLength.data[phrasing] as number
      const norm = k1 * (1 - b + (b * length) / averageQuestion)
      let sum = 0
      for (let place = 0; place < counts.length; place++) {
        const count = counts[place] as number
        if (count > 0) sum += ((weights[place] as number) * count * (k1 + 1)) / (count + norm)
      }
      const cosine = product === 0 ? 0 : product / (index.pieceNormOf(phrasing) * pieceNorm)
      return { terms: sum / questionTotal, cosine: Math.min(1, cosine) }
    },
    /** The share of the query's weight that the answer of a phrasing covers, up to 1. */
    answer(phrasing: number): number {
      const { k1, b } = ANSWER
      const length = index.answerLength.data[phrasing] as number
      const norm = k1 * (1 - b + (b * length) / averageAnswer)
      let sum = 0
      for (const number of index.answerTermsOf(phrasing)) {
        const place = placeOf.get(number >>> COUNT_BITS)
        if (place === undefined) continue
        const count = number & MOST_COUNTED
        sum += ((terms[place]?.answerWeight ?? 0) * count) / (count + norm)
      }
      return Math.min(1, sum / answerTotal)
    },
  }
}
