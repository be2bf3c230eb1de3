/** The words, terms and character pieces of one index, each with a number. A word knows its terms and its pieces. */

import { gramWeightOf } from '../rank/weights.ts'
import { gramKeysOf, gramLength, isStopRun, termsOfWord } from '../words/analyse.ts'
import { Floats, Ints } from './growing.ts'
import { WordRows } from './word-rows.ts'

/** The numbers in front of a word's terms. */
export const WORD_HEAD = 3

/** In place of a word's only term. */
export const SEVERAL = -1

export class Vocabulary {
  readonly words = new Map<string, number>()
  readonly terms = new Map<string, number>()
  readonly grams = new Map<number | string, number>()
  readonly rows = new WordRows()
  /** By word: its only term, or `SEVERAL` (or none). Apart from the rest, since many are read of which nothing else is needed. */
  readonly only = new Ints()
  /** Of each word: 1 for a stop word, how many terms, how many pieces, then those. */
  readonly pool = new Ints()
  /** By piece: what it weighs. */
  readonly gramWeight = new Floats()
  readonly #onTerm: (term: string) => void
  #chars = 0

  constructor(onTerm: (term: string) => void) {
    this.#onTerm = onTerm
  }

  word(text: string): number {
    const known = this.words.get(text)
    if (known !== undefined) return known
    const terms = termsOfWord(text)
    const grams = gramKeysOf(text)
    const start = this.pool.length
    this.pool.push(isStopRun(text, terms) ? 1 : 0)
    this.pool.push(terms.length)
    this.pool.push(grams.length)
    for (const term of terms) this.pool.push(this.#term(term))
    for (const gram of grams) this.pool.push(this.#gram(gram))
    this.rows.push(start)
    this.only.push(terms.length === 1 ? (this.pool.data[start + WORD_HEAD] as number) : SEVERAL)
    const id = this.words.size
    this.words.set(text, id)
    this.#chars += text.length
    return id
  }

  /** The terms of a text, without keeping its words. */
  termIds(word: string): readonly number[] {
    const known = this.words.get(word)
    if (known !== undefined) return [...this.termsOf(known)]
    return termsOfWord(word).map((term) => this.#term(term))
  }

  termCount(word: number): number {
    return this.pool.data[this.rows.start(word) + 1] as number
  }

  /** Of a word: the ids of its terms, a view. */
  termsOf(word: number): Int32Array {
    const at = this.rows.start(word)
    return this.pool.data.subarray(at + WORD_HEAD, at + WORD_HEAD + (this.pool.data[at + 1] as number))
  }

  /** An estimate: what a map keeps for each of its keys was measured once. */
  get bytes(): number {
    const keys = this.words.size + this.terms.size + this.grams.size
    return (
      keys * 72 +
      this.#chars * 2 +
      this.pool.bytes +
      this.rows.bytes +
      this.only.bytes +
      this.gramWeight.bytes
    )
  }

  #term(term: string): number {
    const known = this.terms.get(term)
    if (known !== undefined) return known
    this.terms.set(term, this.terms.size)
    this.#onTerm(term)
    return this.terms.size - 1
  }

  #gram(gram: number | string): number {
    const known = this.grams.get(gram)
    if (known !== undefined) return known
    this.grams.set(gram, this.grams.size)
    this.gramWeight.push(gramWeightOf(gramLength(gram)))
    return this.grams.size - 1
  }
}
