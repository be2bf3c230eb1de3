/**
 * Groups phrasings into entries: those with the same answer in the same document. The phrasings of an entry form a ring: each
 * points to the next one, and the last one to the first.
 */
import { doubles, type Exchange, ints } from './growing.ts'

export class Entries {
  /** By phrasing: the key of its entry, and the next phrasing of that entry. */
  readonly #key = doubles()
  readonly #next = ints()
  /** By key: the last phrasing of the entry. */
  readonly #last = new Map<number, number>()

  /** Adds the phrasing with the next number. */
  add(key: number): void {
    const phrasing = this.#key.push(key)
    const last = this.#last.get(key) ?? phrasing
    this.#next.push(phrasing)
    this.#next.data[phrasing] = this.#next.data[last] as number
    this.#next.data[last] = phrasing
    this.#last.set(key, phrasing)
  }

  /** Equal for two phrasings of one entry, and only for those. */
  keyOf(phrasing: number): number {
    return this.#key.data[phrasing] as number
  }

  /** All phrasings of the entry that this phrasing belongs to, itself included. */
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

  /** An estimate: 48 bytes for a key of a map were measured. */
  get bytes(): number {
    return this.#key.bytes + this.#next.bytes + this.#last.size * 48
  }
}
