/**
 * Decodes base64 in slices, so that the event loop turns in between: files of 30 MB come this way. Node's decoder takes anything;
 * this takes base64, padded or not, of either alphabet, broken into lines or not.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_CHARS = 256 * 1024
const PADDING = 0x3d
/** Classes of characters, by their codes. */
const [NOT_BASE64, LETTER, BLANK] = [0, 1, 2]
const CLASS = new Uint8Array(128)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  CLASS[letter.charCodeAt(0)] = LETTER
for (const blank of ' \t\r\n\f\v') CLASS[blank.charCodeAt(0)] = BLANK

/** Undefined when it is cut short or not base64. */
export async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4))
  /** Letters of the slice, after those of the last group of four that was not complete. */
  const letters = Buffer.allocUnsafe(SLICE_CHARS + 3)
  let left = 0
  let written = 0
  let padding = 0
  for (let from = 0; from < text.length; from += SLICE_CHARS) {
    if (from > 0) await nextTurn()
    let count = left
    const to = Math.min(text.length, from + SLICE_CHARS)
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      const kind = CLASS[code] ?? NOT_BASE64
      if (kind === LETTER && padding === 0) letters[count++] = code
      else if (code === PADDING && ++padding <= 2) continue
      else if (kind !== BLANK) return undefined
    }
    const whole = to === text.length ? count : count - (count % 4)
    written += bytes.write(letters.toString('latin1', 0, whole), written, 'base64')
    left = count - whole
    letters.copyWithin(0, whole, count)
    if (to === text.length && !isEnd(count % 4, padding)) return undefined
  }
  return written === 0 ? undefined : bytes.subarray(0, written)
}

/** Whether so many letters may stand in the last group, and so much padding behind them. */
function isEnd(letters: number, padding: number): boolean {
  return letters !== 1 && (padding === 0 || padding === (4 - letters) % 4)
}
