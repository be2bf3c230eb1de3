/**
 * Which phrasings belong to one entry: each row knows the next one of its entry, the last one the first, so that most, which
 * are alone, are known at once. A table from the entry to its last phrasing is needed only to add more.
 */

import { hashNumbers } from '../words/hash.ts'
import type { PhrasingRows } from './phrasing-rows.ts'

export class Siblings {
  readonly #rows: PhrasingRows
  /** By hash of the entry: its last phrasing, and 0 for none, so they are kept by one more. Never more than half full. */
  #table = new Int32Array(64)
  #entries = 0

  constructor(rows: PhrasingRows) {
    this.#rows = rows
  }

  /** Phrasings come in the order of their numbers, when their rows are there. */
  add(phrasing: number): void {
    if (2 * this.#entries >= this.#table.length) this.#grow()
    const at = this.#placeOf(this.#rows.entry(phrasing))
    const last = (this.#table[at] as number) - 1
    if (last < 0) {
      this.#entries++
      this.#rows.setNext(phrasing, phrasing)
    } else {
      this.#rows.setNext(phrasing, this.#rows.next(last))
      this.#rows.setNext(last, phrasing)
    }
    this.#table[at] = phrasing + 1
  }

  /** All phrasings of the entry of a phrasing, itself included, the last one first. */
  of(phrasing: number): number[] {
    const all = [phrasing]
    for (let each = this.#rows.next(phrasing); each !== phrasing; each = this.#rows.next(each)) all.push(each)
    return all.sort((a, b) => b - a)
  }

  get bytes(): number {
    return this.#table.byteLength
  }

  #placeOf(entry: number): number {
    const last = this.#table.length - 1
    let at = hashNumbers(entry, Math.floor(entry / 2 ** 32)) & last
    for (;;) {
      const known = this.#table[at] as number
      if (known === 0 || this.#rows.entry(known - 1) === entry) return at
      at = (at + 1) & last
    }
  }

  #grow(): void {
    const kept = this.#table
    this.#table = new Int32Array(kept.length * 2)
    for (const known of kept) {
      if (known > 0) this.#table[this.#placeOf(this.#rows.entry(known - 1))] = known
    }
  }
}
