/**
 * Collects a request body and reads it as JSON: never more bytes than the limit, only whole UTF-8, and never holding the event
 * loop for long. A refused body is left flowing into nothing, so that the caller gets to read the answer.
 */
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault, parameterFault } from '../fault.ts'
import { parseJson, parseJsonInSlices } from './read-json.ts'

export type ReadBodyOptions = {
  /** What the content-length header says, if there is one. */
  contentLength?: number
  limitBytes: number
  maxDepth: number
  /** Whether there is room in memory for so many bytes of it in all. */
  hasRoom?: (bytes: number) => boolean
  sliceMs?: number
}

/** JSON.parse takes a body of this size in a few milliseconds at the worst. */
const synchronousLimitBytes = 262_144
/** Smaller chunks are decoded together, so that a body sent byte by byte does not become millions of pieces. */
const batchMinBytes = 16_384
/** The mark stays in the decoded text: only the body's first may go, not one that happens to begin a chunk. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteOrderMark = '\ufeff'

export async function readJsonBody(stream: Readable, options: ReadBodyOptions): Promise<unknown> {
  const whole = wholeAlready(stream, options)
  if (whole) return parseJson(joined([decode(whole, 0)]), { maxDepth: options.maxDepth })
  const { pieces, sizeBytes } = await readPieces(stream, options)
  const text = joined(pieces)
  const limits = { maxDepth: options.maxDepth }
  if (sizeBytes <= synchronousLimitBytes) return parseJson(text, limits)
  // To join a large text takes a turn of its own.
  await nextTurn()
  return parseJsonInSlices(text, limits, options.sliceMs)
}

/** A small body that has come with its head, as most do, need not be waited for. */
function wholeAlready(
  stream: Readable,
  { contentLength = 0, limitBytes }: ReadBodyOptions,
): Buffer | undefined {
  const isThere = contentLength > 0 && stream.readableLength === contentLength && !stream.destroyed
  if (!isThere || contentLength > Math.min(limitBytes, synchronousLimitBytes)) return undefined
  return stream.read() as Buffer
}

type Body = { pieces: string[]; sizeBytes: number }

function readPieces(
  stream: Readable,
  { contentLength, limitBytes, hasRoom = () => true }: ReadBodyOptions,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const pieces: string[] = []
    let batch: Buffer[] = []
    let batchBytes = 0
    let sizeBytes = 0
    let isSettled = false

    function refuse(fault: unknown): void {
      if (isSettled) return
      isSettled = true
      pieces.length = 0
      batch = []
      stream.off('data', take)
      stream.resume()
      reject(fault)
    }

    function take(chunk: Buffer): void {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) {
        refuse(tooLargeFault(`more than ${limitBytes}`, limitBytes))
        return
      }
      if (contentLength === undefined && !hasRoom(sizeBytes)) {
        refuse(noRoomFault())
        return
      }
      batch.push(chunk)
      batchBytes += chunk.length
      if (batchBytes >= batchMinBytes) decodeBatch(false)
    }

    function decodeBatch(isLast: boolean): void {
      const bytes = batch.length === 1 ? batch[0]! : Buffer.concat(batch, batchBytes)
      const wholeBytes = isLast ? bytes.length : bytes.length - unfinishedBytes(bytes)
      try {
        pieces.push(decode(bytes.subarray(0, wholeBytes), sizeBytes - bytes.length))
      } catch (fault) {
        refuse(fault)
        return
      }
      batchBytes = bytes.length - wholeBytes
      batch = batchBytes === 0 ? [] : [Buffer.from(bytes.subarray(wholeBytes))]
    }

    function finish(): void {
      if (!isSettled) decodeBatch(true)
      if (isSettled) return
      isSettled = true
      resolve({ pieces, sizeBytes })
    }

    function breakOff(): void {
      // Every stream closes in the end; a fault, with its stack, is made only for one that closed too soon.
      if (isSettled) return
      const total = contentLength === undefined ? '' : ` of ${contentLength}`
      refuse(
        parameterFault('body', `${sizeBytes}${total} bytes before the connection closed`, 'the whole body'),
      )
    }

    // The listeners for the end stay: a stream that breaks after the answer is settled must find someone to tell.
    stream.on('error', breakOff).on('close', breakOff).on('end', finish)
    if (contentLength !== undefined && contentLength > limitBytes) {
      refuse(tooLargeFault(`${contentLength}`, limitBytes))
    } else if (stream.destroyed || stream.readableEnded) {
      breakOff()
    } else if (contentLength !== undefined && !hasRoom(contentLength)) {
      refuse(noRoomFault())
    } else {
      stream.on('data', take)
    }
  })
}

/** Leaves `pieces` empty: the stream's listeners still hold it, and would keep the text as long as the request lives. */
function joined(pieces: string[]): string {
  const parts = pieces.splice(0)
  if (parts[0]?.startsWith(byteOrderMark)) parts[0] = parts[0].slice(1)
  return parts.length === 1 ? parts[0]! : parts.join('')
}

function decode(bytes: Buffer, offsetBytes: number): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw notUtf8Fault(offsetBytes + validPrefixBytes(bytes))
  }
}

/** How many bytes at the end begin a character that the next chunk must finish. */
function unfinishedBytes(bytes: Buffer): number {
  const { length } = bytes
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** By halving: the longest prefix that is UTF-8, give or take the character at its end. */
function validPrefixBytes(bytes: Buffer): number {
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    const prefix = bytes.subarray(0, middle)
    if (isUtf8(prefix.subarray(0, middle - unfinishedBytes(prefix)))) valid = middle
    else invalid = middle
  }
  return valid
}

function notUtf8Fault(atByte: number): Fault {
  return parameterFault('body', `bytes that are not UTF-8 at about byte ${atByte}`, 'UTF-8 text')
}

function tooLargeFault(found: string, limitBytes: number): Fault {
  return new Fault('bodyTooLarge', `found ${found} bytes, needed at most ${limitBytes}`)
}

function noRoomFault(): Fault {
  const why = 'Too many large bodies are being received at once; try again in a moment.'
  return new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
}
