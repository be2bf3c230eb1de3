/**
 * Collects a request body and reads it as JSON: never more bytes than the limit, only whole UTF-8, and never holding the event
 * loop for long. A refused body is left flowing into nothing, so that the caller gets to read the response.
 */
import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { Fault, parameterFault } from '../fault.ts'
import { noRoomFault } from './body-memory.ts'
import type { JsonLimits } from './check-json.ts'
import type { InSlices, Steps } from './in-slices.ts'
import { parseJson, readJson } from './read-json.ts'

type ReadBodyOptions = {
  /** What the content-length header says, if there is one. */
  contentLength?: number
  limitBytes: number
  maxDepth: number
  /** Whether there is room for so many bytes of it in all. */
  hasRoom?: (bytes: number) => boolean
  /** Whose body it is: owners of large bodies take turns. */
  owner: string
  inSlices: InSlices
}

/** So many pieces may be as small as they like. Each takes a few microseconds, so a million of one byte would hold up everybody. */
const FREE_PIECES = 10_000
const LEAST_PIECE_BYTES = 64

/** A body of this size is parsed in a third of a millisecond at the worst, so that a hundred at once hold up nobody. */
const SMALL_BYTES = 4096
/** JSON.parse takes a body of this size in a millisecond or two at the worst. */
const SYNCHRONOUS_LIMIT_CHARS = 16_384

export async function readJsonBody(stream: Readable, options: ReadBodyOptions): Promise<unknown> {
  const body = await readBytes(stream, options)
  const limits = { maxDepth: options.maxDepth }
  if (body.bytes.length <= SMALL_BYTES) return parseJson(decodeAtOnce(body.bytes), limits)
  return options.inSlices(options.owner, readLargeJson(body, limits))
}

function* readLargeJson(body: Body, limits: JsonLimits): Steps {
  const text = yield* decode(body)
  return text.length > SYNCHRONOUS_LIMIT_CHARS ? yield* readJson(text, limits) : parseJson(text, limits)
}

/** The text of a body as it came, without the byte order mark if there is one. */
export async function readTextBody(stream: Readable, options: ReadBodyOptions): Promise<string> {
  return options.inSlices(options.owner, decode(await readBytes(stream, options)))
}

/** The bytes are taken out once they are decoded, so that a body is not kept twice. */
interface Body {
  bytes: Buffer
}

function readBytes(
  stream: Readable,
  { contentLength, limitBytes, hasRoom = () => true }: ReadBodyOptions,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const isTooLarge = contentLength !== undefined && contentLength > limitBytes
    /** In one piece from the beginning, which takes half the memory of pieces put together. It grows where no length was announced. */
    let bytes = Buffer.allocUnsafe(isTooLarge ? 0 : (contentLength ?? 0))
    let sizeBytes = 0
    let pieces = 0
    let isSettled = false

    function settle(): void {
      isSettled = true
      // The listeners stay as long as the request, and must not keep the body as long.
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
        // To read the rest of it would take as long.
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
      if (endBytes > bytes.length) bytes = Buffer.concat([bytes], Math.max(endBytes, 2 * bytes.length))
      chunk.copy(bytes, sizeBytes)
      sizeBytes = endBytes
    }

    function finish(): void {
      if (isSettled) return
      resolve({ bytes: bytes.subarray(0, sizeBytes) })
      settle()
    }

    function breakOff(): void {
      // Every stream closes in the end; a fault, with its stack, is made only for one that closed too soon.
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

/** Takes a few milliseconds to decode. */
const PART_BYTES = 1024 * 1024

const newDecoder = () => new TextDecoder('utf-8', { fatal: true })

const decodeAtOnce = (bytes: Buffer) =>
  isAscii(bytes) ? bytes.toString('latin1') : decodePart(newDecoder(), bytes, 0)

/** ASCII, as files in base64 are, is decoded fast and in one piece; other text part by part. */
function* decode(body: Body): Steps<string> {
  const { bytes } = body
  body.bytes = Buffer.alloc(0)
  if (bytes.length <= PART_BYTES || isAscii(bytes)) return decodeAtOnce(bytes)
  const decoder = newDecoder()
  // The parts are gathered as UTF-16, outside the heap: put together there, they would take twice the memory for longer.
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
    // Up to the first character that a lenient decoder has to replace. A part may begin in the middle of one.
    const start = Math.max(
      0,
      part.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80),
    )
    const [whole = ''] = new TextDecoder().decode(part.subarray(start)).split('\ufffd', 1)
    throw notUtf8Fault(from + start + Buffer.byteLength(whole))
  }
}

function notUtf8Fault(atByte: number): Fault {
  return parameterFault('body', `bytes that are not UTF-8 at about byte ${atByte}`, 'UTF-8 text')
}

function tooLargeFault(found: string, limitBytes: number): Fault {
  return new Fault('bodyTooLarge', `found ${found} bytes, needed at most ${limitBytes}`)
}
