/** Typed arrays that grow as numbers are added. */

export type Numbers = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

const FIRST_LENGTH = 16

class Growing<A extends Numbers> {
  data: A
  length = 0
  readonly #make: (length: number) => A

  constructor(make: (length: number) => A) {
    this.#make = make
    this.data = make(FIRST_LENGTH)
  }

  /** Adds a number and returns its place. */
  push(value: number): number {
    if (this.length === this.data.length) this.#resize(Math.ceil(this.length * 1.5))
    this.data[this.length] = value
    return this.length++
  }

  /** Adds so many zeros and returns the place of the first. */
  reserve(count: number): number {
    const at = this.length
    if (at + count > this.data.length) this.#resize(Math.max(at + count, Math.ceil(at * 1.5)))
    this.length += count
    return at
  }

  /** Goes on with these numbers, which must be of its kind. */
  take(numbers: ArrayBufferView): void {
    if (numbers.constructor !== this.data.constructor) throw new Error('These are numbers of another kind.')
    this.data = numbers as A
    this.length = this.data.length
  }

  get bytes(): number {
    return this.data.byteLength
  }

  #resize(length: number): void {
    const larger = this.#make(length)
    larger.set(this.data.subarray(0, this.length))
    this.data = larger
  }
}

export const ints = () => new Growing((length) => new Int32Array(length))
export const floats = () => new Growing((length) => new Float32Array(length))
export const doubles = () => new Growing((length) => new Float64Array(length))

/** What the parts of an index are handed out to and taken back from; see `snapshot.ts`. */
export interface Exchange {
  /** False while an index hands out its parts. */
  readonly isReading: boolean
  numbers(numbers: Growing<Numbers>): void
  /** Anything that JSON can hold. Returns what was kept, or the same while an index hands out its parts. */
  value<T>(value: T): T
}
