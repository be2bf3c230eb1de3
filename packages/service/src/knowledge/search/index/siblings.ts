/** Which phrasings belong to one entry: a table from the entry to its last phrasing, and from each phrasing to the one before. */

import { hashNumbers } from '../words/hash.ts'
import { Ints } from './growing.ts'
import type { PhrasingRows } from './phrasing-rows.ts'

const NONE = -1

export class Siblings {
  readonly #rows: PhrasingRows
  readonly #before = new Ints()
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
    const before = (this.#table[at] as number) - 1
    if (before === NONE) this.#entries++
    this.#before.push(before)
    this.#table[at] = phrasing + 1
  }

  /** All phrasings of the entry of a phrasing, itself included, the last one first. */
  *of(phrasing: number): Generator<number> {
    let each = (this.#table[this.#placeOf(this.#rows.entry(phrasing))] as number) - 1
    for (; each !== NONE; each = this.#before.data[each] as number) yield each
  }

  get bytes(): number {
    return this.#before.bytes + this.#table.byteLength
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
