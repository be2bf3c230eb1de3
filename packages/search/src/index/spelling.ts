/**
 * For a word of the query that no stored question holds: stored terms that share most of its character pieces, as those of a
 * misspelled or compounded word do. Only terms are looked through, which are few beside phrasings.
 */
import { gramsOf } from '../words/analyse.ts'
import { Ints } from './growing.ts'
import { Postings } from './postings.ts'

const LEAST_CHARS = 4
const LEAST_SHARED = 0.5
/** To share half of the pieces of both, a term must share one in so many of those of the word. */
const LEAST_IN_COMMON = 3
const MOST_TERMS = 5
/** A piece that more terms hold than this says nothing about any of them. */
const MOST_HOLDING = 5000

export interface AlikeTerm {
  readonly id: number
  readonly text: string
  /** How much of their pieces the two share, up to 1. */
  readonly share: number
}

const piecesOf = (term: string) => new Set(gramsOf(term).filter((gram) => gram.length === 3))
/** Numbers and codes are either right or another. */
const isSpelled = (term: string) => term.length >= LEAST_CHARS && !/\d/.test(term)

/** Shared by all searches, which never overlap. By term: how many pieces it shares, zero between searches; and those met. */
let shared = new Uint16Array(1024)
let met = new Int32Array(1024)

export class Spelling {
  readonly #pieces = new Map<string, number>()
  readonly #postings = new Postings()
  readonly #sizes = new Ints()
  readonly #terms: string[] = []

  /** Terms come in the order of their ids, from 0. */
  add(term: string, id: number): void {
    const pieces = isSpelled(term) ? piecesOf(term) : new Set<string>()
    for (const piece of pieces) {
      let known = this.#pieces.get(piece)
      if (known === undefined) {
        known = this.#postings.addTerm()
        this.#pieces.set(piece, known)
      }
      this.#postings.push(known, id)
    }
    this.#sizes.push(pieces.size)
    this.#terms.push(term)
  }

  textOf(id: number): string {
    return this.#terms[id] as string
  }

  /** The terms most alike, of those that count. */
  alike(text: string, counts: (id: number) => boolean): AlikeTerm[] {
    if (!isSpelled(text)) return []
    const pieces = piecesOf(text)
    if (shared.length < this.#terms.length) {
      shared = new Uint16Array(this.#terms.length * 2)
      met = new Int32Array(this.#terms.length * 2)
    }
    const lists: number[] = []
    for (const piece of pieces) {
      const id = this.#pieces.get(piece)
      if (id !== undefined && this.#postings.count(id) <= MOST_HOLDING) lists.push(id)
    }
    lists.sort((a, b) => this.#postings.count(a) - this.#postings.count(b))
    let count = 0
    for (const [i, list] of lists.entries()) {
      // Who shares half shares a third of these pieces: too late for one that none of the shorter lists has named.
      const isTooLate = LEAST_IN_COMMON * (lists.length - i) < pieces.size
      this.#postings.open(list)
      while (this.#postings.next()) {
        const { page, to } = this.#postings
        for (let n = this.#postings.from; n < to; n++) {
          const term = page[n] as number
          const times = shared[term] as number
          if (times === 0) {
            if (isTooLate) continue
            met[count++] = term
          }
          shared[term] = times + 1
        }
      }
    }
    const alike: AlikeTerm[] = []
    for (let i = 0; i < count; i++) {
      const id = met[i] as number
      const share = (2 * (shared[id] as number)) / (pieces.size + (this.#sizes.data[id] as number))
      shared[id] = 0
      if (share >= LEAST_SHARED && counts(id)) alike.push({ id, text: this.#terms[id] as string, share })
    }
    return alike.sort((a, b) => b.share - a.share || (a.text < b.text ? -1 : 1)).slice(0, MOST_TERMS)
  }

  get bytes(): number {
    return this.#pieces.size * 72 + this.#terms.length * 8 + this.#sizes.bytes + this.#postings.bytes
  }
}
