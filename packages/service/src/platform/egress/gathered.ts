/**
 * A body that comes in pieces, put into one buffer as they come. Each piece is let go of at once: left to the garbage
 * collector, which hardly notices memory outside its heap, a large file would be held twice for as long as it is read.
 */
const FIRST_BYTES = 64 * 1024
/** Copied by hand, which is quicker, and never worth letting go of: a peer may send millions of one byte. */
const SMALL_BYTES = 64

export class Gathered {
  #room: Uint8Array<ArrayBuffer>
  #size = 0
  #last: ArrayBufferLike | null = null

  /** `announced` bytes are expected, if that is known; more or fewer may come. */
  constructor(announced: number) {
    this.#room = new Uint8Array(Math.max(announced, FIRST_BYTES))
  }

  add(piece: Uint8Array): void {
    if (this.#last !== null) this.#letGo()
    const { length } = piece
    const at = this.#size
    this.#size = at + length
    if (this.#size > this.#room.length)
      this.#room = new Uint8Array(this.#room.buffer.transfer(Math.max(this.#size, 2 * this.#room.length)))
    if (length <= SMALL_BYTES) {
      const room = this.#room
      for (let n = 0; n < length; n++) room[at + n] = piece[n] as number
      return
    }
    this.#room.set(piece, at)
    // One that shares its memory, with the next piece as a rule, is not ours to let go of.
    this.#last = length === piece.buffer.byteLength ? piece.buffer : null
  }

  /** All of it, in a buffer of its own; nothing can be added any more. */
  take(): Buffer {
    this.#letGo()
    return Buffer.from(this.#room.buffer.transfer(this.#size))
  }

  /** Not before the next one is there: whoever brought it may have looked at it until then. */
  #letGo(): void {
    if (this.#last instanceof ArrayBuffer) this.#last.transfer(0)
    this.#last = null
  }
}
