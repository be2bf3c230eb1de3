/**
 * Builds the value that the JSON reader reads, container by container, within the limits. The objects are plain ones: no key
 * can reach their prototype.
 */
import { parameterFault } from '../fault.ts'
import { containerPathOf, pathOf } from './json-refusals.ts'
import type { ScalarScan } from './json-scalars.ts'

export type JsonLimits = {
  /** How many arrays and objects may stand inside each other. */
  maxDepth: number
  /** How many keys one object may have. */
  maxKeys?: number
  /** How many values there may be in all: two bytes of text can cost a hundred bytes of memory. */
  maxValues?: number
}

export type Expected = (typeof expected)[keyof typeof expected]
type Container = Record<string, unknown> | unknown[]
export type JsonScan = ScalarScan & {
  readonly maxDepth: number
  readonly maxKeys: number
  readonly maxValues: number
  /** How many keys `containers[n]` has so far, if it is an object. */
  readonly keyCounts: number[]
  valueCount: number
  state: Expected
  root: unknown
}

/** What the text must go on with. The two rests are of a string that is longer than a window. */
export const expected = {
  value: 0,
  valueOrEnd: 1,
  keyOrEnd: 2,
  key: 3,
  colon: 4,
  commaOrEnd: 5,
  nothing: 6,
  restOfValue: 7,
  restOfKey: 8,
} as const

const defaultMaxKeys = 10_000
const defaultMaxValues = 2_000_000
/** The largest array index: a property of that name makes an object keep its index-like keys in a hash table. */
const lastIndexKey = '4294967294'

/** A scan that has read nothing yet. */
export function startScan(text: string, limits: JsonLimits): JsonScan {
  return {
    text,
    maxDepth: limits.maxDepth,
    maxKeys: limits.maxKeys ?? defaultMaxKeys,
    maxValues: limits.maxValues ?? defaultMaxValues,
    valueCount: 0,
    containers: [],
    keys: [],
    keyCounts: [],
    line: 1,
    lineStart: 0,
    at: 0,
    verbatimFrom: undefined,
    partial: '',
    carry: '',
    state: expected.value,
    root: undefined,
  }
}

export function open(scan: JsonScan, container: Container): Expected {
  const { containers, maxDepth } = scan
  if (containers.length >= maxDepth) {
    throw parameterFault(pathOf(scan), `more than ${maxDepth} levels of nesting`, `at most ${maxDepth}`)
  }
  put(scan, container)
  containers.push(container)
  scan.keys.push('')
  scan.keyCounts.push(0)
  return Array.isArray(container) ? expected.valueOrEnd : expected.keyOrEnd
}

export function close(scan: JsonScan): Expected {
  scan.containers.pop()
  scan.keys.pop()
  scan.keyCounts.pop()
  return scan.containers.length === 0 ? expected.nothing : expected.commaOrEnd
}

export function put(scan: JsonScan, value: unknown): Expected {
  const { containers, keys } = scan
  if (++scan.valueCount > scan.maxValues) {
    throw parameterFault('body', `more than ${scan.maxValues} values`, `at most ${scan.maxValues}`)
  }
  const top = containers.length - 1
  if (top < 0) {
    scan.root = value
    return expected.nothing
  }
  const container = containers[top]!
  if (Array.isArray(container)) container.push(value)
  else setKey(container, keys[top]!, value)
  return expected.commaOrEnd
}

/**
 * V8 gives an object with the key "1023" a list of 1,024 slots and more, 12 KB for ten bytes of body: enough to exhaust the
 * memory. An object that has had the largest index keeps a hash table instead, so an object with index-like keys gets it first.
 */
function setKey(object: Record<string, unknown>, key: string, value: unknown): void {
  const isIndexLike = key !== '' && key.charCodeAt(0) >= 48 && key.charCodeAt(0) <= 57
  if (!isIndexLike || key === lastIndexKey || Object.hasOwn(object, lastIndexKey)) {
    object[key] = value
    return
  }
  object[lastIndexKey] = null
  object[key] = value
  delete object[lastIndexKey]
}

export function admitKey(scan: JsonScan, key: string): void {
  const top = scan.containers.length - 1
  const object = scan.containers[top] as Record<string, unknown>
  if (key === '__proto__') throw parameterFault(containerPathOf(scan), 'the key "__proto__"', 'another name')
  scan.keys[top] = key
  if (Object.hasOwn(object, key)) throw parameterFault(pathOf(scan), 'the key twice', 'it once')
  const count = scan.keyCounts[top]! + 1
  if (count > scan.maxKeys) {
    throw parameterFault(containerPathOf(scan), `more than ${scan.maxKeys} keys`, `at most ${scan.maxKeys}`)
  }
  scan.keyCounts[top] = count
}
