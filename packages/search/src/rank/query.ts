/** A query prepared for one index: its terms with their weights, and its character pieces. */
import type { BaseIndex } from '../index/base-index.ts'
import { countPieces, normOf, pieceWeight } from '../index/piece-norm.ts'
import type { AlikeTerm } from '../index/spelling.ts'
import { pieceKey } from '../index/vocabulary.ts'
import { isStopRun, isStopWord, piecesOf, termsOfWord, wordsOf } from '../words/analyse.ts'
import { STOP_TERM, UNKNOWN_TERM } from './weights.ts'

const MOST_WORDS = 200
/** A run of Chinese is one word, and has two terms for each character. */
const MOST_TERMS = 1000
/** At most this many unknown words are treated as misspelled: each is compared with thousands of terms of a large base. */
const MOST_MISSPELLED = 10

interface QueryTerm {
  readonly text: string
  /** Undefined when the index does not contain it. */
  readonly id: number | undefined
  readonly isStop: boolean
  readonly questionWeight: number
  readonly answerWeight: number
  /** For a telling word that no stored question contains: terms of stored questions with a similar spelling. */
  readonly alike: readonly AlikeTerm[]
}

export interface Query {
  readonly words: readonly string[]
  readonly terms: readonly QueryTerm[]
  /** The highest weights that a question and an answer could cover. */
  readonly questionTotal: number
  readonly answerTotal: number
  /** By piece: what one occurrence in a stored question adds to the dot product of the two. */
  readonly pieces: ReadonlyMap<number, number>
  readonly pieceNorm: number
  /** The weight of any term in questions. */
  readonly weightOf: (term: number) => number
}

export function readQuery(index: BaseIndex, text: string): Query {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  const analysed = words.map((word) => ({ word, terms: termsOfWord(word) }))
  const texts = [...new Set(analysed.flatMap((each) => each.terms))].slice(0, MOST_TERMS)
  const misspelled = new Set(texts.filter((term) => isUnknown(index, term)).slice(0, MOST_MISSPELLED))
  const terms = texts.map((term) => readTerm(index, term, misspelled.has(term)))
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

const isAsked = ({ inQuestions }: BaseIndex, term: number) => (inQuestions.data[term] as number) > 0

/** A telling word (no stop word) that no stored question contains. */
function isUnknown(index: BaseIndex, text: string): boolean {
  const id = index.vocabulary.findTerm(text)
  return !isStopWord(text) && (id === undefined || !isAsked(index, id))
}

function readTerm(index: BaseIndex, text: string, isMisspelled: boolean): QueryTerm {
  const { vocabulary, spelling } = index
  const id = vocabulary.findTerm(text)
  const alike = isMisspelled ? spelling.alike(text, vocabulary.termTexts, (term) => isAsked(index, term)) : []
  return { text, id, isStop: isStopWord(text), alike, ...weigh(index, text, id) }
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
  const counts = countPieces(
    analysed.map(({ word, terms }) => ({
      pieces: piecesOf(word).map(pieceKey),
      isStop: isStopRun(word, terms),
    })),
  )
  const pieces = new Map(Array.from(counts, ([key, count]) => [key, count * pieceWeight(key) ** 2]))
  return { pieces, pieceNorm: normOf(counts) || 1 }
}
