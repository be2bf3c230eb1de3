/**
 * The index of one knowledge base, in memory. A *phrasing* is the question of a pair (or its keywords); pairs with the same
 * answer in one document are phrasings of one *entry*. Phrasings belong to *parts*, runs of pairs of one revision. A part is
 * shown or hidden as a whole, so that a reader never sees half a document; a single pair can be removed from a part. The counts
 * of terms follow every change, so an index that is kept up to date ranks like one built anew.
 */
import { wordsOf } from '../words/analyse.ts'
import { hash52 } from '../words/hash.ts'
import { meaningOf } from '../words/meaning.ts'
import { Entries } from './entries.ts'
import { type Exchange, ints } from './growing.ts'
import { countPieces, normOf } from './piece-norm.ts'
import { Postings } from './postings.ts'
import { Spelling } from './spelling.ts'
import { Vectors } from './vectors.ts'
import { Vocabulary } from './vocabulary.ts'

/** Further words of a question and further terms of an answer do not help to find it. */
const MOST_WORDS = 1000
const MOST_ANSWER_TERMS = 3000
/** A term of an answer is stored as one number: its lowest bits hold how often the term occurs, the others its id. */
export const COUNT_BITS = 6
export const MOST_COUNTED = (1 << COUNT_BITS) - 1

export interface Part {
  readonly docId: string
  readonly setId: string
  readonly revision: number
  /** The first phrasing, and the one after the last. */
  readonly from: number
  to: number
  live: boolean
  /** It holds passages: pairs without a question. */
  hasPassages: boolean
}

/** The index in `parts` of the part that collects the phrasings removed from other parts. */
const TAKEN_OUT = 0
const takenOut: Part = { docId: '', setId: '', revision: 0, from: 0, to: 0, hasPassages: false, live: false }

export class BaseIndex {
  parts: Part[] = [{ ...takenOut }]
  readonly vocabulary: Vocabulary
  readonly spelling = new Spelling()
  /** By term: the phrasings whose question contains it, and those whose answer does. */
  readonly questionPostings = new Postings()
  readonly answerPostings = new Postings()
  // By phrasing.
  readonly part = ints()
  readonly ordinal = ints()
  readonly questionLength = ints()
  readonly answerLength = ints()
  readonly entries = new Entries()
  /** Where its record in `#texts` starts: the number of words of the question, the words, the distinct terms of the answer. */
  readonly #start = ints()
  readonly #texts = ints()
  /** By phrasing: the norm of its pieces, computed when first needed. Most phrasings are never compared. */
  readonly #pieceNorms = new Map<number, number>()
  #scores = new Float32Array(0)
  // By term: the number of phrasings that contain it.
  readonly inQuestions = ints()
  readonly inAnswers = ints()
  // Totals over the phrasings that were not forgotten. `questions` leaves out passages, which would make the average question look short.
  phrasings = 0
  questions = 0
  answers = 0
  questionTerms = 0
  answerTerms = 0
  dead = 0
  /** Undefined without an embedding model. */
  readonly vectors: Vectors | undefined

  constructor({ withVectors = false }: { withVectors?: boolean } = {}) {
    this.vectors = withVectors ? new Vectors() : undefined
    this.vocabulary = new Vocabulary((term) => {
      this.spelling.add(term)
      this.questionPostings.addTerm()
      this.answerPostings.addTerm()
      this.inQuestions.push(0)
      this.inAnswers.push(0)
    })
  }

  /** Pairs must be added to the part in the order of their ordinals. */
  openPart(docId: string, setId: string, revision = 0): Part {
    const from = this.part.length
    const part: Part = { docId, setId, revision, from, to: from, hasPassages: false, live: false }
    this.parts.push(part)
    return part
  }

  /** Adds the phrasings of a pair, or a passage, to the part opened last. */
  addPair(ordinal: number, question: string, answer: string, keywords: readonly string[]): void {
    const part = this.parts.at(-1) as Part
    const entry = hash52(`${part.docId}\n${answer}`)
    if (question === '') part.hasPassages = true
    this.#addPhrasing(ordinal, question, answer, entry)
    this.vectors?.addPhrasing(meaningOf({ question, answer }))
    if (keywords.length === 0) return
    this.#addPhrasing(ordinal, keywords.join(' '), '', entry)
    this.vectors?.addPhrasing(undefined)
  }

  /** Subtracts the phrasings of a hidden part from the counts, from `first` on until `stop`. Returns the next one. */
  forget(part: Part, first: number, stop: () => boolean): number {
    let phrasing = first
    while (phrasing < part.to) {
      if (this.partOf(phrasing) === part) this.#forget(phrasing)
      phrasing++
      if (stop()) break
    }
    return phrasing
  }

  /** Removes one pair from a part; returns false when the part does not contain it. */
  removePair(part: Part, ordinal: number): boolean {
    let isFound = false
    for (let phrasing = this.#firstOf(part, ordinal); phrasing < part.to; phrasing++) {
      if (this.ordinal.data[phrasing] !== ordinal) break
      if (this.partOf(phrasing) !== part) continue
      this.part.data[phrasing] = TAKEN_OUT
      this.#forget(phrasing)
      isFound = true
    }
    return isFound
  }

