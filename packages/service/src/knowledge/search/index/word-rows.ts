/**
 * What is known of each word, side by side, since who needs one of these numbers of a word soon needs the others: a search
 * reads a thousand words, and each comes from memory once.
 */
export const WORD_BITS = 2
/** Where in the pool of the vocabulary its record starts. */
export const START = 0
/** Its only term, or `SEVERAL` (or none). */
export const ONLY = 1
/** The search that compared it last, and what its pieces came to there, as a float; see `compare.ts`. */
export const MARK = 2
export const DOT = 3

/** In place of a word's only term. */
export const SEVERAL = -1

export class WordRows {
  ints = new Int32Array(16 << WORD_BITS)
  floats = new Float32Array(this.ints.buffer)
  #length = 0

  push(start: number, only: number): void {
    const at = this.#length++ << WORD_BITS
    if (at === this.ints.length) {
      const larger = new Int32Array(at * 2)
      larger.set(this.ints)
      this.ints = larger
      this.floats = new Float32Array(larger.buffer)
    }
    this.ints[at + START] = start
    this.ints[at + ONLY] = only
  }

  start(word: number): number {
    return this.ints[(word << WORD_BITS) + START] as number
  }

  only(word: number): number {
    return this.ints[(word << WORD_BITS) + ONLY] as number
  }

  get bytes(): number {
    return this.ints.byteLength
  }
}
