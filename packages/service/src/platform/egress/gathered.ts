/**
 * A body that comes in pieces, put into one buffer as they come. Each piece is let go of at once: left to the garbage
 * collector, which hardly notices memory outside its heap, a large file would be held twice for as long as it is read.
 */
const FIRST_BYTES = 64 * 1024

export class Gathered {
  #room: ArrayBuffer
  #size = 0
  #last: ArrayBufferLike | null = null

  /** `announced` bytes are expected, if that is known; more or fewer may come. */
  constructor(announced: number) {
    this.#room = new ArrayBuffer(Math.max(announced, FIRST_BYTES))
  }

  add(piece: Uint8Array): void {
    this.#letGo()
    const size = this.#size + piece.length
    if (size > this.#room.byteLength)
      this.#room = this.#room.transfer(Math.max(size, 2 * this.#room.byteLength))
    new Uint8Array(this.#room).set(piece, this.#size)
    this.#size = size
    // One that shares its memory, with the next piece as a rule, is not ours to let go of.
    this.#last = piece.length === piece.buffer.byteLength ? piece.buffer : null
  }

  /** All of it, in a buffer of its own; nothing can be added any more. */
  take(): Buffer {
    this.#letGo()
    return Buffer.from(this.#room.transfer(this.#size))
  }

  /** Not before the next one is there: whoever brought it may have looked at it until then. */
  #letGo(): void {
    if (this.#last instanceof ArrayBuffer) this.#last.transfer(0)
    this.#last = null
  }
}
