/**
 * Removes from streamed text the thoughts and tool calls that a model, or its server, writes into the text. A possible beginning
 * of such markup is held back until it is decided. Written calls of given tools become tool calls.
 */
import type { ChatPart, ToolSpec } from './chat-model.ts'
import { endOfValue, findJson, parseJson } from './find-json.ts'

interface Block {
  readonly open: string
  /** Null: the block extends to the end of the text. */
  readonly close: string | null
  readonly holds: 'thoughts' | 'calls' | 'results'
}

const BLOCKS: readonly Block[] = [
  { open: '<think>', close: '</think>', holds: 'thoughts' },
  { open: '<thinking>', close: '</thinking>', holds: 'thoughts' },
  { open: '[THINK]', close: '[/THINK]', holds: 'thoughts' },
  { open: '<tool_call>', close: '</tool_call>', holds: 'calls' },
  { open: '<function=', close: '</function>', holds: 'calls' },
  { open: '[TOOL_CALLS]', close: null, holds: 'calls' },
  { open: '<|python_tag|>', close: null, holds: 'calls' },
  { open: '<tool_response>', close: '</tool_response>', holds: 'results' },
]
/** An end without a beginning means that the prompt opened the thoughts: all text before it is thoughts. */
const THOUGHT_ENDS = ['</think>', '</thinking>', '[/THINK]']
/** Marks without content. */
const MARKS = [...THOUGHT_ENDS, '</tool_call>', '<|im_end|>', '<|im_start|>', '<|eot_id|>', '<|endoftext|>']
const OPENINGS = [...MARKS, ...BLOCKS.map(({ open }) => open)]
/** Thoughts that the prompt opened. */
const OPENED_BEFORE: Block = { open: '', close: '</think>', holds: 'thoughts' }
/** The part of a block that is kept; calls of our tools are shorter. */
const MAX_CALL_CHARS = 4_000

type Sifted = Extract<ChatPart, { kind: 'text' | 'tool' | 'anew' }>

