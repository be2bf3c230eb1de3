/**
 * Whether some page of a PDF is drawn by very many lines, as maps and plans are. They have far more lines than tables have, and
 * reading those takes far more memory than reading the text.
 */
import { constants, inflateSync } from 'node:zlib'

const MOST_BYTES = 2_000_000
/** Of a packed stream, enough to see what it is of. */
const SAMPLE_BYTES = 1000

export function hasLongDrawing(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = 0
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', end)) {
    const from = at + 6 + (buffer[at + 6] === 13 ? 2 : 1)
    const next = buffer.indexOf('endstream', from)
    end = next < 0 ? buffer.length : next + 9
    const stream = buffer.subarray(from, next < 0 ? buffer.length : next)
    if (unpacksToMore(stream) && isWritten(unpacked(stream.subarray(0, SAMPLE_BYTES)))) return true
  }
  return false
}

function unpacksToMore(stream: Buffer): boolean {
  try {
    return unpacked(stream).length > MOST_BYTES
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}

/** As it is, unless it is packed the usual way. */
function unpacked(stream: Buffer): Buffer {
  if (stream.length < 8 || (stream[0]! & 0x0f) !== 8 || stream.readUInt16BE(0) % 31 !== 0) return stream
  return inflateSync(stream, { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
}

/** Pages are drawn by words and figures; pictures and fonts are of any bytes. */
function isWritten(bytes: Buffer): boolean {
  return bytes.subarray(0, 100).every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13))
}
