/**
 * Refuses a PDF whose compressed streams swell without measure, before its reader unpacks them: what that unpacks is outside the
 * memory that bounds its thread. Every stream counts, whatever it says it is.
 */
import { constants, inflateSync } from 'node:zlib'
import { Unreadable } from '../../document/unreadable.ts'

export interface StreamLimits {
  readonly streamBytes: number
  readonly totalBytes: number
}

const LONGEST_LZW_BYTES = 500_000
const DICTIONARY_BYTES = 2000

/** Answers how long the longest is of those that may draw a page. */
export function checkPdfStreams(bytes: Uint8Array, { streamBytes, totalBytes }: StreamLimits): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = totalBytes
  let end = 0
  let longest = 0
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', end)) {
    const from = at + 6 + (buffer[at + 6] === 13 ? 2 : 1)
    const next = buffer.indexOf('endstream', from)
    end = next < 0 ? buffer.length : next + 9
    const packed = buffer.subarray(from, next < 0 ? buffer.length : next)
    const dictionary = buffer.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at)
    if (/\/LZW(?:Decode)?[^\w][^<]*$/.test(dictionary.slice(-400)) && packed.length > LONGEST_LZW_BYTES)
      throw tooLarge()
    // A stream may be packed twice.
    let unpacked: Uint8Array = packed
    for (let round = 0; round < 3 && looksDeflated(unpacked); round++) {
      unpacked = inflate(unpacked, Math.min(streamBytes, left))
      left -= unpacked.length
    }
    if (isWritten(unpacked)) longest = Math.max(longest, unpacked.length)
  }
  return longest
}

/** Pages are drawn by words and figures; pictures and fonts are of any bytes. */
function isWritten(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 100).every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13))
}

function looksDeflated(bytes: Uint8Array): boolean {
  return bytes.length > 8 && (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0
}

function inflate(packed: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return inflateSync(packed, {
      maxOutputLength: Math.max(1, mostBytes),
      finishFlush: constants.Z_SYNC_FLUSH,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    return new Uint8Array(0)
  }
}

function tooLarge(): Unreadable {
  return new Unreadable(
    'The PDF unpacks to far more than any document needs. Print it as PDF anew, or split it.',
  )
}
