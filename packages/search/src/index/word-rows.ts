/** What comparing needs of each word, side by side, so that it comes from memory at once; see `compare.ts`. */
export const WORD_BITS = 2
/** Where in the pool of the vocabulary its record starts. */
export const START = 0
/** The search that compared it last, which of its terms the word is, and what its pieces came to there, as a float. */
export const MARK = 1
export const PLACE = 2
export const DOT = 3

export class WordRows {
  ints = new Int32Array(16 << WORD_BITS)
  floats = new Float32Array(this.ints.buffer)
  #length = 0

  push(start: number): void {
    const at = this.#length++ << WORD_BITS
    if (at === this.ints.length) {
      const larger = new Int32Array(at * 2)
      larger.set(this.ints)
      this.ints = larger
      this.floats = new Float32Array(larger.buffer)
    }
    this.ints[at + START] = start
  }

  start(word: number): number {
    return this.ints[(word << WORD_BITS) + START] as number
  }

  get bytes(): number {
    return this.ints.byteLength
  }
}
