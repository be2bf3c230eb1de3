/**
 * Collects a request body and reads it as JSON: never more bytes than the limit, only whole UTF-8, and never holding the event
 * loop for long. A refused body is left flowing into nothing, so that the caller gets to read the answer.
 */
import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault, parameterFault } from '../fault.ts'
import { parseJson, parseJsonInSlices } from './read-json.ts'

type ReadBodyOptions = {
  /** What the content-length header says, if there is one. */
  contentLength?: number
  limitBytes: number
  maxDepth: number
  /** Whether the memory budget allows so many bytes of it in all. */
  isWithinBudget?: (bytes: number) => boolean
  sliceMs?: number
}

/** JSON.parse takes a body of this size in a few milliseconds at the worst. */
const SYNCHRONOUS_LIMIT_CHARS = 262_144

export async function readJsonBody(stream: Readable, options: ReadBodyOptions): Promise<unknown> {
  const text = await readTextBody(stream, options)
  const limits = { maxDepth: options.maxDepth }
  if (text.length <= SYNCHRONOUS_LIMIT_CHARS) return parseJson(text, limits)
  // To decode a large body took long enough for one turn of the event loop.
  await nextTurn()
  return parseJsonInSlices(text, limits, options.sliceMs)
}

/** The text of a body as it came, without the byte order mark if there is one. */
export function readTextBody(
  stream: Readable,
  { contentLength, limitBytes, isWithinBudget = () => true }: ReadBodyOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let sizeBytes = 0
    let isSettled = false

    function refuse(fault: unknown): void {
      if (isSettled) return
      isSettled = true
      chunks = []
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
      chunks.push(chunk)
      sizeBytes = endBytes
    }

    function finish(): void {
      if (isSettled) return
      const bytes = Buffer.concat(chunks)
      if (!isUtf8(bytes)) {
        refuse(notUtf8Fault(bytes))
        return
      }
      isSettled = true
      // The listeners stay as long as the request, and must not keep the body as long.
      chunks = []
      resolve(withoutMark(bytes.toString()))
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

const withoutMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text)

function notUtf8Fault(bytes: Buffer): Fault {
  // Up to the first character that a lenient decoder has to replace.
  const [whole = ''] = bytes.toString().split('\ufffd', 1)
  const atByte = Buffer.byteLength(whole)
  return parameterFault('body', `bytes that are not UTF-8 at about byte ${atByte}`, 'UTF-8 text')
}

function tooLargeFault(found: string, limitBytes: number): Fault {
  return new Fault('bodyTooLarge', `found ${found} bytes, needed at most ${limitBytes}`)
}

function overBudgetFault(): Fault {
  const why = 'Too many large bodies are being received at once; try again in a moment.'
  return new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
}
