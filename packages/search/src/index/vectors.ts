/**
 * The vectors of an index's questions. Equal texts share one vector in a *slot*, which is found by the key of the text and
 * leads to its phrasings. A vector is stored as bytes and, for a fast scan over many, as the signs of its components.
 */
import { textKey } from '../words/meaning.ts'
import { type Exchange, floats, ints } from './growing.ts'
import { type QueryVector, signsApart, signsOf, signWords } from './query-vector.ts'

const NONE = -1

export class Vectors {
  readonly #slots = new Map<string, number>()
  #keys: string[] = []
  /** By phrasing: its slot, and the next phrasing with the same text. By slot: the first phrasing. */
  readonly #slot = ints()
  readonly #next = ints()
  readonly #first = ints()
  /** By slot: the norm of its vector; 0 until the vector is loaded. */
  readonly #norm = floats()
  dimensions = 0
  #bytes = new Int8Array(0)
  #signs = new Int32Array(0)
  filled = 0
  /** The typical cosine of two unrelated texts. */
  floor = 0

  /** Adds the phrasing with the next number. A phrasing without a text never gets a vector. */
  addPhrasing(text: string | undefined): void {
    if (text === undefined) {
      this.#slot.push(NONE)
      this.#next.push(NONE)
      return
    }
    const key = textKey(text)
    let slot = this.#slots.get(key)
    if (slot === undefined) {
      slot = this.#first.push(NONE)
      this.#norm.push(0)
      this.#slots.set(key, slot)
      this.#keys.push(key)
    }
    const phrasing = this.#slot.push(slot)
    this.#next.push(this.#first.data[slot] as number)
    this.#first.data[slot] = phrasing
  }

  /** At most `most` keys of texts without a vector, from slot `from` on; `next` is the slot to continue from. */
  missing(from: number, most: number): { keys: string[]; next: number } {
    const keys: string[] = []
    let slot = from
    for (; slot < this.#keys.length && keys.length < most; slot++) {
      if (!this.hasVector(slot)) keys.push(this.#keys[slot] as string)
    }
    return { keys, next: slot }
  }

  get slotCount(): number {
    return this.#keys.length
  }

  /** Drops all vectors when the number of dimensions changes. */
  setDimensions(dimensions: number): void {
    if (this.dimensions === dimensions) return
    this.dimensions = dimensions
    this.filled = 0
    this.#norm.data.fill(0)
    this.#bytes = new Int8Array(0)
    this.#signs = new Int32Array(0)
  }

  /** Returns false when no text has the key, or when the vector has other dimensions than the others. */
  fill(key: string, vector: Int8Array): boolean {
    const slot = this.#slots.get(key)
    if (this.dimensions === 0) this.dimensions = vector.length
    if (slot === undefined || vector.length !== this.dimensions) return false
    this.#makeRoom()
    if (!this.hasVector(slot)) this.filled++
    this.#bytes.set(vector, slot * this.dimensions)
    this.#signs.set(signsOf(vector), slot * signWords(this.dimensions))
    this.#norm.data[slot] = Math.hypot(...vector) || 1
    return true
  }

  hasVector(slot: number): boolean {
    return this.#norm.data[slot] !== 0
  }

  *phrasingsOf(slot: number): Generator<number> {
    let phrasing = this.#first.data[slot] as number
    for (; phrasing !== NONE; phrasing = this.#next.data[phrasing] as number) yield phrasing
  }

  /** How close the vector of a phrasing is to the query's, from 0 (nothing in common) to 1; undefined without one. */
  closeness(phrasing: number, query: QueryVector): number | undefined {
    const slot = this.#slot.data[phrasing] as number
    return slot === NONE || !this.hasVector(slot) ? undefined : this.slotCloseness(slot, query)
  }

  slotCloseness(slot: number, { bytes, norm }: QueryVector): number {
    const data = this.#bytes
    const at = slot * this.dimensions
    let dot = 0
    for (let i = 0; i < bytes.length; i++) dot += (data[at + i] as number) * (bytes[i] as number)
    return this.#aboveFloor(dot / ((this.#norm.data[slot] as number) * norm))
  }

  /** The number of signs in which the vector of a slot differs from the query's. */
  signsApart(slot: number, { signs }: QueryVector): number {
    return signsApart(this.#signs, slot * signs.length, signs)
  }

  /** How close the query is to the mean direction of the vectors of some phrasings, each of which must have one. */
  closenessTogether(phrasings: readonly number[], { bytes, norm }: QueryVector): number {
    const sum = new Float64Array(this.dimensions)
    for (const phrasing of phrasings) {
      const slot = this.#slot.data[phrasing] as number
      const length = this.#norm.data[slot] as number
      const at = slot * this.dimensions
      for (let i = 0; i < sum.length; i++)
        sum[i] = (sum[i] as number) + (this.#bytes[at + i] as number) / length
    }
    const dot = sum.reduce((total, value, i) => total + value * (bytes[i] as number), 0)
    return this.#aboveFloor(dot / ((Math.hypot(...sum) || 1) * norm))
  }

  /** Leaves out the vectors themselves: after a restart they are loaded from the database like new ones. */
  exchange({ isReading, numbers, value }: Exchange): void {
    this.#keys = value(this.#keys)
    for (const each of [this.#slot, this.#next, this.#first]) numbers(each)
    if (!isReading) return
    for (const [slot, key] of this.#keys.entries()) this.#slots.set(key, slot)
    this.#norm.reserve(this.#keys.length)
  }

  get bytes(): number {
    const bySlot = this.#keys.length * 100 + this.#first.bytes * 2
    return this.#slot.bytes * 2 + bySlot + this.#bytes.byteLength + this.#signs.byteLength
  }

  #aboveFloor(cosine: number): number {
    return Math.max(0, Math.min(1, (cosine - this.floor) / (1 - this.floor)))
  }

  #makeRoom(): void {
    const wanted = this.#keys.length
    if (this.#bytes.length >= wanted * this.dimensions) return
    const slots = Math.ceil(wanted * 1.25)
    const bytes = new Int8Array(slots * this.dimensions)
    const signs = new Int32Array(slots * signWords(this.dimensions))
    bytes.set(this.#bytes)
    signs.set(this.#signs)
    this.#bytes = bytes
    this.#signs = signs
  }
}
