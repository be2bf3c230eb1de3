/**
 * The text of an answer. Nothing packed is asked for; some servers and proxies pack their answers all the same, and what an
 * answer says must not depend on it. Of one that was cut short, as much as can be read.
 */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** What an answer may come to, unpacked: an answer is cut long before, and text packs to a tenth or a fiftieth. */
const MOST_BYTES = 1024 * 1024

const zlibOptions = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { maxOutputLength: MOST_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** Null when it is packed in a way that cannot be undone. */
export function decodeAnswer(bytes: Buffer, encoding: string | string[] | undefined): string | null {
  if (encoding === undefined || bytes.length === 0) return bytes.toString('utf8')
  const layers = String(encoding)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  try {
    return layers.reduceRight(unpacked, bytes).toString('utf8')
  } catch {
    return null
  }
}

function unpacked(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, zlibOptions)
  if (encoding === 'br') return brotliDecompressSync(bytes, brotliOptions)
  if (encoding !== 'deflate') throw new Error(`unknown encoding ${encoding}`)
  try {
    return inflateSync(bytes, zlibOptions)
  } catch {
    // Some leave out its frame, against the standard, and browsers take it.
    return inflateRawSync(bytes, zlibOptions)
  }
}
