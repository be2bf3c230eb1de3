/**
 * Decodes base64 in slices, so that the event loop runs in between: files have up to 30 MB. Node's decoder accepts anything;
 * this one accepts only base64, padded or not, of either alphabet, with or without line breaks.
 */
import { setImmediate as nextTick } from 'node:timers/promises'

const SLICE_CHARS = 256 * 1024
const BLANKS = /[ \t\r\n\f\v]+/g
const LETTERS = /^[\w+/-]*$/
const LAST_LETTERS = /^([\w+/-]*)(={0,2})$/

/** Undefined when it is cut short or not base64. */
export async function decodeBase64(given: string): Promise<Buffer | undefined> {
  const text = given.trimEnd()
  const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4))
  let written = 0
  /** Letters that make no whole group of four yet. */
  let rest = ''
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    if (at > 0) await nextTick()
    const isLast = at + SLICE_CHARS >= text.length
    const letters = rest + text.slice(at, at + SLICE_CHARS).replace(BLANKS, '')
    const whole = isLast ? letters : letters.slice(0, letters.length - (letters.length % 4))
    if (!(isLast ? isWholeEnd(whole) : LETTERS.test(whole))) return undefined
    written += bytes.write(whole, written, 'base64')
    rest = letters.slice(whole.length)
  }
  return written === 0 ? undefined : bytes.subarray(0, written)
}

/** Four letters make three bytes: a rest of one letter is invalid, and padding completes the last four. */
function isWholeEnd(text: string): boolean {
  const [, letters = '', padding = ''] = LAST_LETTERS.exec(text) ?? []
  if (letters === '' || letters.length % 4 === 1) return false
  return padding === '' || padding.length === (4 - (letters.length % 4)) % 4
}
