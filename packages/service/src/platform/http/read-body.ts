/**
 * Collects a request body and reads it as JSON: at most the allowed number of bytes, only valid UTF-8, and without holding up the
 * event loop. The rest of a refused body is discarded, so that the caller gets to read the response.
 */
import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { Fault, parameterFault } from '../fault.ts'
import { inSlices, type Steps } from '../time-slices.ts'
import { noRoomFault } from './body-memory.ts'
import type { JsonLimits } from './check-json.ts'
import { parseJson, readJson } from './read-json.ts'

type ReadBodyOptions = {
  /** From the content-length header, if there is one. */
  contentLength?: number
  limitBytes: number
  maxDepth: number
  /** Whether there is room for this many bytes of the body in total. */
  hasRoom?: (bytes: number) => boolean
  /** Large bodies of one owner are read one after the other. */
  owner: string
}

/** More pieces must have LEAST_PIECE_BYTES on average: a million pieces of one byte would hold up the event loop. */
const FREE_PIECES = 10_000
const LEAST_PIECE_BYTES = 64

/** A body of this size is parsed in a third of a millisecond at worst, so a hundred of them may be parsed in one tick. */
const SMALL_BYTES = 4096
/** JSON.parse needs a millisecond or two for a body of this size at worst. */
const SYNCHRONOUS_LIMIT_CHARS = 16_384

/** With `checkUnlessEmpty` the body may be empty, which is read as `{}`; the check runs for any other. */
export async function readJsonBody(
  stream: Readable,
  options: ReadBodyOptions,
  checkUnlessEmpty?: () => void,
): Promise<unknown> {
  const body = await readBytes(stream, options)
  if (checkUnlessEmpty) {
    if (body.bytes.length === 0) return {}
    checkUnlessEmpty()
  }
  if (body.bytes.length <= SMALL_BYTES) return parseJson(decodeAtOnce(body.bytes), options)
  return oneAtATime(options.owner, () => inSlices(readLargeJson(body, options)))
}

function* readLargeJson(body: Body, limits: JsonLimits): Steps {
  const text = yield* decode(body)
  return text.length > SYNCHRONOUS_LIMIT_CHARS ? yield* readJson(text, limits) : parseJson(text, limits)
}

/** Reads a body as text, without a byte order mark. */
export async function readTextBody(stream: Readable, options: ReadBodyOptions): Promise<string> {
  const body = await readBytes(stream, options)
  return oneAtATime(options.owner, () => inSlices(decode(body)))
}

/** The last large body of each owner that has one. */
const lastOf = new Map<string, Promise<unknown>>()

/** So only one body of an owner is half read, and takes the memory for that. */
async function oneAtATime<T>(owner: string, read: () => Promise<T>): Promise<T> {
  const result = lastOf.get(owner)?.then(read) ?? read()
  const settled = result.catch(() => {})
  lastOf.set(owner, settled)
  await settled
  if (lastOf.get(owner) === settled) lastOf.delete(owner)
  return result
}

/** An object, so that `decode` can remove the bytes: otherwise a body would be in memory twice. */
interface Body {
  bytes: Buffer
}

function readBytes(
  stream: Readable,
  { contentLength, limitBytes, hasRoom = () => true }: ReadBodyOptions,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const isTooLarge = contentLength !== undefined && contentLength > limitBytes
    /** The first piece; from the second on one buffer for all, which takes half the memory of pieces joined at the end. */
    let bytes: Buffer = Buffer.alloc(0)
    let sizeBytes = 0
    let pieces = 0
    let isSettled = false

    function settle(): void {
      isSettled = true
      // The listeners live as long as the request and must not keep the body that long.
      bytes = Buffer.alloc(0)
    }

    function refuse(fault: unknown): void {
      if (isSettled) return
      settle()
      stream.off('data', take)
      stream.resume()
      reject(fault)
    }

    function take(chunk: Buffer): void {
      const endBytes = sizeBytes + chunk.length
      if (++pieces > FREE_PIECES && endBytes < pieces * LEAST_PIECE_BYTES) {
        refuse(parameterFault('body', `${pieces} pieces in ${endBytes} bytes`, 'larger pieces'))
        // The rest is not read, because that would take as long.
        stream.destroy()
        return
      }
      if (endBytes > limitBytes) {
        refuse(tooLargeFault(`more than ${limitBytes}`, limitBytes))
        return
      }
      if (!hasRoom(endBytes)) {
        refuse(noRoomFault())
        return
      }
      if (pieces === 1) bytes = chunk
      else {
        // It grows if no length was announced.
        const roomBytes = contentLength ?? 2 * bytes.length
        if (endBytes > bytes.length) bytes = Buffer.concat([bytes], Math.max(endBytes, roomBytes))
        chunk.copy(bytes, sizeBytes)
      }
      sizeBytes = endBytes
    }

    function finish(): void {
      if (isSettled) return
      resolve({ bytes: bytes.subarray(0, sizeBytes) })
      settle()
    }

    function breakOff(): void {
      // Every stream closes in the end; a fault with its stack is made only for a stream that closed too soon.
      if (isSettled) return
      const total = contentLength === undefined ? '' : ` of ${contentLength}`
      refuse(
        parameterFault('body', `${sizeBytes}${total} bytes before the connection closed`, 'the whole body'),
      )
    }

    // The listeners for the end stay: a stream that breaks after the result is settled needs one.
    stream.on('error', breakOff).on('close', breakOff).on('end', finish)
    if (isTooLarge) {
      refuse(tooLargeFault(`${contentLength}`, limitBytes))
    } else if (stream.destroyed || stream.readableEnded) {
      breakOff()
    } else {
      stream.on('data', take)
    }
  })
}

/** A part of this size is decoded in a few milliseconds. */
const PART_BYTES = 1024 * 1024

const newDecoder = () => new TextDecoder('utf-8', { fatal: true })

const decodeAtOnce = (bytes: Buffer) =>
  isAscii(bytes) ? bytes.toString('latin1') : decodePart(newDecoder(), bytes, 0)

/** ASCII text, such as a file in base64, is decoded fast and in one piece; other text part by part. */
function* decode(body: Body): Steps<string> {
  const { bytes } = body
  body.bytes = Buffer.alloc(0)
  if (bytes.length <= PART_BYTES || isAscii(bytes)) return decodeAtOnce(bytes)
  const decoder = newDecoder()
  // The parts are collected as UTF-16 outside the heap; strings joined in the heap would take twice the memory for longer.
  const units = Buffer.allocUnsafe(2 * bytes.length)
  let sizeBytes = 0
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    sizeBytes += units.write(decodePart(decoder, bytes, from), sizeBytes, 'utf16le')
    yield
  }
  return units.toString('utf16le', 0, sizeBytes)
}

function decodePart(decoder: TextDecoder, bytes: Buffer, from: number): string {
  const part = bytes.subarray(from, from + PART_BYTES)
  try {
    return decoder.decode(part, { stream: from + PART_BYTES < bytes.length })
  } catch {
    // The error is at the first character that a lenient decoder has to replace. A part may begin in the middle of a character.
    const start = Math.max(
      0,
      part.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80),
    )
    const [whole = ''] = new TextDecoder().decode(part.subarray(start)).split('\ufffd', 1)
    const at = from + start + Buffer.byteLength(whole)
    throw parameterFault('body', `bytes that are not UTF-8 at about byte ${at}`, 'UTF-8 text')
  }
}

function tooLargeFault(found: string, limitBytes: number): Fault {
  return new Fault('bodyTooLarge', `found ${found} bytes, needed at most ${limitBytes}`)
}
