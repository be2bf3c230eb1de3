/**
 * Reads one JSON string or number out of a text. A string longer than a window is read window by window, so that even a body
 * that is a single string of 32 MiB can be read without holding the event loop.
 */
import { type Fault, parameterFault } from '../fault.ts'
import {
  containerPathOf,
  type JsonPlace,
  pathOf,
  quoted,
  syntaxFault,
  writtenFault,
} from './json-refusals.ts'

export type ScalarScan = JsonPlace & {
  /** Where the last read ended. */
  at: number
  /** Where the string under way began, while all of it is as it was written; undefined once a window had to be decoded. */
  verbatimFrom: number | undefined
  /** The windows read so far of the string under way, where they had to be decoded. */
  partial: string
  /** The high surrogate that ended the last window, which waits for its partner in the next. */
  carry: string
}

const windowChars = 65_536
const numberLimitChars = 1_024
const escapes = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|\\/g

/** The string whose characters begin (or go on) at `from`; undefined when it goes on past this window. `scan.at` says where to go on. */
export function readString(scan: ScalarScan, from: number, isKey: boolean): string | undefined {
  const { text } = scan
  const stop = Math.min(text.length, from + windowChars)
  const isFirst = scan.verbatimFrom === undefined && scan.partial === '' && scan.carry === ''
  const began = isFirst ? from : scan.verbatimFrom
  scan.verbatimFrom = undefined
  let at = from
  let lastEscape = -1
  let hasSurrogates = false
  while (at < stop) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      scan.at = at + 1
      if (lastEscape < 0 && !hasSurrogates && began !== undefined) return text.slice(began, at)
      if (began !== undefined) scan.partial = text.slice(began, from)
      const whole = scan.partial + checked(scan, scan.carry + decoded(scan, from, at, lastEscape >= 0), isKey)
      scan.partial = ''
      scan.carry = ''
      return whole
    }
    if (code === 92) {
      lastEscape = at
      at += 2
      continue
    }
    if (code < 32) throw controlFault(scan, at, code)
    if (code >= 0xd800 && code <= 0xdfff) hasSurrogates = true
    at++
  }
  if (at >= text.length) throw syntaxFault(scan, text.length, 'the closing quote of a string')
  if (lastEscape < 0 && !hasSurrogates && began !== undefined) {
    scan.verbatimFrom = began
    scan.at = at
    return undefined
  }
  if (began !== undefined) scan.partial = text.slice(began, from)
  // A \u escape that this window may have cut belongs to the next one.
  if (lastEscape >= 0 && at - lastEscape < 6 && text[lastEscape + 1] === 'u') at = lastEscape
  let piece = scan.carry + decoded(scan, from, at, lastEscape >= 0)
  const last = piece.charCodeAt(piece.length - 1)
  scan.carry = last >= 0xd800 && last <= 0xdbff ? piece.slice(-1) : ''
  if (scan.carry !== '') piece = piece.slice(0, -1)
  scan.partial += checked(scan, piece, isKey)
  scan.at = at
  return undefined
}

/** The number that begins at `from`, which holds a minus sign or a digit. */
export function readNumber(scan: ScalarScan, from: number): number {
  const { text } = scan
  const stop = Math.min(text.length, from + numberLimitChars + 1)
  const isNegative = text.charCodeAt(from) === 45
  const firstDigit = isNegative ? from + 1 : from
  let at = firstDigit
  let value = 0
  while (at < stop) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) break
    value = value * 10 + digit
    at++
    // Nothing may follow a leading zero; what does is refused as the next token.
    if (value === 0) break
  }
  if (at === firstDigit) throw syntaxFault(scan, at, 'a digit')
  let isExact = at - firstDigit <= 15
  if (at < stop && text.charCodeAt(at) === 46) {
    at = skipDigits(scan, at + 1, stop)
    isExact = false
  }
  if (at < stop && (text.charCodeAt(at) | 32) === 101) {
    const sign = at + 1 < stop ? text.charCodeAt(at + 1) : 0
    at = skipDigits(scan, sign === 43 || sign === 45 ? at + 2 : at + 1, stop)
    isExact = false
  }
  // Number() takes a numeral in one go, however long: its length is bounded here.
  if (at - from > numberLimitChars) throw longNumberFault(scan)
  scan.at = at
  if (isExact) return isNegative ? -value : value
  return Number(text.slice(from, at))
}

function skipDigits(scan: ScalarScan, from: number, stop: number): number {
  let at = from
  while (at < stop) {
    const code = scan.text.charCodeAt(at)
    if (!(code >= 48 && code <= 57)) break
    at++
  }
  if (at === from)
    throw stop < scan.text.length && at >= stop ? longNumberFault(scan) : syntaxFault(scan, at, 'a digit')
  return at
}

function decoded(scan: ScalarScan, from: number, to: number, hasEscapes: boolean): string {
  const raw = scan.text.slice(from, to)
  if (!hasEscapes) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    throw escapeFault(scan, from, raw)
  }
}

/** PostgreSQL can keep neither U+0000 nor half a surrogate pair, so neither comes in. */
function checked(scan: ScalarScan, text: string, isKey: boolean): string {
  if (text.isWellFormed() && !text.includes('\0')) return text
  const field = isKey ? containerPathOf(scan) : pathOf(scan)
  const holder = isKey ? 'a key with ' : ''
  if (text.includes('\0')) throw parameterFault(field, `${holder}the character U+0000`, 'text without it')
  const whole = text.toWellFormed()
  let at = 0
  while (text.charCodeAt(at) === whole.charCodeAt(at)) at++
  const half = `${holder}the half surrogate pair ${JSON.stringify(text.charAt(at)).slice(1, -1)}`
  throw parameterFault(field, half, 'whole characters')
}

function escapeFault(scan: ScalarScan, from: number, raw: string): Fault {
  for (const { 0: written, index } of raw.matchAll(escapes)) {
    if (written !== '\\') continue
    const found = quotedRaw(raw.slice(index, index + (raw[index + 1] === 'u' ? 6 : 2)))
    return writtenFault(scan, from + index, found, 'an escape that JSON knows')
  }
  return syntaxFault(scan, from, 'a string')
}

/** An escape is shown as it was written, not escaped once more. */
function quotedRaw(written: string): string {
  return `"\\${quoted(written.slice(1)).slice(1)}`
}

function controlFault(scan: ScalarScan, at: number, code: number): Fault {
  const hex = code.toString(16).padStart(4, '0')
  return writtenFault(scan, at, `the control character U+${hex.toUpperCase()}`, `it written as \\u${hex}`)
}

function longNumberFault(scan: ScalarScan): Fault {
  return parameterFault(
    pathOf(scan),
    `a number of more than ${numberLimitChars} characters`,
    `at most ${numberLimitChars}`,
  )
}
