/** Structured logs: one JSON line per event, secrets cut out by name wherever they might slip in. */
import pino, { type Logger } from 'pino'
import { logOutput } from './log-output.ts'

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

/** Calls `fn` once in so long at most: what happens by the thousand should not fill the log. */
export function nowAndThen<Args extends unknown[]>(
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
