/**
 * Decodes base64 in slices, so that the event loop turns in between: files of 30 MB come this way. Node's decoder takes anything;
 * this takes base64, padded or not, of either alphabet, broken into lines or not.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_CHARS = 256 * 1024
const PADDING = '='.charCodeAt(0)
/** What characters stand for, by their codes. */
const [BLANK, NOT_BASE64] = [64, 65]
const VALUES = new Uint8Array(128).fill(NOT_BASE64)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
for (const [value, letter] of [...LETTERS, '+', '/'].entries()) VALUES[letter.charCodeAt(0)] = value
for (const [value, letter] of [...LETTERS, '-', '_'].entries()) VALUES[letter.charCodeAt(0)] = value
for (const blank of ' \t\r\n\f\v') VALUES[blank.charCodeAt(0)] = BLANK

/** Where the decoding stands. */
interface Decoding {
  readonly bytes: Buffer
  written: number
  padding: number
  /** The bits of the letters read and not yet written, and how many letters they are: four make three bytes. */
  bits: number
  letters: number
}

/** Undefined when it is cut short or not base64. */
export async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4))
  const decoding = { bytes, written: 0, padding: 0, bits: 0, letters: 0 }
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    if (at > 0) await nextTurn()
    if (!decodeSlice(decoding, text, at, Math.min(text.length, at + SLICE_CHARS))) return undefined
  }
  const { padding, bits, letters } = decoding
  let { written } = decoding
  if (letters === 1 || (padding > 0 && padding !== (4 - letters) % 4)) return undefined
  if (letters > 1) bytes[written++] = bits >> (letters === 2 ? 4 : 10)
  if (letters > 2) bytes[written++] = bits >> 2
  return written === 0 ? undefined : bytes.subarray(0, written)
}

/** False when it is not base64. */
function decodeSlice(decoding: Decoding, text: string, from: number, to: number): boolean {
  const { bytes } = decoding
  let { written, padding, bits, letters } = decoding
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    const value = VALUES[code] ?? NOT_BASE64
    if (value < BLANK && padding === 0) {
      bits = (bits << 6) | value
      if (++letters < 4) continue
      bytes[written++] = bits >> 16
      bytes[written++] = bits >> 8
      bytes[written++] = bits
      bits = 0
      letters = 0
    } else if (code === PADDING) padding++
    else if (value !== BLANK) return false
  }
  Object.assign(decoding, { written, padding, bits, letters })
  return true
}
