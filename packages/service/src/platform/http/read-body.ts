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
  /** Whether the memory budget allows so many bytes of it in all. */
  isWithinBudget?: (bytes: number) => boolean
  sliceMs?: number
}

/** JSON.parse takes a body of this size in a few milliseconds at the worst. */
const SYNCHRONOUS_LIMIT_BYTES = 262_144
const FIRST_BYTES = 16_384

export async function readJsonBody(stream: Readable, options: ReadBodyOptions): Promise<unknown> {
  const bytes = await readBytes(stream, options)
  const text = textOf(bytes)
  const limits = { maxDepth: options.maxDepth }
  if (bytes.length <= SYNCHRONOUS_LIMIT_BYTES) return parseJson(text, limits)
  // To decode a large text takes a turn of its own.
  await nextTurn()
  return parseJsonInSlices(text, limits, options.sliceMs)
}

/** The text of a body as it came. */
export async function readTextBody(stream: Readable, options: ReadBodyOptions): Promise<string> {
  return textOf(await readBytes(stream, options))
}

function readBytes(
  stream: Readable,
  { contentLength, limitBytes, isWithinBudget = () => true }: ReadBodyOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(FIRST_BYTES)
    let sizeBytes = 0
    let isSettled = false

    function refuse(fault: unknown): void {
      if (isSettled) return
      isSettled = true
      bytes = Buffer.alloc(0)
      stream.off('data', take)
      stream.resume()
      reject(fault)
    }

    function take(chunk: Buffer): void {
      const endBytes = sizeBytes + chunk.length
      if (endBytes > limitBytes) {
        refuse(tooLargeFault(`more than ${limitBytes}`, limitBytes))
        return
      }
      if (contentLength === undefined && !isWithinBudget(endBytes)) {
        refuse(overBudgetFault())
        return
      }
      if (endBytes > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(endBytes, 2 * bytes.length))
        bytes.copy(larger, 0, 0, sizeBytes)
        bytes = larger
      }
      chunk.copy(bytes, sizeBytes)
      sizeBytes = endBytes
    }

    function finish(): void {
      if (isSettled) return
      isSettled = true
      resolve(bytes.subarray(0, sizeBytes))
      // The listeners stay as long as the request, and must not keep the body as long.
      bytes = Buffer.alloc(0)
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
    if (contentLength !== undefined && contentLength > limitBytes) {
      refuse(tooLargeFault(`${contentLength}`, limitBytes))
    } else if (stream.destroyed || stream.readableEnded) {
      breakOff()
    } else if (contentLength !== undefined && !isWithinBudget(contentLength)) {
      refuse(overBudgetFault())
    } else {
      stream.on('data', take)
    }
  })
}

/** Without the byte order mark, if there is one. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8Fault(validPrefixBytes(bytes))
  const text = bytes.toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** By halving: the longest prefix that is UTF-8, give or take the character at its end. */
function validPrefixBytes(bytes: Buffer): number {
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (beginsUtf8(bytes.subarray(0, middle))) valid = middle
    else invalid = middle
  }
  return valid
}

function beginsUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function notUtf8Fault(atByte: number): Fault {
  return parameterFault('body', `bytes that are not UTF-8 at about byte ${atByte}`, 'UTF-8 text')
}

function tooLargeFault(found: string, limitBytes: number): Fault {
  return new Fault('bodyTooLarge', `found ${found} bytes, needed at most ${limitBytes}`)
}

function overBudgetFault(): Fault {
  const why = 'Too many large bodies are being received at once; try again in a moment.'
  return new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
}
