/**
 * For each term, the phrasings that contain it, in the order they were added. The list of a term is a chain of blocks in one
 * shared array. Each block is twice as long as the one before it, so rare terms need little memory and frequent ones are read
 * in long runs.
 */
import { type Exchange, ints } from './growing.ts'

/** A block starts with the index of the next block and its own length. */
const HEAD = 2
const SHORTEST = 4
const LONGEST = 4096
/** No block. No block starts at index 0, which is left empty. */
const NONE = 0

export class Postings {
  readonly #blocks = ints()
  // By term: the first and the last block, and how much of the last is filled.
  readonly #first = ints()
  readonly #last = ints()
  readonly #filled = ints()

  constructor() {
    this.#blocks.push(0)
  }

  /** Adds the empty list of a new term and returns its number. */
  addTerm(): number {
    this.#first.push(NONE)
    this.#last.push(NONE)
    return this.#filled.push(0)
  }

  push(term: number, value: number): void {
    const last = this.#last.data[term] as number
    const length = last === NONE ? 0 : (this.#blocks.data[last + 1] as number)
    let filled = this.#filled.data[term] as number
    let block = last
    if (filled === length) {
      block = this.#newBlock(last === NONE ? SHORTEST : Math.min(LONGEST, length * 2))
      if (last === NONE) this.#first.data[term] = block
      else this.#blocks.data[last] = block
      this.#last.data[term] = block
      filled = HEAD
    }
    this.#blocks.data[block + filled] = value
    this.#filled.data[term] = filled + 1
  }

  /** The values of a term, in runs. */
  *runs(term: number): Generator<Int32Array> {
    const last = this.#last.data[term] as number
    let block = this.#first.data[term] as number
    while (block !== NONE) {
      const { data } = this.#blocks
      const filled = block === last ? (this.#filled.data[term] as number) : (data[block + 1] as number)
      yield data.subarray(block + HEAD, block + filled)
      block = data[block] as number
    }
  }

  exchange({ numbers }: Exchange): void {
    for (const each of [this.#blocks, this.#first, this.#last, this.#filled]) numbers(each)
  }

  get bytes(): number {
    return this.#blocks.bytes + 3 * this.#first.bytes
  }

  #newBlock(length: number): number {
    const block = this.#blocks.reserve(length)
    this.#blocks.data[block + 1] = length
    return block
  }
}
