/**
 * The vectors of an index's questions. Equal texts share one, so it is kept by text: a key made of the text's hash leads to a
 * *slot*, and a slot to its phrasings. A vector is kept in bytes and, for a first look over many, as the signs of its numbers.
 */

import { hash32 } from '../words/hash.ts'
import { Floats, Ints } from './growing.ts'

const NONE = -1

/** Runs of marks of sentences and quotes. */
const MARKS = /[.,;:!?…¿¡"“”„«»()[\]{}、。，！？；：（）「」『』]+/gu
const SPACE = /^\s?$/

/** Names what `embeddedText` makes of a text. Whoever changes that changes this too: then all vectors are made anew. */
export const TEXT_RECIPE = 'bare-1'

/**
 * What of a text a model is given: whether somebody ends a question with a mark is not what it means, yet moves its vector.
 * Marks inside of a word, as in an address or a price, stay.
 */
export function embeddedText(text: string): string {
  const bare = text
    .replace(MARKS, (run, at: number) =>
      SPACE.test(text.charAt(at - 1)) || SPACE.test(text.charAt(at + run.length)) ? ' ' : run,
    )
    .replace(/\s+/gu, ' ')
    .trim()
  return bare === '' ? text.trim() : bare
}

/** As long as the longest question: most models read no more, and some refuse more. */
const MEANING_CHARS = 2000

/** The text a pair's vector is made of: its question, or the beginning of a passage, which has none. */
export function meaningOf({ question, answer }: { question: string; answer: string }): string {
  return question === '' ? answer.slice(0, MEANING_CHARS).toWellFormed() : question
}

/** The name a text's vector is stored under. */
export function textKey(text: string): string {
  const embedded = embeddedText(text)
  const half = (seed: number) => (hash32(embedded, seed) >>> 0).toString(16).padStart(8, '0')
  return half(0x2545f491) + half(0x9e3779b9)
}

export class Vectors {
  readonly #slots = new Map<string, number>()
  readonly #keys: string[] = []
  /** By phrasing: its slot, and the next phrasing with the same text. By slot: the first phrasing. */
  readonly slot = new Ints()
  readonly next = new Ints()
  readonly first = new Ints()
  /** By slot: the length of its vector in bytes' units; 0 until it is there. */
  readonly norm = new Floats()
  dimensions = 0
  #bytes = new Int8Array(0)
  #signs = new Int32Array(0)
  filled = 0
  /** What two texts that have nothing to do with each other come to. */
  floor = 0

  /** Phrasings come in the order of their numbers. A text that is undefined has no vector and never will. */
  addPhrasing(text: string | undefined): void {
    const phrasing = this.slot.length
    if (text === undefined) {
      this.slot.push(NONE)
      this.next.push(NONE)
      return
    }
    const key = textKey(text)
    let slot = this.#slots.get(key)
    if (slot === undefined) {
      slot = this.first.push(NONE)
      this.norm.push(0)
      this.#slots.set(key, slot)
      this.#keys.push(key)
    }
    this.slot.push(slot)
    this.next.push(this.first.data[slot] as number)
    this.first.data[slot] = phrasing
  }

  /** Keys of texts whose vector is not there, from a slot on; answers where it stopped. */
  missing(from: number, most: number): { keys: string[]; next: number } {
    const keys: string[] = []
    let slot = from
    for (; slot < this.#keys.length && keys.length < most; slot++) {
      if (this.norm.data[slot] === 0) keys.push(this.#keys[slot] as string)
    }
    return { keys, next: slot }
  }

  get slotCount(): number {
    return this.#keys.length
  }

  /** All are to have so many numbers: when those there are have another, they go. */
  expect(dimensions: number): void {
    if (this.dimensions === dimensions) return
    this.dimensions = dimensions
    this.filled = 0
    this.norm.data.fill(0)
    this.#bytes = new Int8Array(0)
    this.#signs = new Int32Array(0)
  }

  /** False when the vector is not as long as the others. */
  fill(key: string, vector: Int8Array): boolean {
    const slot = this.#slots.get(key)
    if (this.dimensions === 0) this.dimensions = vector.length
    if (slot === undefined || vector.length !== this.dimensions) return false
    this.#makeRoom()
    if (this.norm.data[slot] === 0) this.filled++
    this.#bytes.set(vector, slot * this.dimensions)
    let squares = 0
    const at = slot * signWords(this.dimensions)
    for (let word = 0; word < signWords(this.dimensions); word++)
      this.#signs[at + word] = signsOf(vector, word)
    for (const value of vector) squares += value * value
    this.norm.data[slot] = Math.sqrt(squares) || 1
    return true
  }

  hasVector(phrasing: number): boolean {
    const slot = this.slot.data[phrasing] as number
    return slot !== NONE && this.norm.data[slot] !== 0
  }

  /** How close the vector of a phrasing is to the query's, from 0 (nothing in common) to 1; undefined without one. */
  closeness(phrasing: number, query: QueryVector): number | undefined {
    const slot = this.slot.data[phrasing] as number
    return slot === NONE || this.norm.data[slot] === 0 ? undefined : this.slotCloseness(slot, query)
  }

  slotCloseness(slot: number, { bytes, norm }: QueryVector): number {
    const { dimensions } = this
    const data = this.#bytes
    const at = slot * dimensions
    let dot = 0
    for (let i = 0; i < dimensions; i++) dot += (data[at + i] as number) * (bytes[i] as number)
    return this.#aboveFloor(dot / ((this.norm.data[slot] as number) * norm))
  }

  /** How close the query is to the direction that the vectors of some phrasings share. All of them have one. */
  closenessTogether(phrasings: readonly number[], { bytes, norm }: QueryVector): number {
    const { dimensions } = this
    const data = this.#bytes
    const sum = new Float64Array(dimensions)
    for (const phrasing of phrasings) {
      const slot = this.slot.data[phrasing] as number
      const share = 1 / (this.norm.data[slot] as number)
      const at = slot * dimensions
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (data[at + i] as number) * share
    }
    let dot = 0
    let squares = 0
    for (let i = 0; i < dimensions; i++) {
      const value = sum[i] as number
      dot += value * (bytes[i] as number)
      squares += value * value
    }
    return this.#aboveFloor(dot / ((Math.sqrt(squares) || 1) * norm))
  }

  #aboveFloor(cosine: number): number {
    return Math.max(0, Math.min(1, (cosine - this.floor) / (1 - this.floor)))
  }

  /** In how many signs the vector of a slot differs from the query's. */
  signsApart(slot: number, { signs }: QueryVector): number {
    let apart = 0
    const data = this.#signs
    const at = slot * signs.length
    for (let word = 0; word < signs.length; word++) {
      let bits = (data[at + word] as number) ^ (signs[word] as number)
      bits -= (bits >>> 1) & 0x55555555
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
      apart += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return apart
  }

  get bytes(): number {
    const byPhrasing = this.slot.bytes * 2
    const bySlot = this.#keys.length * 100 + this.first.bytes * 2
    return byPhrasing + bySlot + this.#bytes.byteLength + this.#signs.byteLength
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

export interface QueryVector {
  readonly bytes: Int8Array
  readonly signs: Int32Array
  readonly norm: number
}

export function queryVector(vector: Float32Array): QueryVector {
  const bytes = toBytes(vector)
  const signs = Int32Array.from({ length: signWords(bytes.length) }, (_, word) => signsOf(bytes, word))
  return { bytes, signs, norm: Math.sqrt(bytes.reduce((sum, value) => sum + value * value, 0)) || 1 }
}

/** The direction of a vector in a byte for each of its numbers. */
export function toBytes(vector: Float32Array): Int8Array {
  const most = vector.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127))
}

const signWords = (dimensions: number) => Math.ceil(dimensions / 32)

function signsOf(vector: Int8Array, word: number): number {
  let bits = 0
  for (let i = word * 32; i < Math.min(vector.length, word * 32 + 32); i++)
    if ((vector[i] as number) > 0) bits |= 1 << (i & 31)
  return bits
}
