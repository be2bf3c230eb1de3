/**
 * Tool calls that a model writes into its text, where the program that serves it does not take them out: as JSON, bare or in a
 * fence, or as `name(…)`. They are cut out, and those of tools that were given are calls all the same. What might become one is
 * held back until it is clear.
 */
import type { ToolSpec } from './chat-model.ts'
import { endOfValue, findJson, parseJson } from './find-json.ts'

export interface WrittenCall {
  readonly name: string
  readonly input: unknown
}

export interface CallReader {
  /** What of the text can be shown. */
  push(text: string): string
  /** What was held back and turned out to be text. */
  end(): string
  /** The calls found since they were last taken. */
  take(): WrittenCall[]
}

/** What was found to be a call, or several, and is so long. */
interface Call {
  readonly length: number
  readonly calls: readonly WrittenCall[]
}
/** `open`: it may become a call; null: it is none. */
type Look = Call | 'open' | null

const NAME_KEYS = ['name', 'function', 'tool', 'tool_name'] as const
const INPUT_KEYS = ['arguments', 'parameters', 'args', 'input'] as const
const KEYS: readonly string[] = [...NAME_KEYS, ...INPUT_KEYS, 'type', 'id', 'tool_calls', 'function_call']
const MOST_HELD_CHARS = 2_000
const FENCE = /^(?:```(?:[a-z_]{1,16}(?=\s))?|`)\s*/
const FENCE_BEGINS = /^(?:`{1,2}|```[a-z_]{0,16}\s*)$/

export function createCallReader(tools: readonly ToolSpec[]): CallReader {
  const calls: WrittenCall[] = []
  const take = () => calls.splice(0)
  if (tools.length === 0) return { push: (text) => text, end: () => '', take }
  const starts = new Set(['`', '{', '[', ...tools.map(({ name }) => name.slice(0, 1))])
  let held = ''
  /** The last character that is decided, and whether its line has only blanks so far. */
  let before = ''
  let isBlankLine = true

  function read(text: string, isEnd: boolean): string {
    const all = before + held + text
    let at = before.length
    let shown = ''
    held = ''
    for (;;) {
      const from = nextStart(all, at, starts)
      shown += all.slice(at, from)
      if (from === all.length) {
        noteLine(all.slice(at))
        break
      }
      noteLine(all.slice(at, from))
      const found = lookAt(all.slice(from, from + MOST_HELD_CHARS), tools, isBlankLine, isEnd)
      if (found === 'open') {
        held = all.slice(from)
        break
      }
      if (found) calls.push(...found.calls)
      else {
        shown += all.slice(from, from + 1)
        isBlankLine = false
      }
      at = from + (found?.length ?? 1)
    }
    before = all.slice(0, all.length - held.length).slice(-1)
    return shown
  }

  function noteLine(text: string): void {
    const line = text.lastIndexOf('\n')
    isBlankLine = (isBlankLine || line !== -1) && text.slice(line + 1).trim() === ''
  }

  return { push: (text) => read(text, false), end: () => read('', true), take }
}

/** A bracket, or the first letter of a word. */
const MAY_START = /[`{[]|(?<![\p{L}\p{N}_])[\p{L}\p{N}_]/gu

/** Where a call may begin, from `at` on; the end of the text when nowhere. */
function nextStart(text: string, at: number, starts: ReadonlySet<string>): number {
  MAY_START.lastIndex = at
  for (let found = MAY_START.exec(text); found; found = MAY_START.exec(text)) {
    if (starts.has(found[0])) return found.index
  }
  return text.length
}

/** The calls in a block that holds nothing else, in whatever form. */
export function callsIn(text: string, tools: readonly ToolSpec[]): WrittenCall[] {
  const asked = callsOf(findJson(text)?.value, tools)
  if (asked) return fitting(asked, tools)
  return tools.flatMap(({ name }) => {
    const at = indexOfWord(text, name)
    return at === -1 ? [] : fitting([{ name, input: inputIn(text.slice(at + name.length)) }], tools)
  })
}

function lookAt(text: string, tools: readonly ToolSpec[], isLineStart: boolean, isEnd: boolean): Look {
  if (FENCE_BEGINS.test(text)) return isEnd ? null : open(text)
  const fence = FENCE.exec(text)?.[0] ?? ''
  const found = lookAtCall(text.slice(fence.length), tools, isLineStart, isEnd)
  if (!found || found === 'open' || fence === '') return found
  return withClose(text, fence.length, found, fence.startsWith('```') ? '```' : '`', isEnd)
}

/** With what closes it, where that follows. */
function withClose(text: string, before: number, call: Call, close: string, isEnd: boolean): Look {
  const length = before + call.length
  const rest = text.slice(length)
  const blanks = rest.length - rest.trimStart().length
  if (rest.startsWith(close, blanks)) return { ...call, length: length + blanks + close.length }
  if (!isEnd && close.startsWith(rest.trimStart())) return open(text)
  return { ...call, length }
}

/** Longer than this nothing is held back. */
const open = (text: string): Look => (text.length < MOST_HELD_CHARS ? 'open' : null)

