/** Reads the words of a question from its record. Most of what a search does is this, so it is written for speed. */
import type { BaseIndex } from './base-index.ts'
import { offsetOf } from './growing.ts'

/** Puts the words of a phrasing's question into `out`, from a place on; answers the place behind them. */
export function readQuestion(
  { rows, records }: BaseIndex,
  phrasing: number,
  out: Int32Array,
  from: number,
): number {
  const address = rows.address(phrasing)
  const page = records.pageOf(address)
  let at = offsetOf(address)
  let words = page[at++] as number
  if (words > 127) words = (words & 127) | ((page[at++] as number) << 7)
  // How much there is of the answer stands between.
  while ((page[at++] as number) > 127);
  const end = from + words
  for (let i = from; i < end; i++) {
    // Most numbers have one to three bytes, and nobody can foresee how many: so none of it hangs on a jump.
    const one = page[at] as number
    const two = page[at + 1] as number
    const three = page[at + 2] as number
    const hasTwo = one >>> 7
    const hasThree = hasTwo & (two >>> 7)
    let word = (one & 127) | (-hasTwo & ((two & 127) << 7)) | (-hasThree & ((three & 127) << 14))
    at += 1 + hasTwo + hasThree
    if ((hasThree & (three >>> 7)) === 1) word |= (page[at++] as number) << 21
    out[i] = word
  }
  return end
}
