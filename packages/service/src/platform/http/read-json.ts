/**
 * Reads the text of a JSON body. A small text goes to JSON.parse. With a large one JSON.parse would hold up the event loop, for
 * most of a second if the body is hostile. So the text is cut into pieces of at most PIECE_CHARS: a longer container or string is
 * read step by step, everything else goes to JSON.parse, and the event loop may run between two pieces. A piece holds as many
 * elements of a list as fit.
 *
 * The strings of the result may be views of the text: a string that is kept for long keeps the whole body in memory.
 */
import type { Steps } from '../time-slices.ts'
import { createJsonChecker, type JsonLimits, notJson, parsePiece } from './check-json.ts'

/** A piece is parsed in a millisecond at worst. */
const PIECE_CHARS = 8192
const SPACE = /[ \t\r\n]{0,8192}/y
const SCALAR = /[^\s"[\]{},:]{1,1024}/y
const QUOTE_OR_ESCAPE = /["\\]/
/** A part of a long string; it ends outside an escape. */
const STRING_PART = /(?:[^"\\]|\\(?:u[\dA-Fa-f]{4}|[^u])){1,8192}/y

export function parseJson(text: string, limits: JsonLimits): unknown {
  return createJsonChecker(limits, text.length).parse(text, [])
}

/** For a body of any size; `inSlices` runs the steps. */
export function* readJson(text: string, limits: JsonLimits): Steps {
  const checker = createJsonChecker(limits, text.length)
  const path: (string | number)[] = []
  let at = 0

  function* skipSpace(): Steps<string | undefined> {
    while (take(SPACE).length === PIECE_CHARS) yield
    return text[at]
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }

  /** Takes the text up to the next quote or escape: this search is many times faster than a pattern for all allowed characters. */
  function takeVerbatim(): string {
    const piece = text.slice(at, at + PIECE_CHARS)
    const end = piece.search(QUOTE_OR_ESCAPE)
    const found = end === -1 ? piece : piece.slice(0, end)
    at += found.length
    return found
  }

  function* readValue(): Steps {
    yield
    const sign = yield* skipSpace()
    const end = endOfPiece(text, at)
    if (end === at) throw unexpected('a value')
    if (end !== undefined) {
      const piece = text.slice(at, end)
      at = end
      return checker.parse(piece, path)
    }
    if (sign !== '"' && sign !== '[' && sign !== '{') return checker.parse(take(SCALAR), path)
    at++
    if (sign === '"') return checker.text(yield* readString(), path)
    checker.open(path)
    return sign === '[' ? yield* readList() : yield* readObject()
  }

  /** A string without escapes, such as a file in base64, is returned as a view of the text: a copy would be large. */
  function* readString(): Steps<string> {
    const from = at
    const parts: string[] = []
    let isVerbatim = true
    while (text[at] !== '"') {
      const part = takeVerbatim() || take(STRING_PART)
      if (part === '') throw unexpected('the end of a string')
      const value = parsePiece(`"${part}"`, path) as string
      // An escape is longer than the character it stands for, so equal lengths mean that there is none.
      const isPartVerbatim = value.length === part.length
      isVerbatim &&= isPartVerbatim
      parts.push(isPartVerbatim ? part : value)
      yield
    }
    const whole = isVerbatim ? text.slice(from, at) : parts.join('')
    at++
    return whole
  }

  /** Takes the comma or the end; returns whether another element follows. */
  function* hasNext(isFirst: boolean, end: string): Steps<boolean> {
    const sign = yield* skipSpace()
    if (isFirst && sign !== end) return true
    at++
    if (sign !== end && sign !== ',') throw unexpected(`"," or "${end}"`)
    return sign === ','
  }

  function* readList(): Steps<unknown[]> {
    // Joined at the end: a growing list is copied again and again, and each copy stays in memory for a while.
    const parts: unknown[][] = []
    let count = 0
    let isBroken = false
    while (yield* hasNext(count === 0, ']')) {
      const end: number = isBroken ? at : (endOfPiece(text, at, true) ?? at)
      const together = elementsOf(text.slice(at, end))
      if (together.length > 0) at = end
      for (const value of together) {
        path.push(count++)
        checker.check(value, path)
        path.pop()
      }
      yield
      parts.push(together)
      if (together.length > 0) continue
      // If one of them is not JSON, the rest is read one by one, so that the error names the right element.
      isBroken ||= end > at
      path.push(count++)
      parts.push([yield* readValue()])
      path.pop()
    }
    return parts.flat()
  }

  function* readObject(): Steps<Record<string, unknown>> {
    const object: Record<string, unknown> = {}
    for (let keys = 0; yield* hasNext(keys === 0, '}'); ) {
      if ((yield* skipSpace()) !== '"') throw unexpected('a key in double quotes')
      const key = checker.key((yield* readValue()) as string, ++keys, path)
      if ((yield* skipSpace()) !== ':') throw unexpected('":"')
      at++
      path.push(key)
      object[key] = yield* readValue()
      path.pop()
    }
    return object
  }

  const unexpected = (needed: string) => notJson(path, `no ${needed} at character ${at + 1}`)

  if ((yield* skipSpace()) === undefined) return checker.parse('', path)
  const value = yield* readValue()
  if ((yield* skipSpace()) !== undefined) throw unexpected('end of the body')
  return value
}

/**
 * Returns the end of the value at `at`, or in a list the end of the last value that fits into a piece from there on; undefined if
 * there is no end within a piece. Does not check whether it is JSON.
 */
function endOfPiece(text: string, at: number, isList = false): number | undefined {
  const piece = text.slice(at, at + PIECE_CHARS)
  let end: number | undefined
  let depth = 0
  for (let i = 0; i < piece.length; i++) {
    const sign = piece[i]
    if (sign === '"') i = endOfString(piece, i)
    else if (sign === '[' || sign === '{') depth++
    else if (depth > 0) depth -= Number(sign === ']' || sign === '}')
    else if (sign === ',' || sign === ':' || sign === ']' || sign === '}') {
      end = at + i
      if (!isList || sign !== ',') return end
    }
  }
  const isLast = depth === 0 && at + piece.length === text.length
  return isLast ? text.length : end
}

/** Returns the index of the closing quote, or the end of the piece. */
function endOfString(piece: string, start: number): number {
  for (let end = piece.indexOf('"', start + 1); end !== -1; end = piece.indexOf('"', end + 1)) {
    let escapes = end
    while (piece[escapes - 1] === '\\') escapes--
    if ((end - escapes) % 2 === 0) return end
  }
  return piece.length
}

/** Returns no elements if one of them is not JSON. */
function elementsOf(piece: string): unknown[] {
  try {
    return JSON.parse(`[${piece}]`) as unknown[]
  } catch {
    return []
  }
}
