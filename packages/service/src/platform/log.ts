/**
 * Structured logs: one JSON line per event, with the values of fields that may hold secrets hidden. They are written to standard
 * output asynchronously, so that a slow reader does not hold up the event loop.
 */
import { write, writeSync } from 'node:fs'
import type { DestinationStream, Logger } from 'pino'
import pino from 'pino'

export type Log = Logger

const secretPaths = ['authorization', 'secret', 'api_key', 'password', 'token', 'cookie']

export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...secretPaths, ...secretPaths.map((name) => `headers.${name}`)],
        censor: '[hidden]',
      },
    },
    destination ?? logOutput(),
  )
}

/** Calls `fn` at most once every `everyMs`, so that a frequent event does not fill the log. */
export function throttled<Args extends unknown[]>(
  everyMs: number,
  now: () => number,
  fn: (...args: Args) => void,
): (...args: Args) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (now() - lastAt < everyMs) return
    lastAt = now()
    fn(...args)
  }
}

/**
 * Lines that the reader has not read yet wait in memory, up to a limit; further lines are dropped. If the reader is gone, the
 * service goes on without a log.
 */
const WAITING_LIMIT_CHARS = 8_000_000
const FULL_PAUSE_MS = 50
const STANDARD_OUTPUT = 1

function logOutput(): DestinationStream {
  let waiting: string[] = []
  let waitingChars = 0
  let isWriting = false
  let isGone = false

  function takeWaiting(): Buffer {
    const lines = Buffer.from(waiting.join(''))
    waiting = []
    waitingChars = 0
    return lines
  }

  function writeWaiting(): void {
    isWriting = waiting.length > 0 && !isGone
    if (isWriting) writeAll(takeWaiting())
  }

  function writeAll(bytes: Buffer): void {
    write(STANDARD_OUTPUT, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(writeAll, FULL_PAUSE_MS, bytes)
      else if (!error && written < bytes.length) writeAll(bytes.subarray(written))
      else {
        isGone = error !== null
        writeWaiting()
      }
    })
  }

  /** Writes the lines that still wait at exit. Tried once: a reader that does not read them must not keep the process alive. */
  function writeLast(): void {
    try {
      if (!isGone && waiting.length > 0) writeSync(STANDARD_OUTPUT, takeWaiting())
    } catch {}
  }

  let isUsed = false
  return {
    write(line) {
      if (!isUsed) process.once('exit', writeLast)
      isUsed = true
      if (isGone || waitingChars + line.length > WAITING_LIMIT_CHARS) return
      waiting.push(line)
      waitingChars += line.length
      if (!isWriting) writeWaiting()
    },
  }
}
