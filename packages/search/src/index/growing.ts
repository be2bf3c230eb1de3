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

  /** Adds a number and returns its index. */
  push(value: number): number {
    if (this.length === this.data.length) this.#resize(Math.max(FIRST_LENGTH, Math.ceil(this.length * 1.5)))
    this.data[this.length] = value
    return this.length++
  }

  /** Adds `count` zeros and returns the index of the first. */
  reserve(count: number): number {
    const at = this.length
    if (at + count > this.data.length) this.#resize(Math.max(at + count, Math.ceil(at * 1.5)))
    this.length += count
    return at
  }

  /** Replaces its content by these numbers, which must have the same type. */
  adopt(numbers: ArrayBufferView): void {
    if (numbers.constructor !== this.data.constructor) throw new Error('The numbers have another type.')
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

/** Writes the parts of an index to a snapshot, or reads them from one; see `snapshot.ts`. */
export interface Exchange {
  /** False while a snapshot is written. */
  readonly isReading: boolean
  numbers(numbers: Growing<Numbers>): void
  /** Accepts any JSON value. Returns the stored value when reading, the same value when writing. */
  value<T>(value: T): T
}
