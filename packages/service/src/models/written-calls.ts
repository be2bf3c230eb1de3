/**
 * Tool calls that a model writes into its text, where its server does not take them out: JSON, bare or in a fence, or the name
 * of a given tool on a line of its own.
 */
import type { ToolSpec } from './chat-model.ts'
import { endOfValue, findJson, parseJson } from './find-json.ts'

export interface WrittenCall {
  readonly name: string
  readonly input: unknown
}

/** A call of so many characters; `open`: the text may become a call; null: it is none. */
type Found = { readonly length: number; readonly calls: readonly WrittenCall[] } | 'open' | null
type Tools = readonly ToolSpec[]

const KEYS: readonly string[] = ['name', 'arguments', 'parameters', 'type', 'id']
const MAX_HELD_CHARS = 2_000
const FENCE = '```json'

/** The calls at the beginning of a line. */
export function callAtLineStart(text: string, tools: Tools, isEnd: boolean): Found {
  const found = jsonCall(text, tools, isEnd) ?? namedCall(text, tools, isEnd)
  return found === 'open' && text.length >= MAX_HELD_CHARS ? null : found
}

function jsonCall(text: string, tools: Tools, isEnd: boolean): Found {
  if (!isEnd && FENCE.startsWith(text.trimEnd())) return 'open'
  const fence = /^```(?:json)?\s*/.exec(text)?.[0] ?? ''
  const json = text.slice(fence.length, MAX_HELD_CHARS)
  if (!/^\[?\s*(?:\{\s*(?:"|$)|$)/.test(json)) return null
  const end = endOfValue(json, 0)
  if (end === -1) {
    if (!isEnd) return 'open'
    // A call that was cut off is no call any more, and no words either.
    return tools.some(({ name }) => json.includes(`"${name}"`)) ? { length: text.length, calls: [] } : null
  }
  const asked = callsOf(parseJson(json.slice(0, end))?.value, tools)
  if (!asked) return null
  const after = json.slice(end)
  const rest = after.trimStart()
  const length = fence.length + end
  const calls = fitting(asked, tools)
  if (fence === '') return { length, calls }
  if (rest.startsWith('```')) return { length: length + after.length - rest.length + 3, calls }
  return !isEnd && '```'.startsWith(rest) ? 'open' : { length, calls }
}

function namedCall(text: string, tools: Tools, isEnd: boolean): Found {
  const lineEnd = text.indexOf('\n')
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd)
  const isWholeLine = isEnd || lineEnd !== -1
  for (const { name } of tools) {
    if (!isWholeLine && name.startsWith(line)) return 'open'
    if (!line.startsWith(name)) continue
    const rest = line.slice(name.length).trim()
    if (!isWholeLine && /^(?:\([^()]*\)?)?$/.test(rest)) return 'open'
    if (isWholeLine && /^(?:\([^()]*\))?$/.test(rest))
      return { length: line.length, calls: fitting([{ name, input: inputIn(rest) }], tools) }
  }
  return null
}

/** The calls in a block that holds nothing else: as JSON, or a name with its input. */
export function callsIn(text: string, tools: Tools): WrittenCall[] {
  const [head = '', name] = /^\s*(?:<function=)?(\w{1,64})/.exec(text) ?? []
  if (name !== undefined) return fitting([{ name, input: inputIn(text.slice(head.length)) }], tools)
  return fitting(callsOf(findJson(text)?.value, tools) ?? [], tools)
}

/** The calls that a JSON value asks for; null when it is no call. One of a tool that was not given has the whole shape. */
function callsOf(value: unknown, tools: Tools): WrittenCall[] | null {
  if (Array.isArray(value)) {
    const each = value.map((one) => callsOf(one, tools))
    return each.length > 0 && each.every((calls) => calls !== null) ? each.flat() : null
  }
  if (typeof value !== 'object' || value === null) return null
  const object = value as Record<string, unknown>
  const nested = object.tool_calls ?? object.function
  if (nested !== undefined) return callsOf(nested, tools)
  const { name } = object
  if (typeof name !== 'string') return null
  const given = object.arguments ?? object.parameters
  const input = typeof given === 'string' ? parseJson(given)?.value : given
  if (tools.some((tool) => tool.name === name)) return [{ name, input: input ?? {} }]
  const hasShape = typeof input === 'object' && Object.keys(object).every((key) => KEYS.includes(key))
  return hasShape ? [{ name, input }] : null
}

/** The calls of given tools, with input that fits. */
function fitting(calls: readonly WrittenCall[], tools: Tools): WrittenCall[] {
  return calls.flatMap(({ name, input }) => {
    const checked = tools.find((tool) => tool.name === name)?.input.safeParse(input)
    return checked?.success ? [{ name, input: checked.data }] : []
  })
}

/** As JSON, or as `<parameter=name>value</parameter>`. */
function inputIn(text: string): unknown {
  const found = findJson(text)?.value
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found
  const named = text.matchAll(/<parameter=(\w{1,40})>([^<]{0,500})<\/parameter>/g)
  return Object.fromEntries([...named].map(([, name, value]) => [name, value?.trim()]))
}
