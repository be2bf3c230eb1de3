/**
 * The words with which the JSON reader refuses: where in the body (a path for what the value means, line and column for how
 * it is written), what was found, what was needed. What the caller sent is echoed in pieces of at most 40 characters.
 */
import { type Fault, parameterFault } from '../fault.ts'

/** How far a reader has come. `keys[n]` is the key under way in `containers[n]`, the innermost container standing last. */
export type JsonPlace = {
  readonly text: string
  readonly containers: (Record<string, unknown> | unknown[])[]
  readonly keys: string[]
  /** Lines count from 1; `lineStart` is the index of the line's first character. */
  line: number
  lineStart: number
}

const echoLimitChars = 40
const pathLimitChars = 200
const word = /[\w.+-]+/y

/** The path of the value under way, such as `qaList[3].question`; `body` at the top. */
export function pathOf(place: JsonPlace): string {
  return join(place, place.containers.length)
}

/** The path of the innermost container: for faults of a key, which has no path of its own yet. */
export function containerPathOf(place: JsonPlace): string {
  return join(place, place.containers.length - 1)
}

/** How it is written is wrong, at the index `at`. */
export function syntaxFault(place: JsonPlace, at: number, needed: string): Fault {
  return writtenFault(place, at, at < place.text.length ? quoted(sample(place.text, at)) : 'the end', needed)
}

export function writtenFault(place: JsonPlace, at: number, found: string, needed: string): Fault {
  const column = at - place.lineStart + 1
  return parameterFault('body', `${found} at line ${place.line}, column ${column}`, needed)
}

/** Quoted for a reader: control characters and lone surrogates show as escapes. */
export function quoted(text: string): string {
  return text.length > echoLimitChars
    ? `${JSON.stringify(text.slice(0, echoLimitChars - 1))}…`
    : JSON.stringify(text)
}

function sample(text: string, at: number): string {
  word.lastIndex = 0
  const found = word.exec(text.slice(at, at + echoLimitChars))
  return found ? found[0] : String.fromCodePoint(text.codePointAt(at) ?? 0xfffd)
}

function join(place: JsonPlace, depth: number): string {
  let path = ''
  for (let level = 0; level < depth; level++) {
    const container = place.containers[level]!
    if (Array.isArray(container)) {
      // The element under way joins its array when it is whole, or, being a container itself, when it opens.
      const index = level === place.containers.length - 1 ? container.length : container.length - 1
      path += `${path === '' ? 'body' : ''}[${index}]`
    } else {
      path += step(place.keys[level]!, path === '')
    }
    if (path.length > pathLimitChars) path = `…${path.slice(1 - pathLimitChars)}`
  }
  return path === '' ? 'body' : path
}

function step(key: string, first: boolean): string {
  if (key.length <= echoLimitChars && /^[A-Za-z_$][\w$-]*$/.test(key)) return first ? key : `.${key}`
  return `${first ? 'body' : ''}[${quoted(key)}]`
}
