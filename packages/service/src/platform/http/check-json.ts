/**
 * Parses a piece of a JSON body with JSON.parse and refuses, with its path, any value that would do harm later: the key
 * `__proto__`, text that PostgreSQL cannot store (U+0000, half surrogate pairs), and values beyond the limits.
 */
import { parameterFault } from '../fault.ts'

export interface JsonLimits {
  /** How deep arrays and objects may be nested. */
  readonly maxDepth: number
}

/** The keys and indexes that lead to a value. */
type Path = readonly (string | number)[]

/** The limits of keys in one object and of values in a body. */
const MAX_KEYS = 10_000
const MAX_VALUES = 2_000_000
/** A value of two characters may take 64 bytes, so a body may have FREE_VALUES and one more for every CHARS_PER_VALUE characters. */
const FREE_VALUES = 10_000
const CHARS_PER_VALUE = 8
const ECHO_CHARS = 40
const PATH_CHARS = 200

/** For a body of `chars` characters. */
export function createJsonChecker({ maxDepth }: JsonLimits, chars: number) {
  const most = Math.min(MAX_VALUES, FREE_VALUES + Math.floor(chars / CHARS_PER_VALUE))
  let values = 0

  function count(): void {
    if (++values <= most) return
    const needed =
      most === MAX_VALUES
        ? `at most ${most}`
        : `at most ${FREE_VALUES}, and one more for every ${CHARS_PER_VALUE} characters`
    throw parameterFault('body', `more than ${most} values in ${chars} characters`, needed)
  }

  /** Counts one more container at `path` and refuses one that is too deep. */
  function open(path: Path): void {
    count()
    if (path.length >= maxDepth)
      throw parameterFault(shown(path), `more than ${maxDepth} levels of nesting`, `at most ${maxDepth}`)
  }

  function text(value: string, path: Path, holder = ''): string {
    if (value.includes('\0'))
      throw parameterFault(shown(path), `${holder}the character U+0000`, 'text without it')
    if (!value.isWellFormed())
      throw parameterFault(shown(path), `${holder}half of a surrogate pair`, 'whole characters')
    return value
  }

  function key(value: string, keys: number, path: Path): string {
    if (keys > MAX_KEYS)
      throw parameterFault(shown(path), `more than ${MAX_KEYS} keys`, `at most ${MAX_KEYS}`)
    if (value === '__proto__') throw parameterFault(shown(path), 'the key "__proto__"', 'another name')
    return text(value, path, 'a key with ')
  }

  /** Checks a parsed value that stands at `path`. */
  function check(value: unknown, path: (string | number)[]): void {
    if (typeof value !== 'object' || value === null) {
      count()
      if (typeof value === 'string') text(value, path)
      return
    }
    open(path)
    // By index, because `entries()` makes a pair for each element, which takes ten times as long as to parse it.
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) checkAt(i, value[i], path)
      return
    }
    let keys = 0
    for (const name of Object.keys(value)) {
      key(name, ++keys, path)
      checkAt(name, (value as Record<string, unknown>)[name], path)
    }
  }

  function checkAt(step: string | number, value: unknown, path: (string | number)[]): void {
    path.push(step)
    check(value, path)
    path.pop()
  }

  return {
    check,
    open,
    text,
    key,
    /** Parses `source`, which stands at `path` in the body. */
    parse(source: string, path: Path): unknown {
      const value = parsePiece(source, path)
      check(value, [...path])
      return value
    },
  }
}

/** Parses without the checks of this file. */
export function parsePiece(source: string, path: Path): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    if (source.trim() === '' && path.length === 0) throw parameterFault('body', 'nothing', 'a JSON object')
    throw notJson(path, (error as Error).message.replace(/[\s\p{Cc}]+/gu, ' '))
  }
}

export const notJson = (path: Path, why: string) =>
  parameterFault(shown(path), `text that is not JSON (${why})`, 'JSON')

/** Shows a path such as `qaList[3].question`; `body` at the top. Long keys of the caller are cut to 40 characters. */
function shown(path: Path): string {
  let text = ''
  for (const step of path) {
    const isName = typeof step === 'string' && step.length <= ECHO_CHARS && /^[A-Za-z_$][\w$-]*$/.test(step)
    if (isName) text += text === '' ? step : `.${step}`
    else text += `${text === '' ? 'body' : ''}[${typeof step === 'number' ? step : quoted(step)}]`
  }
  if (text.length > PATH_CHARS) return `…${text.slice(1 - PATH_CHARS)}`
  return text === '' ? 'body' : text
}

const quoted = (key: string) =>
  key.length > ECHO_CHARS ? `${JSON.stringify(key.slice(0, ECHO_CHARS - 1))}…` : JSON.stringify(key)