function lookAtCall(text: string, tools: readonly ToolSpec[], isLineStart: boolean, isEnd: boolean): Look {
  const list = /^\[\s*/.exec(text)?.[0] ?? ''
  const inner = text.slice(list.length)
  if (inner === '') return isEnd ? null : open(text)
  if (inner.startsWith('{')) return lookAtJson(text, inner, tools, isEnd)
  const found = lookAtName(inner, tools, isLineStart, isEnd)
  if (!found || found === 'open' || list === '') return found
  return withClose(text, list.length, found, ']', isEnd)
}

function lookAtJson(text: string, object: string, tools: readonly ToolSpec[], isEnd: boolean): Look {
  const [, key, quote] = /^\{\s*(?:"([a-z_]*)("?)|$)/.exec(object) ?? [undefined, undefined, undefined]
  if (key === undefined && !/^\{\s*$/.test(object)) return null
  if (quote ? !KEYS.includes(key as string) : !KEYS.some((each) => each.startsWith(key ?? ''))) return null
  const end = endOfValue(text, 0)
  if (end !== -1) {
    const asked = callsOf(parseJson(text.slice(0, end))?.value, tools)
    return asked && { length: end, calls: fitting(asked, tools) }
  }
  if (!isEnd) return open(text)
  // Cut off in its middle it is no call any more, and no words either.
  return tools.some(({ name }) => text.includes(`"${name}"`)) ? { length: text.length, calls: [] } : null
}

function lookAtName(text: string, tools: readonly ToolSpec[], isLineStart: boolean, isEnd: boolean): Look {
  for (const { name } of tools) {
    if (name.startsWith(text) && text !== name && !isEnd) return 'open'
    if (!text.startsWith(name)) continue
    const rest = text.slice(name.length)
    const input = /^\(([^()]{0,500})\)/.exec(rest)
    if (input) {
      const asked = [{ name, input: inputIn(input[1] as string) }]
      return { length: name.length + input[0].length, calls: fitting(asked, tools) }
    }
    if (/^\([^()]{0,500}$/.test(rest) || /^[`.\]]{0,3}[^\S\n]{0,20}$/.test(rest)) {
      if (!isEnd) return 'open'
    }
    // A name that has a line to itself is meant as a call too.
    const line = /^[`.\]]{0,3}[^\S\n]{0,20}(?=\n|$)/.exec(rest)
    if (isLineStart && line) {
      return { length: name.length + line[0].length, calls: fitting([{ name, input: {} }], tools) }
    }
  }
  return null
}

/** What a JSON value asks for; null when it is no call. One of a tool that was not given is known by its whole shape. */
function callsOf(value: unknown, tools: readonly ToolSpec[]): WrittenCall[] | null {
  if (Array.isArray(value)) {
    const each = value.map((one) => callsOf(one, tools))
    return each.length > 0 && each.every((calls) => calls !== null) ? each.flat() : null
  }
  if (typeof value !== 'object' || value === null) return null
  const object = value as Record<string, unknown>
  const nested = object.tool_calls ?? object.function_call ?? object.function
  if (typeof nested === 'object' && nested !== null) return callsOf(nested, tools)
  const key = NAME_KEYS.find((each) => typeof object[each] === 'string')
  if (key === undefined) return null
  const name = (object[key] as string).replace(/^functions\./, '')
  const given = INPUT_KEYS.map((each) => object[each]).find((input) => input !== undefined)
  const input = typeof given === 'string' ? parseJson(given)?.value : given
  const isObject = typeof input === 'object' && input !== null
  if (tools.some((tool) => tool.name === name)) return [{ name, input: input ?? {} }]
  return isObject && Object.keys(object).every((each) => KEYS.includes(each)) ? [{ name, input }] : null
}

/** Those of tools that were given, with input that fits. */
function fitting(calls: readonly WrittenCall[], tools: readonly ToolSpec[]): WrittenCall[] {
  return calls.flatMap(({ name, input }) => {
    const checked = tools.find((tool) => tool.name === name)?.input.safeParse(input)
    return checked?.success ? [{ name, input: checked.data }] : []
  })
}

function indexOfWord(text: string, word: string): number {
  let at = text.indexOf(word)
  while (at !== -1 && (/[\w-]/.test(text[at - 1] ?? '') || /[\w-]/.test(text[at + word.length] ?? ''))) {
    at = text.indexOf(word, at + 1)
  }
  return at
}

/** As JSON, as `name="value"`, or as `<parameter=name>value</parameter>`. */
function inputIn(text: string): unknown {
  const found = findJson(text)?.value
  if (typeof found === 'object' && found !== null) return found
  const named = text.matchAll(
    /(?<!\w)(\w{1,40})\s?[=:]\s?["']([^"']{0,500})["']|<parameter=(\w{1,40})>([^<]{0,500})<\/parameter>/g,
  )
  return Object.fromEntries([...named].map(([, a, b, c, d]) => [a ?? c, b ?? d?.trim()]))
}
