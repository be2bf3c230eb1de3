/**
 * For each term the phrasings that hold it, in the order they were added: chains of blocks in shared pages, each block
 * twice as long as the one before it, so that rare terms take little and frequent ones are walked in long runs.
 */
import { Ints } from './growing.ts'

const PAGE_BITS = 16
const PAGE = 1 << PAGE_BITS
const FIRST_PAGE = 1 << 10
/** A block starts with the address of the next one and its own length. */
const HEAD = 2
const SHORTEST = 4
const LONGEST = 1024

export class Postings {
  #pages: Int32Array[] = [new Int32Array(FIRST_PAGE)]
  /** The first place of the first page is never given out, so that 0 means none. */
  #used = 1
  readonly #first = new Ints()
  readonly #last = new Ints()
  readonly #fill = new Ints()
  readonly #count = new Ints()

  /** Makes room for one more term; answers its id. */
  addTerm(): number {
    this.#first.push(0)
    this.#last.push(0)
    this.#count.push(0)
    return this.#fill.push(0)
  }

  /** How many were ever added, those no longer live included. */
  count(term: number): number {
    return this.#count.data[term] as number
  }

  push(term: number, value: number): void {
    const last = this.#last.data[term] as number
    const length = last === 0 ? 0 : this.#at(last + 1)
    let block = last
    let fill = this.#fill.data[term] as number
    if (last === 0 || fill === length) {
      block = this.#newBlock(last === 0 ? SHORTEST : Math.min(LONGEST, length * 2))
      fill = HEAD
      if (last === 0) this.#first.data[term] = block
      else this.#set(last, block)
      this.#last.data[term] = block
    }
    this.#set(block + fill, value)
    this.#fill.data[term] = fill + 1
    this.#count.data[term] = this.count(term) + 1
  }

  /**
   * Walks the values of a term in runs: `open` it, then as long as `next` is true, `page[from]` to
   * `page[to - 1]` are values. One walk at a time.
   */
  page: Int32Array = this.#pages[0] as Int32Array
  from = 0
  to = 0
  #block = 0
  #end = 0
  #endFill = 0

  open(term: number): void {
    this.#block = this.#first.data[term] as number
    this.#end = this.#last.data[term] as number
    this.#endFill = this.#fill.data[term] as number
  }

  next(): boolean {
    const block = this.#block
    if (block === 0) return false
    const page = this.#pages[block >>> PAGE_BITS] as Int32Array
    const offset = block & (PAGE - 1)
    this.page = page
    this.from = offset + HEAD
    this.to = offset + (block === this.#end ? this.#endFill : (page[offset + 1] as number))
    this.#block = page[offset] as number
    return true
  }

  get bytes(): number {
    return this.#pages.reduce((sum, page) => sum + page.byteLength, 0) + this.#first.bytes * 4
  }

  #at(address: number): number {
    return (this.#pages[address >>> PAGE_BITS] as Int32Array)[address & (PAGE - 1)] as number
  }

  #set(address: number, value: number): void {
    ;(this.#pages[address >>> PAGE_BITS] as Int32Array)[address & (PAGE - 1)] = value
  }

  #newBlock(length: number): number {
    let page = this.#pages.at(-1) as Int32Array
    if (this.#used + length > page.length && this.#pages.length === 1 && page.length < PAGE) {
      const larger = new Int32Array(Math.min(PAGE, page.length * 2 + length))
      larger.set(page)
      this.#pages[0] = larger
      page = larger
    }
    if (this.#used + length > page.length) {
      page = new Int32Array(PAGE)
      this.#pages.push(page)
      this.#used = 0
    }
    const address = (this.#pages.length - 1) * PAGE + this.#used
    page[this.#used + 1] = length
    this.#used += length
    return address
  }
}
