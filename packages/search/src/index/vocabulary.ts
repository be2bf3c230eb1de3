/**
 * The words and terms of one index, each with a number. A word leads to the terms it is found by and, once it was compared, to
 * its character pieces. Pieces are stored as hashes of 29 bits; the lowest two bits tell the length.
 */
import { isStopRun, piecesOf, termsOfWord } from '../words/analyse.ts'
import { hash32 } from '../words/hash.ts'
import { type Exchange, ints } from './growing.ts'

/** A longer word of an answer most likely occurs only once, so only its terms are stored. */
const KEPT_CHARS = 32

export class Vocabulary {
  readonly #words = new Map<string, number>()
  readonly #terms = new Map<string, number>()
  #wordTexts: string[] = []
  termTexts: string[] = []
  /** By word: where its record starts in the pool: whether it is a stop word (1 or 0), the number of terms, the terms. */
  readonly #records = ints()
  /** By word, filled when it is first compared. Most words are never compared. */
  readonly #pieces = new Map<number, readonly number[]>()
  readonly #pool = ints()
  readonly #onTerm: (term: string) => void
  #chars = 0
  #piecesCount = 0

  constructor(onTerm: (term: string) => void) {
    this.#onTerm = onTerm
  }

  /** The number of a word; new words are added. */
  word(text: string): number {
    return this.#words.get(text) ?? this.#addWord(copyOf(text))
  }

  /** Undefined for a term that the index does not contain. */
  findTerm(text: string): number | undefined {
    return this.#terms.get(text)
  }

  isStop(word: number): boolean {
    return this.#pool.data[this.#records.data[word] as number] === 1
  }

  termsOfAnswerWord(text: string): ArrayLike<number> {
    const known = this.#words.get(text)
    if (known !== undefined) return this.termsOf(known)
    if (text.length > KEPT_CHARS) return termsOfWord(text).map((term) => this.#term(term))
    return this.termsOf(this.#addWord(copyOf(text)))
  }

  termCount(word: number): number {
    return this.#pool.data[(this.#records.data[word] as number) + 1] as number
  }

  termsOf(word: number): Int32Array {
    const at = (this.#records.data[word] as number) + 1
    return this.#pool.data.subarray(at + 1, at + 1 + (this.#pool.data[at] as number))
  }

  piecesOf(word: number): readonly number[] {
    const known = this.#pieces.get(word)
    if (known) return known
    const pieces = piecesOf(this.#wordTexts[word] as string).map(pieceKey)
    this.#pieces.set(word, pieces)
    this.#piecesCount += pieces.length
    return pieces
  }

  exchange({ isReading, numbers, value }: Exchange): void {
    this.#wordTexts = value(this.#wordTexts)
    this.termTexts = value(this.termTexts)
    for (const each of [this.#records, this.#pool]) numbers(each)
    if (!isReading) return
    for (const [word, text] of this.#wordTexts.entries()) this.#words.set(text, word)
    for (const [term, text] of this.termTexts.entries()) this.#terms.set(text, term)
    for (const text of [...this.#wordTexts, ...this.termTexts]) this.#chars += text.length
  }

  /** An estimate: 80 bytes for a key of a map were measured. */
  get bytes(): number {
    const keys = this.#words.size + this.#terms.size
    const pieces = this.#pieces.size * 80 + this.#piecesCount * 8
    return keys * 80 + this.#chars * 2 + this.#pool.bytes + this.#records.bytes + pieces
  }

  #addWord(text: string): number {
    const terms = termsOfWord(text)
    const start = this.#pool.push(isStopRun(text, terms) ? 1 : 0)
    this.#pool.push(terms.length)
    for (const term of terms) this.#pool.push(this.#term(term))
    const word = this.#records.push(start)
    this.#words.set(text, word)
    this.#wordTexts.push(text)
    this.#chars += text.length
    return word
  }

  #term(text: string): number {
    const known = this.#terms.get(text)
    if (known !== undefined) return known
    const term = this.termTexts.push(text) - 1
    this.#terms.set(text, term)
    this.#chars += text.length
    this.#onTerm(text)
    return term
  }
}

/** A piece of a word as a number. */
export const pieceKey = (piece: string) =>
  ((hash32(piece, 0) & 0x07ffffff) << 2) | Math.min(2, piece.length - 2)

/** A substring would keep the whole text it was cut from in memory. */
const copyOf = (text: string) => Buffer.from(text).toString()
