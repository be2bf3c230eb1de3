/** Typed arrays that grow: one that doubles, for numbers by id, and one in pages, for records of bytes of any amount. */

export class Ints {
  data = new Int32Array(16)
  length = 0

  push(value: number): number {
    if (this.length === this.data.length) {
      const larger = new Int32Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length] = value
    return this.length++
  }

  get bytes(): number {
    return this.data.byteLength
  }
}

export class Floats {
  data = new Float32Array(16)
  length = 0

  push(value: number): number {
    if (this.length === this.data.length) {
      const larger = new Float32Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length] = value
    return this.length++
  }

  get bytes(): number {
    return this.data.byteLength
  }
}

const PAGE_BITS = 16
const PAGE = 1 << PAGE_BITS
const FIRST_PAGE = 1 << 10
/** Behind each page, so that a number can be read without asking where the page ends. */
const MARGIN = 2

/** Where in its page a record lies. */
export const offsetOf = (address: number) => address & (PAGE - 1)

/**
 * Records of whole numbers, seven bits a byte, the lowest first; a byte above 127 is followed by another. A record lies in one
 * page; its address is all there is to keep.
 */
export class Records {
  readonly #pages: Uint8Array[] = [new Uint8Array(FIRST_PAGE + MARGIN)]
  #used = 0

  /** Takes numbers of 0 to 2^31 - 1 and answers the address of the record. */
  add(values: readonly number[] | Int32Array, count: number): number {
    const most = count * 5
    let page = this.#pages.at(-1) as Uint8Array
    if (this.#used + most > page.length - MARGIN) {
      page = this.#makeRoom(page, most)
    }
    const address = (this.#pages.length - 1) * PAGE + this.#used
    let at = this.#used
    for (let i = 0; i < count; i++) {
      let value = values[i] as number
      while (value > 127) {
        page[at++] = (value & 127) | 128
        value >>>= 7
      }
      page[at++] = value
    }
    this.#used = at
    return address
  }

  /** Reads `count` numbers from the address on into `out`; answers the address behind them. */
  read(address: number, count: number, out: Int32Array): number {
    const page = this.#pages[address >>> PAGE_BITS] as Uint8Array
    const from = address & (PAGE - 1)
    let at = from
    for (let i = 0; i < count; i++) {
      let byte = page[at++] as number
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = page[at++] as number
        value |= (byte & 127) << shift
      }
      out[i] = value
    }
    return address + at - from
  }

  /** For those who read a record number by number, which is quickest: the page it lies in, and `offsetOf` where in it. */
  pageOf(address: number): Uint8Array {
    return this.#pages[address >>> PAGE_BITS] as Uint8Array
  }

  /** The address behind `count` numbers. */
  skip(address: number, count: number): number {
    const page = this.#pages[address >>> PAGE_BITS] as Uint8Array
    let at = address & (PAGE - 1)
    for (let left = count; left > 0; at++) if ((page[at] as number) < 128) left--
    return (address & ~(PAGE - 1)) + at
  }

  get bytes(): number {
    return this.#pages.reduce((sum, page) => sum + page.length, 0)
  }

  #makeRoom(page: Uint8Array, most: number): Uint8Array {
    if (most > PAGE) throw new Error(`A record of ${most} bytes is larger than a page.`)
    if (this.#pages.length === 1 && page.length < PAGE && this.#used + most <= PAGE) {
      const size = Math.min(PAGE, Math.max(page.length * 2, this.#used + most))
      const larger = new Uint8Array(size + MARGIN)
      larger.set(page)
      this.#pages[0] = larger
      return larger
    }
    const next = new Uint8Array(PAGE + MARGIN)
    this.#pages.push(next)
    this.#used = 0
    return next
  }
}
