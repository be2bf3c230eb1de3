/**
 * Reads JSON in slices, so that a body of 32 MiB never holds the event loop. It takes what JSON.parse takes, less what would
 * hurt later: a key twice in one object, the key `__proto__`, U+0000, lone surrogates, nesting or objects beyond the limits.
 *
 * The strings of the result may be views of the text: to keep one for long is to keep the whole body.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fault, parameterFault } from '../fault.ts'
import {
  admitKey,
  close,
  type Expected,
  expected,
  type JsonLimits,
  type JsonScan,
  open,
  put,
  startScan,
} from './json-building.ts'
import { syntaxFault } from './json-refusals.ts'
import { readNumber, readString } from './json-scalars.ts'

export type JsonReader = {
  /** Reads on for about `budgetMs`, and always some way; true when the value is whole. */
  advance(budgetMs: number): boolean
  value(): unknown
}

const neededText = {
  [expected.value]: 'a value',
  [expected.valueOrEnd]: 'a value or "]"',
  [expected.keyOrEnd]: 'a key in double quotes or "}"',
  [expected.key]: 'a key in double quotes',
  [expected.colon]: '":"',
  [expected.commaOrEnd]: '"," or "]"',
  [expected.nothing]: 'the end of the body',
  [expected.restOfValue]: 'the closing quote of a string',
  [expected.restOfKey]: 'the closing quote of a string',
}

/** The clock is read once in so many characters. */
const quantumChars = 4_096

export function createJsonReader(text: string, limits: JsonLimits): JsonReader {
  const scan = startScan(text, limits)
  return {
    advance: (budgetMs) => run(scan, budgetMs),
    value: () => scan.root,
  }
}

/** For small bodies: in one go. */
export function parseJson(text: string, limits: JsonLimits): unknown {
  const scan = startScan(text, limits)
  run(scan, Number.POSITIVE_INFINITY)
  return scan.root
}

let slicedBodies = 0

/** For large bodies: at most about `sliceMs` in one turn of the event loop, which all the bodies being read share. */
export async function parseJsonInSlices(text: string, limits: JsonLimits, sliceMs = 5): Promise<unknown> {
  const scan = startScan(text, limits)
  slicedBodies++
  try {
    while (!run(scan, sliceMs / slicedBodies)) await nextTurn()
  } finally {
    slicedBodies--
  }
  return scan.root
}

function run(scan: JsonScan, budgetMs: number): boolean {
  const { text, containers } = scan
  const { length } = text
  const deadline = budgetMs === Number.POSITIVE_INFINITY ? budgetMs : performance.now() + budgetMs
  let { at, state } = scan
  let pauseAt = at + quantumChars
  while (at < length) {
    if (at >= pauseAt) {
      scan.at = at
      scan.state = state
      if (performance.now() >= deadline) return false
      pauseAt = at + quantumChars
    }
    const code = text.charCodeAt(at)
    if (code <= 32 && state < expected.restOfValue) {
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) throw unexpected(scan, at, state)
      at++
      if (code === 10) {
        scan.line++
        scan.lineStart = at
      }
      continue
    }
    switch (state) {
      case expected.commaOrEnd: {
        const isArray = Array.isArray(containers[containers.length - 1])
        if (code === 44) {
          state = isArray ? expected.value : expected.key
        } else if (code === (isArray ? 93 : 125)) {
          state = close(scan)
        } else {
          throw unexpected(scan, at, state)
        }
        at++
        break
      }
      case expected.keyOrEnd:
      case expected.key:
      case expected.restOfKey: {
        if (code === 125 && state === expected.keyOrEnd) {
          state = close(scan)
          at++
          break
        }
        if (code !== 34 && state !== expected.restOfKey) throw unexpected(scan, at, state)
        const key = readString(scan, state === expected.restOfKey ? at : at + 1, true)
        at = scan.at
        if (key !== undefined) admitKey(scan, key)
        state = key === undefined ? expected.restOfKey : expected.colon
        break
      }
      case expected.colon:
        if (code !== 58) throw unexpected(scan, at, state)
        state = expected.value
        at++
        break
      case expected.nothing:
        throw unexpected(scan, at, state)
      default:
        if (code === 34 || state === expected.restOfValue) {
          const value = readString(scan, state === expected.restOfValue ? at : at + 1, false)
          state = value === undefined ? expected.restOfValue : put(scan, value)
          at = scan.at
        } else if (code === 123 || code === 91) {
          state = open(scan, code === 91 ? [] : {})
          at++
        } else if (code === 93 && state === expected.valueOrEnd) {
          state = close(scan)
          at++
        } else if (code === 45 || (code >= 48 && code <= 57)) {
          state = put(scan, readNumber(scan, at))
          at = scan.at
        } else if (code === 116 && text.startsWith('true', at)) {
          state = put(scan, true)
          at += 4
        } else if (code === 102 && text.startsWith('false', at)) {
          state = put(scan, false)
          at += 5
        } else if (code === 110 && text.startsWith('null', at)) {
          state = put(scan, null)
          at += 4
        } else {
          throw unexpected(scan, at, state)
        }
    }
  }
  scan.at = at
  scan.state = state
  if (state === expected.nothing) return true
  if (state === expected.value && containers.length === 0)
    throw parameterFault('body', 'nothing', 'a JSON object')
  throw unexpected(scan, at, state)
}

function unexpected(scan: JsonScan, at: number, state: Expected): Fault {
  const isInObject = state === expected.commaOrEnd && !Array.isArray(scan.containers.at(-1))
  return syntaxFault(scan, at, isInObject ? '"," or "}"' : neededText[state])
}
