/**
 * Collects a request body and reads it as JSON: never more bytes than the limit, only whole UTF-8, and never holding the event
 * loop for long. A refused body is left flowing into nothing, so that the caller gets to read the response.
 */
import type { Readable } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import { Fault, parameterFault } from '../fault.ts'
import { parseJson, parseJsonInSlices } from './read-json.ts'

type ReadBodyOptions = {
  /** What the content-length header says, if there is one. */
  contentLength?: number
  limitBytes: number
  maxDepth: number
  /** Told how long it was. */
  onRead?: (bytes: number) => void
  sliceMs?: number
}

/** JSON.parse takes a body of this size in a few milliseconds at the worst. */
const SYNCHRONOUS_LIMIT_CHARS = 262_144

export async function readJsonBody(stream: Readable, options: ReadBodyOptions): Promise<unknown> {
  const text = await readTextBody(stream, options)
  const limits = { maxDepth: options.maxDepth }
  if (text.length <= SYNCHRONOUS_LIMIT_CHARS) return parseJson(text, limits)
  // The first look at a large text puts its parts together, which takes a tick of its own.
  await nextTick()
  return parseJsonInSlices(text, limits, options.sliceMs)
}

/** The text of a body as it came, without the byte order mark if there is one. Each chunk is decoded when it comes. */
export function readTextBody(
  stream: Readable,
  { contentLength, limitBytes, onRead = () => {} }: ReadBodyOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let text = ''
    let sizeBytes = 0
    let isSettled = false

    function refuse(fault: unknown): void {
      if (isSettled) return
      isSettled = true
      text = ''
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
      decode(chunk)
      sizeBytes = endBytes
    }

    /** Without a chunk: the end of the text. */
    function decode(chunk?: Buffer): void {
      try {
        text += decoder.decode(chunk, { stream: chunk !== undefined })
      } catch {
        // Up to the first character that a lenient decoder has to replace.
        const [whole = ''] = new TextDecoder().decode(chunk).split('\ufffd', 1)
        refuse(notUtf8Fault(sizeBytes + Buffer.byteLength(whole)))
      }
    }

    function finish(): void {
      if (!isSettled) decode()
      if (isSettled) return
      isSettled = true
      onRead(sizeBytes)
      resolve(text)
      // The listeners stay as long as the request, and must not keep the body as long.
      text = ''
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
    } else {
      stream.on('data', take)
    }
  })
}

function notUtf8Fault(atByte: number): Fault {
  return parameterFault('body', `bytes that are not UTF-8 at about byte ${atByte}`, 'UTF-8 text')
}

function tooLargeFault(found: string, limitBytes: number): Fault {
  return new Fault('bodyTooLarge', `found ${found} bytes, needed at most ${limitBytes}`)
}
