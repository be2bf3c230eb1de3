/**
 * What is known of each phrasing, side by side: who needs one of these numbers of a phrasing needs most of them, and they come
 * from memory together.
 */
const ROW_BITS = 3
const ROW = 1 << ROW_BITS

/** Where its words and its answer's terms are, and how many terms its question has. */
const ADDRESS = 0
const LENGTH = 1
/** The length of its question as a vector of character pieces. */
const NORM = 2
/** Phrasings of one entry have the same two numbers. */
const GROUP = 3
const GROUP2 = 4
const ORDINAL = 5
/** How many terms its answer has. */
const ANSWER_LENGTH = 6
/** The next phrasing of its entry, which may be itself. */
const NEXT = 7

export interface PhrasingRow {
  readonly address: number
  readonly length: number
  readonly norm: number
  readonly group: number
  readonly group2: number
  readonly ordinal: number
  readonly answerLength: number
}

export class PhrasingRows {
  #ints = new Int32Array(16 * ROW)
  #floats = new Float32Array(this.#ints.buffer)
  length = 0

  push(row: PhrasingRow): void {
    const at = this.length++ << ROW_BITS
    if (at === this.#ints.length) this.#grow()
    const ints = this.#ints
    ints[at + ADDRESS] = row.address
    ints[at + LENGTH] = row.length
    this.#floats[at + NORM] = row.norm
    ints[at + GROUP] = row.group
    ints[at + GROUP2] = row.group2
    ints[at + ORDINAL] = row.ordinal
    ints[at + ANSWER_LENGTH] = row.answerLength
  }

  address(phrasing: number): number {
    return this.#ints[(phrasing << ROW_BITS) + ADDRESS] as number
  }

  questionLength(phrasing: number): number {
    return this.#ints[(phrasing << ROW_BITS) + LENGTH] as number
  }

  norm(phrasing: number): number {
    return this.#floats[(phrasing << ROW_BITS) + NORM] as number
  }

  /** The same for phrasings of one entry, and for no others. */
  entry(phrasing: number): number {
    const at = phrasing << ROW_BITS
    return (this.#ints[at + GROUP] as number) * 2 ** 20 + ((this.#ints[at + GROUP2] as number) >>> 12)
  }

  ordinal(phrasing: number): number {
    return this.#ints[(phrasing << ROW_BITS) + ORDINAL] as number
  }

  answerLength(phrasing: number): number {
    return this.#ints[(phrasing << ROW_BITS) + ANSWER_LENGTH] as number
  }

  next(phrasing: number): number {
    return this.#ints[(phrasing << ROW_BITS) + NEXT] as number
  }

  setNext(phrasing: number, next: number): void {
    this.#ints[(phrasing << ROW_BITS) + NEXT] = next
  }

  get bytes(): number {
    return this.#ints.byteLength
  }

  #grow(): void {
    const larger = new Int32Array(this.#ints.length * 2)
    larger.set(this.#ints)
    this.#ints = larger
    this.#floats = new Float32Array(larger.buffer)
  }
}
