/**
 * Finds stored terms that are spelled like a word no stored question holds: terms that share at least half of their
 * three-letter pieces with it, as those of a misspelled or compounded word do.
 */
import { piecesOf } from '../words/analyse.ts'
import { type Exchange, ints } from './growing.ts'
import { Postings } from './postings.ts'

const LEAST_CHARS = 4
const LEAST_SHARED = 0.5
const MOST_TERMS = 5
/** A piece that more terms hold says nothing about any of them. */
const MOST_HOLDING = 5000

export interface AlikeTerm {
  readonly id: number
  /** How much of their pieces the two share, up to 1. */
  readonly share: number
}

const tripletsOf = (term: string) => new Set(piecesOf(term).filter(({ length }) => length === 3))
/** A number or a code with another sign is another number or code. */
const isSpelled = (term: string) => term.length >= LEAST_CHARS && !/\d/.test(term)

export class Spelling {
  readonly #triplets = new Map<string, number>()
  readonly #holders = new Postings()
  readonly #holderCounts = ints()
  /** By term: how many triplets it has; 0 for those that are not compared. */
  readonly #sizes = ints()

  /** Terms come in the order of their numbers. */
  add(term: string): void {
    const triplets = isSpelled(term) ? tripletsOf(term) : new Set<string>()
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

  /** The terms most alike, of those that count. */
  alike(text: string, texts: readonly string[], counts: (id: number) => boolean): AlikeTerm[] {
    if (!isSpelled(text)) return []
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
