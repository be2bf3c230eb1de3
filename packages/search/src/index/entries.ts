/**
 * Which phrasings belong to one entry, that is, have the same answer in the same document. The phrasings of an entry form a
 * ring: each knows the next one, and the last one knows the first. A hash table leads from an entry to its last phrasing.
 */
import { doubles, type Exchange, ints } from './growing.ts'

export class Entries {
  /** By phrasing: the key of its entry, and the next phrasing of that entry. */
  readonly #key = doubles()
  readonly #next = ints()
  /** Open addressing, at most half full: the last phrasing of an entry plus one, and 0 for an empty place. */
  #table = new Int32Array(64)
  #count = 0

  /** Phrasings come in the order of their numbers. */
  add(key: number): void {
    if (2 * this.#count >= this.#table.length) this.#grow()
    const phrasing = this.#key.push(key)
    const place = this.#placeOf(key)
    const last = (this.#table[place] as number) - 1
    if (last < 0) {
      this.#count++
      this.#next.push(phrasing)
    } else {
      this.#next.push(this.#next.data[last] as number)
      this.#next.data[last] = phrasing
    }
    this.#table[place] = phrasing + 1
  }

  /** The key of a phrasing's entry: the same for phrasings of one entry and for no others. */
  keyOf(phrasing: number): number {
    return this.#key.data[phrasing] as number
  }

  /** All phrasings of the entry of a phrasing, itself included. */
  *phrasingsWith(phrasing: number): Generator<number> {
    let each = phrasing
    do {
      yield each
      each = this.#next.data[each] as number
    } while (each !== phrasing)
  }

  exchange({ isReading, numbers }: Exchange): void {
    const keys = isReading ? doubles() : this.#key
    numbers(keys)
    if (isReading) for (const key of keys.data) this.add(key)
  }

  get bytes(): number {
    return this.#key.bytes + this.#next.bytes + this.#table.byteLength
  }

  #placeOf(key: number): number {
    const mask = this.#table.length - 1
    // The highest bits of a key are as random as the lowest; both count.
    let place = (Math.floor(key / 2 ** 20) ^ key) & mask
    for (;;) {
      const known = this.#table[place] as number
      if (known === 0 || this.#key.data[known - 1] === key) return place
      place = (place + 1) & mask
    }
  }

  #grow(): void {
    const before = this.#table
    this.#table = new Int32Array(before.length * 2)
    for (const known of before) if (known > 0) this.#table[this.#placeOf(this.keyOf(known - 1))] = known
  }
}
