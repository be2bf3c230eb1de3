/**
 * Finds stored terms with a spelling similar to that of a word that no stored question contains: terms that share at least half
 * of their three-letter pieces with it, as misspelled and compounded words do.
 */
import { piecesOf } from '../words/analyse.ts'
import { type Exchange, ints } from './growing.ts'
import { Postings } from './postings.ts'

const LEAST_CHARS = 4
const LEAST_SHARED = 0.5
const MOST_TERMS = 5
/** A piece that occurs in more terms is too common to compare terms by. */
const MOST_HOLDING = 5000

export interface AlikeTerm {
  readonly id: number
  /** The share of their pieces that the two terms have in common, up to 1. */
  readonly share: number
}

const tripletsOf = (term: string) => new Set(piecesOf(term).filter(({ length }) => length === 3))
/** Numbers and codes are left out: with one character changed they mean something else. */
const isCompared = (term: string) => term.length >= LEAST_CHARS && !/\d/.test(term)

export class Spelling {
  readonly #triplets = new Map<string, number>()
  readonly #holders = new Postings()
  readonly #holderCounts = ints()
  /** By term: the number of its triplets; 0 when the term is not compared. */
  readonly #sizes = ints()

  /** Adds the term with the next number. */
  add(term: string): void {
    const triplets = isCompared(term) ? tripletsOf(term) : new Set<string>()
    const id = this.#sizes.push(triplets.size)
    for (const triplet of triplets) {
      let known = this.#triplets.get(triplet)
      if (known === undefined) {
        known = this.#holders.addTerm()
        this.#triplets.set(triplet, known)
        this.#holderCounts.push(0)
      }
      this.#holders.push(known, id)
      this.#holderCounts.data[known] = (this.#holderCounts.data[known] as number) + 1
    }
  }

  /** The most similar terms among those that `counts` accepts. */
  alike(text: string, texts: readonly string[], counts: (id: number) => boolean): AlikeTerm[] {
    if (!isCompared(text)) return []
    const triplets = tripletsOf(text)
    const shared = new Uint8Array(this.#sizes.length)
    const met: number[] = []
    for (const triplet of triplets) {
      const known = this.#triplets.get(triplet)
      const holding = known === undefined ? 0 : (this.#holderCounts.data[known] as number)
      if (known === undefined || holding > MOST_HOLDING) continue
      for (const run of this.#holders.runs(known)) {
        for (let i = 0; i < run.length; i++) {
          const id = run[i] as number
          if (shared[id] === 0) met.push(id)
          shared[id] = (shared[id] as number) + 1
        }
      }
    }
    const shareOf = (id: number) =>
      (2 * (shared[id] as number)) / (triplets.size + (this.#sizes.data[id] as number))
    return met
      .filter((id) => shareOf(id) >= LEAST_SHARED && counts(id))
      .map((id) => ({ id, share: shareOf(id) }))
      .sort((a, b) => b.share - a.share || ((texts[a.id] as string) < (texts[b.id] as string) ? -1 : 1))
      .slice(0, MOST_TERMS)
  }

  exchange(by: Exchange): void {
    const triplets = by.value([...this.#triplets.keys()])
    for (const [id, triplet] of triplets.entries()) this.#triplets.set(triplet, id)
    this.#holders.exchange(by)
    for (const each of [this.#holderCounts, this.#sizes]) by.numbers(each)
  }

  get bytes(): number {
    return this.#triplets.size * 72 + this.#sizes.bytes + this.#holders.bytes
  }
}
