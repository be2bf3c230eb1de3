/** A query made ready for one index: its terms with their weights, and its character pieces. */
import type { BaseIndex } from '../index/base-index.ts'
import { pieceWeight, STOP_PIECE } from '../index/piece-norm.ts'
import type { AlikeTerm, Effort } from '../index/spelling.ts'
import { pieceKey } from '../index/vocabulary.ts'
import { isStopRun, isStopWord, piecesOf, termsOfWord, wordsOf } from '../words/analyse.ts'
import { STOP_TERM, UNKNOWN_TERM } from './weights.ts'

const MOST_WORDS = 200
/** A run of Chinese is one word, and has two terms for each character. */
const MOST_TERMS = 1000
/** Enough for fifty misspelled words in a large base. */
const MOST_LOOKED_AT = 200_000

interface QueryTerm {
  readonly text: string
  /** Undefined when the index has never met it. */
  readonly id: number | undefined
  readonly isStop: boolean
  readonly questionWeight: number
  readonly answerWeight: number
  /** For a telling word that no stored question holds: terms of stored questions that are spelled alike. */
  readonly alike: readonly AlikeTerm[]
}

export interface Query {
  readonly words: readonly string[]
  readonly terms: readonly QueryTerm[]
  /** The weight that could be covered. */
  readonly questionTotal: number
  readonly answerTotal: number
  /** By piece: what one occurrence in a stored question adds to the product of the two. */
  readonly pieces: ReadonlyMap<number, number>
  readonly pieceNorm: number
  /** The weight of any term in questions. */
  readonly weightOf: (term: number) => number
}

export function readQuery(index: BaseIndex, text: string): Query {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  const analysed = words.map((word) => ({ word, terms: termsOfWord(word) }))
  const effort: Effort = { left: MOST_LOOKED_AT }
  const texts = [...new Set(analysed.flatMap((each) => each.terms))].slice(0, MOST_TERMS)
  const terms = texts.map((term) => readTerm(index, term, effort))
  const totalOf = (weightOf: (term: QueryTerm) => number, holding: Int32Array) =>
    terms.reduce((sum, term) => {
      const isKnown = term.id !== undefined && (holding[term.id] as number) > 0
      return sum + weightOf(term) * (isKnown ? 1 : UNKNOWN_TERM)
    }, 0)
  return {
    words,
    terms,
    questionTotal: totalOf(({ questionWeight }) => questionWeight, index.inQuestions.data) || 1,
    answerTotal: totalOf(({ answerWeight }) => answerWeight, index.inAnswers.data) || 1,
    ...weighPieces(analysed),
    weightOf: (term) => weigh(index, index.vocabulary.termTexts[term] as string, term).questionWeight,
  }
}

function readTerm(index: BaseIndex, text: string, effort: Effort): QueryTerm {
  const { vocabulary, inQuestions, spelling } = index
  const id = vocabulary.findTerm(text)
  const isStop = isStopWord(text)
  const isAsked = (term: number) => (inQuestions.data[term] as number) > 0
  const isKnown = isStop || (id !== undefined && isAsked(id))
  const alike = isKnown ? [] : spelling.alike(text, vocabulary.termTexts, isAsked, effort)
  return { text, id, isStop, alike, ...weigh(index, text, id) }
}

function weigh(
  index: BaseIndex,
  text: string,
  id: number | undefined,
): Pick<QueryTerm, 'questionWeight' | 'answerWeight'> {
  const weight = (total: number, holding: Int32Array) =>
    (isStopWord(text) ? STOP_TERM : 1) * rarity(total, id === undefined ? 0 : (holding[id] as number))
  return {
    questionWeight: weight(index.questions, index.inQuestions.data),
    answerWeight: weight(index.answers, index.inAnswers.data),
  }
}

/** The inverse document frequency of BM25. */
const rarity = (total: number, holding: number) => Math.log(1 + (total - holding + 0.5) / (holding + 0.5))

function weighPieces(
  analysed: readonly { word: string; terms: readonly string[] }[],
): Pick<Query, 'pieces' | 'pieceNorm'> {
  const counts = new Map<number, number>()
  for (const { word, terms } of analysed) {
    const share = isStopRun(word, terms) ? STOP_PIECE : 1
    for (const piece of piecesOf(word)) {
      const key = pieceKey(piece)
      counts.set(key, (counts.get(key) ?? 0) + share)
    }
  }
  let squares = 0
  const pieces = new Map<number, number>()
  for (const [key, count] of counts) {
    const weight = pieceWeight(key)
    squares += (count * weight) ** 2
    pieces.set(key, count * weight * weight)
  }
  return { pieces, pieceNorm: Math.sqrt(squares) || 1 }
}
