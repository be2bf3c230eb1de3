/** The words, terms and character pieces of one index, each with a number. A word knows its terms and its pieces. */
import { gramsOf, isStopWord, termsOfWord } from './analyse.ts'
import { Ints } from './growing.ts'

export class Vocabulary {
  readonly words = new Map<string, number>()
  readonly terms = new Map<string, number>()
  readonly grams = new Map<string, number>()
  /** By word: where in the pool its terms start, where its pieces start, and where those end. */
  readonly start = new Ints()
  readonly middle = new Ints()
  readonly pool = new Ints()
  readonly end = new Ints()
  /** By word: 1 for a stop word. */
  readonly stop = new Ints()
  readonly #onTerm: (term: string) => void
  #chars = 0

  constructor(onTerm: (term: string) => void) {
    this.#onTerm = onTerm
  }

  word(text: string): number {
    const known = this.words.get(text)
    if (known !== undefined) return known
    const terms = termsOfWord(text)
    this.start.push(this.pool.length)
    for (const term of terms) this.pool.push(this.#term(term))
    this.middle.push(this.pool.length)
    for (const gram of gramsOf(text)) this.pool.push(this.#gram(gram))
    this.end.push(this.pool.length)
    this.stop.push(terms.length === 1 && isStopWord(terms[0] as string) ? 1 : 0)
    const id = this.words.size
    this.words.set(text, id)
    this.#chars += text.length
    return id
  }

  /** The terms of a text, without keeping its words. */
  termIds(word: string): readonly number[] {
    const known = this.words.get(word)
    if (known !== undefined)
      return [...this.pool.data.subarray(this.start.data[known], this.middle.data[known])]
    return termsOfWord(word).map((term) => this.#term(term))
  }

  /** An estimate: what a map keeps for each of its keys was measured once. */
  get bytes(): number {
    const keys = this.words.size + this.terms.size + this.grams.size
    return keys * 72 + this.#chars * 2 + this.pool.bytes + this.start.bytes * 4
  }

  #term(term: string): number {
    const known = this.terms.get(term)
    if (known !== undefined) return known
    this.terms.set(term, this.terms.size)
    this.#onTerm(term)
    return this.terms.size - 1
  }

  #gram(gram: string): number {
    const known = this.grams.get(gram)
    if (known !== undefined) return known
    this.grams.set(gram, this.grams.size)
    return this.grams.size - 1
  }
}