/** `opensInThoughts`: the model is known to begin with thoughts that the prompt opened. */
export function createNoiseFilter(tools: readonly ToolSpec[], opensInThoughts: boolean) {
  /** Text that is not decided yet. */
  let held = ''
  let inside: Block | null = opensInThoughts ? OPENED_BEFORE : null
  /** The content of the block: its calls, or its whole text in case it turns out to be no thoughts. */
  let dropped = ''
  let hasLineText = false
  let hasThought = false
  let hadOpenedBefore = false
  let hasShown = false
  /** Text found since parts were last returned. */
  let shown = ''
  const calls: WrittenCall[] = []
  let isAnew = false

  function show(length: number): void {
    const text = held.slice(0, length)
    held = held.slice(length)
    // Blanks before the first word remain from a removed block.
    shown += hasShown || shown !== '' ? text : text.trimStart()
    hasLineText = text.endsWith('\n') ? false : hasLineText || text.trim() !== ''
  }

  function sift(text: string, isEnd: boolean): void {
    held += text
    while (held !== '') {
      if (inside) {
        if (!leave(inside)) return
      } else if (!step(isEnd)) return
    }
  }

  /** Decides about the next characters; returns false when more text is needed. */
  function step(isEnd: boolean): boolean {
    if (!hasLineText && tools.length > 0) {
      const blanks = held.length - held.trimStart().length
      if (blanks > 0) show(blanks)
      const found = held === '' ? null : callAtLineStart(held, tools, isEnd)
      if (found === 'open') return false
      if (found) {
        calls.push(...found.calls)
        held = held.slice(found.length)
        return true
      }
    }
    const at = held.search(/[<[\n]/)
    if (at !== 0) show(at === -1 ? held.length : at)
    else if (!isEnd && OPENINGS.some((open) => open.length > held.length && open.startsWith(held)))
      return false
    else {
      const opening = OPENINGS.find((open) => held.startsWith(open))
      if (opening === undefined) show(1)
      else enter(opening)
    }
    return true
  }

  function enter(opening: string): void {
    held = held.slice(opening.length)
    inside = BLOCKS.find(({ open }) => open === opening) ?? null
    if (THOUGHT_ENDS.includes(opening) && !hasThought) takeBack()
    hasThought ||= inside?.holds === 'thoughts'
  }

  /** Called when all text so far turns out to be thoughts. */
  function takeBack(): void {
    isAnew ||= hasShown
    hasThought = true
    hadOpenedBefore = true
    hasShown = false
    hasLineText = false
    shown = ''
  }

  /** Drops text up to the end of the block; returns false if the end has not arrived yet. */
  function leave(block: Block): boolean {
    const { close } = block
    const end = close === null ? -1 : held.indexOf(close)
    // The last characters may be the beginning of the closing mark.
    const at = end === -1 ? Math.max(0, held.length - (close?.length ?? 1) + 1) : end
    if (block === OPENED_BEFORE || dropped.length < MAX_CALL_CHARS) dropped += held.slice(0, at)
    held = held.slice(end === -1 ? at : end + (close?.length ?? 0))
    if (end === -1) return false
    if (block === OPENED_BEFORE) takeBack()
    closeBlock(block)
    return true
  }

  function closeBlock(block: Block): void {
    if (block.holds === 'calls') calls.push(...callsIn(dropped, tools))
    dropped = ''
    inside = null
  }

  function takeParts(): Sifted[] {
    const parts: Sifted[] = isAnew ? [{ kind: 'anew' }] : []
    if (shown !== '') parts.push({ kind: 'text', text: shown })
    hasShown ||= shown !== ''
    for (const call of calls.splice(0)) parts.push({ kind: 'tool', ...call })
    isAnew = false
    shown = ''
    return parts
  }

  return {
    /** Returns the parts that are decided so far. */
    push(text: string): Sifted[] {
      sift(text, false)
      return takeParts()
    },
    /** Returns the remaining parts. `isCut`: the answer was cut off before its end. */
    end(isCut: boolean): Sifted[] {
      if (inside === OPENED_BEFORE && !isCut) {
        held = dropped + held
        dropped = ''
        inside = null
      }
      sift('', true)
      if (inside) {
        dropped += held
        closeBlock(inside)
      }
      held = ''
      return takeParts()
    },
    /** Whether thoughts ended that had not begun in the text. */
    get hadOpenedBefore() {
      return hadOpenedBefore
    },
  }
}

export type NoiseFilter = ReturnType<typeof createNoiseFilter>

export function withoutNoise(text: string): string {
  const filter = createNoiseFilter([], false)
  let shown = ''
  for (const part of [...filter.push(text), ...filter.end(false)]) {
    if (part.kind === 'anew') shown = ''
    else if (part.kind === 'text') shown += part.text
  }
  return shown
}

/** A tool call that a model writes into its text: JSON, bare or in a fence, or the name of a given tool on its own line. */
interface WrittenCall {
  readonly name: string
  readonly input: unknown
}

/** Calls and their length in characters; `open`: the text may become a call; null: it is no call. */
type Found = { readonly length: number; readonly calls: readonly WrittenCall[] } | 'open' | null
type Tools = readonly ToolSpec[]

const KEYS: readonly string[] = ['name', 'arguments', 'parameters', 'type', 'id']
const MAX_HELD_CHARS = 2_000
const FENCE = '```json'

/** Finds calls at the beginning of a line. */
function callAtLineStart(text: string, tools: Tools, isEnd: boolean): Found {
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
    // A truncated call is neither a call nor text.
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

/** Reads the calls in a block of calls: JSON, or a name with its input. */
function callsIn(text: string, tools: Tools): WrittenCall[] {
  const [head = '', name] = /^\s*(?:<function=)?(\w{1,64})/.exec(text) ?? []
  if (name !== undefined) return fitting([{ name, input: inputIn(text.slice(head.length)) }], tools)
  return fitting(callsOf(findJson(text)?.value, tools) ?? [], tools)
}

/** Reads the calls in a JSON value; null if it is no call. A call of an unknown tool is recognised only by its complete shape. */
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

/** Keeps the calls of given tools whose input fits. */
function fitting(calls: readonly WrittenCall[], tools: Tools): WrittenCall[] {
  return calls.flatMap(({ name, input }) => {
    const checked = tools.find((tool) => tool.name === name)?.input.safeParse(input)
    return checked?.success ? [{ name, input: checked.data }] : []
  })
}

/** Reads the input of a call, written as JSON or as `<parameter=name>value</parameter>`. */
function inputIn(text: string): unknown {
  const found = findJson(text)?.value
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found
  const named = text.matchAll(/<parameter=(\w{1,40})>([^<]{0,500})<\/parameter>/g)
  return Object.fromEntries([...named].map(([, name, value]) => [name, value?.trim()]))
}
