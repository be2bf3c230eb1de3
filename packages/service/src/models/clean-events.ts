/**
 * Stands between an endpoint's event stream and the SDK, which gives up a whole answer over a malformed piece of a tool call.
 * Tool calls are gathered here and passed on whole once the answer ends, those without a name never; what tools said, as some
 * servers repeat it, is dropped. Every other line goes through as it came. A line without end is refused.
 */
import { FetchError } from '../platform/egress/fetch-error.ts'

const MAX_LINE_CHARS = 1024 * 1024
const MAX_CALLS = 64
/** Lines without any of this need not be looked into. */
const MAY_BE_NOISE = /"(?:tool_calls|function_call|role|finish_reason)"/

interface GatheredCall {
  id: string | null
  name: string
  arguments: string
}

type Json = Record<string, unknown>

export function cleanEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const lines = createLineSplitter()
  const cleaner = createCleaner()
  const cleaned = new TransformStream<string, string>({
    transform(chunk, controller) {
      for (const line of lines.push(chunk)) controller.enqueue(cleaner.clean(line))
    },
    flush(controller) {
      controller.enqueue(cleaner.clean(lines.rest()))
    },
  })
  // The library's types differ in what bytes may be backed by.
  const decoder = new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>
  return body.pipeThrough(decoder).pipeThrough(cleaned).pipeThrough(new TextEncoderStream())
}

function createLineSplitter() {
  let pieces: string[] = []
  let length = 0
  const rest = () => {
    const line = pieces.join('')
    pieces = []
    length = 0
    return line
  }
  return {
    rest,
    *push(chunk: string): Generator<string> {
      let from = 0
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
        pieces.push(chunk.slice(from, at + 1))
        from = at + 1
        yield rest()
      }
      if (from === chunk.length) return
      pieces.push(chunk.slice(from))
      length += chunk.length - from
      if (length > MAX_LINE_CHARS)
        throw new FetchError('too_large', 'read', 'the answer holds an event that is larger than allowed')
    },
  }
}

function createCleaner() {
  const calls: GatheredCall[] = []
  const byIndex = new Map<unknown, GatheredCall>()
  let isToolSpeaking = false

  function gather(delta: Json): void {
    const { index, id } = delta
    const { name, arguments: piece } = asObject(delta.function)
    const isNamed = typeof name === 'string' && name.trim() !== ''
    const key = index ?? null
    let call = byIndex.get(key)
    // Some servers give every call the same place.
    const isAnother =
      call && call.name !== '' && isNamed && (key === null || (typeof id === 'string' && id !== call.id))
    if (!call || isAnother) {
      if (calls.length >= MAX_CALLS) return
      call = { id: null, name: '', arguments: '' }
      calls.push(call)
      byIndex.set(key, call)
    }
    if (typeof id === 'string') call.id ??= id
    if (isNamed && call.name === '') call.name = name
    if (typeof piece === 'string') call.arguments += piece
  }

  /** The gathered calls as one event; empty when there are none. */
  function release(): string {
    const named = calls.splice(0).filter(({ name }) => name !== '')
    byIndex.clear()
    if (named.length === 0) return ''
    const tool_calls = named.map((call, index) => ({
      index,
      ...(call.id === null ? {} : { id: call.id }),
      type: 'function',
      function: { name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments },
    }))
    return `data: ${JSON.stringify({ choices: [{ delta: { tool_calls }, finish_reason: null }] })}\n\n`
  }

  function clean(line: string): string {
    const data = /^data: ?(.*?)\r?\n?$/s.exec(line)?.[1]
    if (data === undefined) return line
    if (data === '[DONE]') return release() + line
    if (!isToolSpeaking && !MAY_BE_NOISE.test(data)) return line
    const event = parse(data)
    if (event === null || !Array.isArray(event.choices)) return line
    const choice = asObject(event.choices[0])
    const { role, tool_calls, function_call: _, ...delta } = asObject(choice.delta)
    if (typeof role === 'string') isToolSpeaking = role !== 'assistant' && role !== ''
    if (Array.isArray(tool_calls)) for (const each of tool_calls) gather(asObject(each))
    if (isToolSpeaking) delta.content = null
    const before = typeof choice.finish_reason === 'string' ? release() : ''
    const choices = event.choices.length === 0 ? [] : [{ ...choice, delta }]
    return `${before}data: ${JSON.stringify({ ...event, choices })}\n`
  }

  return { clean }
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : null
  } catch {
    return null
  }
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