  /** The first phrasing of a part with at least this ordinal. */
  #firstOf({ from, to }: Part, ordinal: number): number {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.ordinal.data[middle] as number) < ordinal) low = middle + 1
      else high = middle
    }
    return low
  }

  #forget(phrasing: number): void {
    this.#count(phrasing, this.questionTermsOf(phrasing), -1)
    this.dead++
  }

  partOf(phrasing: number): Part {
    return this.parts[this.part.data[phrasing] as number] as Part
  }

  /** The words of a phrasing's question. */
  wordsOf(phrasing: number): Int32Array {
    const start = this.#start.data[phrasing] as number
    return this.#texts.data.subarray(start + 1, start + 1 + (this.#texts.data[start] as number))
  }

  /** The distinct terms of a phrasing's question. */
  questionTermsOf(phrasing: number): Set<number> {
    const terms = new Set<number>()
    for (const word of this.wordsOf(phrasing)) {
      for (const term of this.vocabulary.termsOf(word)) terms.add(term)
    }
    return terms
  }

  pieceNormOf(phrasing: number): number {
    const known = this.#pieceNorms.get(phrasing)
    if (known !== undefined) return known
    const { vocabulary } = this
    const words = Array.from(this.wordsOf(phrasing), (word) => ({
      pieces: vocabulary.piecesOf(word),
      isStop: vocabulary.isStop(word),
    }))
    const norm = normOf(countPieces(words))
    this.#pieceNorms.set(phrasing, norm)
    return norm
  }

  /** The distinct terms of a phrasing's answer with their counts; see `COUNT_BITS`. */
  answerTermsOf(phrasing: number): Int32Array {
    const start = this.#start.data[phrasing] as number
    const end = phrasing + 1 < this.#start.length ? this.#start.data[phrasing + 1] : this.#texts.length
    return this.#texts.data.subarray(start + 1 + (this.#texts.data[start] as number), end)
  }

  /** One score per phrasing, all 0. The array is reused: a search ends before the next one begins. */
  emptyScores(): Float32Array {
    if (this.#scores.length < this.part.length) this.#scores = new Float32Array(this.part.data.length)
    return this.#scores.subarray(0, this.part.length).fill(0)
  }

  /** Writes the index to a snapshot, or reads it from one; see `snapshot.ts`. */
  exchange(by: Exchange): void {
    const { part, ordinal, questionLength, answerLength, inQuestions, inAnswers } = this
    const byPhrasing = [part, ordinal, questionLength, answerLength, this.#start, this.#texts]
    for (const numbers of [...byPhrasing, inQuestions, inAnswers]) by.numbers(numbers)
    const { vocabulary, spelling, questionPostings, answerPostings, entries } = this
    for (const each of [vocabulary, spelling, questionPostings, answerPostings, entries]) each.exchange(by)
    this.vectors?.exchange(by)
    this.parts = by.value(this.parts)
    const { phrasings, questions, answers, questionTerms, answerTerms, dead } = this
    Object.assign(this, by.value({ phrasings, questions, answers, questionTerms, answerTerms, dead }))
  }

  get bytes(): number {
    const { part, entries, inQuestions, vocabulary, vectors, spelling } = this
    const byPhrasing = part.bytes * 6 + entries.bytes + this.#texts.bytes + this.#pieceNorms.size * 40
    const lists = vocabulary.bytes + spelling.bytes + this.questionPostings.bytes + this.answerPostings.bytes
    return byPhrasing + lists + inQuestions.bytes * 2 + (vectors?.bytes ?? 0) + 20_000
  }

  #addPhrasing(ordinal: number, question: string, answer: string, entry: number): void {
    const { vocabulary } = this
    const phrasing = this.part.push(this.parts.length - 1)
    const words = wordsOf(question)
      .slice(0, MOST_WORDS)
      .map((word) => vocabulary.word(word))
    this.#start.push(this.#texts.push(words.length))
    for (const word of words) this.#texts.push(word)
    const length = words.reduce((sum, word) => sum + vocabulary.termCount(word), 0)
    const terms = this.questionTermsOf(phrasing)
    for (const term of terms) this.questionPostings.push(term, phrasing)
    this.answerLength.push(this.#addAnswer(phrasing, answer))
    this.questionLength.push(length)
    this.ordinal.push(ordinal)
    this.entries.add(entry)
    this.#count(phrasing, terms, 1)
    ;(this.parts.at(-1) as Part).to = phrasing + 1
  }

  /** Returns the number of terms of the answer, repeated ones included. */
  #addAnswer(phrasing: number, answer: string): number {
    if (answer === '') return 0
    const times = new Map<number, number>()
    let length = 0
    for (const word of wordsOf(answer)) {
      const terms = this.vocabulary.termsOfAnswerWord(word)
      for (let i = 0; i < terms.length; i++) {
        const term = terms[i] as number
        const known = times.get(term)
        if (known === undefined && times.size === MOST_ANSWER_TERMS) continue
        times.set(term, (known ?? 0) + 1)
        length++
      }
    }
    for (const [term, count] of times) {
      this.answerPostings.push(term, phrasing)
      this.#texts.push((term << COUNT_BITS) | Math.min(MOST_COUNTED, count))
    }
    return length
  }

  #count(phrasing: number, terms: ReadonlySet<number>, by: 1 | -1): void {
    const [inQuestions, inAnswers] = [this.inQuestions.data, this.inAnswers.data]
    this.phrasings += by
    if (terms.size > 0) this.questions += by
    this.questionTerms += by * (this.questionLength.data[phrasing] as number)
    for (const term of terms) inQuestions[term] = (inQuestions[term] as number) + by
    const answer = this.answerTermsOf(phrasing)
    if (answer.length > 0) this.answers += by
    this.answerTerms += by * (this.answerLength.data[phrasing] as number)
    for (const number of answer) {
      const term = number >>> COUNT_BITS
      inAnswers[term] = (inAnswers[term] as number) + by
    }
  }
}
