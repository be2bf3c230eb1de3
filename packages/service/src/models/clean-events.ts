/**
 * Cleans an endpoint's event stream for the SDK, which fails a whole answer because of one unknown event. Tool calls are collected
 * and passed on complete at the end of the answer, without calls that have no name. It drops the results of tools, which some
 * servers repeat, events that are not part of an answer, and everything unreadable after the end. All other lines are unchanged.
 * A line that is too long is refused.
 */
import { FetchError } from '../platform/egress/fetch-stream.ts'
import { startSlices } from '../platform/time-slices.ts'
import { parseJson } from './find-json.ts'

const MAX_LINE_CHARS = 1024 * 1024
const MAX_CALLS = 64
/** The size of a batch that is passed on: a few events, which the SDK reads in a few milliseconds. */
const PASSED_CHARS = 1024
const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'

interface GatheredCall {
  id: string | null
  name: string
  arguments: string
}

type Json = Record<string, unknown>

/** Calls `onChunk` for every chunk, also one without an event. */
export function cleanEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(cleanLines(body, onChunk)).pipeThrough(new TextEncoderStream())
}

async function* cleanLines(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const cleaner = createCleaner()
  const slices = startSlices()
  let held = ''
  let cleaned = ''
  try {
    for await (const chunk of body) {
      onChunk()
      if (slices.over()) await slices.pause()
      const text = decoder.decode(chunk, { stream: true })
      held += text
      if (text.includes('\n')) {
        const lines = held.split('\n')
        held = lines.pop() as string
        for (const line of lines) {
          cleaned += cleaner.clean(line)
          if (cleaned.length < PASSED_CHARS) continue
          yield cleaned
          cleaned = ''
          if (slices.over()) await slices.pause()
        }
        if (cleaned !== '') yield cleaned
        cleaned = ''
      }
      if (held.length > MAX_LINE_CHARS)
        throw new FetchError('too_large', 'read', 'the answer holds an event that is larger than allowed')
    }
    if (held !== '') yield cleaner.clean(held)
  } catch (error) {
    // If the connection breaks after the end, the answer is complete nevertheless.
    if (!cleaner.isWhole()) throw error
  }
}

function createCleaner() {
  const calls: GatheredCall[] = []
  const byIndex = new Map<unknown, GatheredCall>()
  let isToolSpeaking = false
  /** The endpoint has sent a finish reason, so the answer is complete. */
  let isWhole = false

  function gather(delta: Json): void {
    const { index, id } = delta
    const { name, arguments: piece } = asObject(delta.function)
    const isNamed = typeof name === 'string' && name.trim() !== ''
    const key = index ?? null
    let call = byIndex.get(key)
    // Some servers give every call the same index.
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

  /** Returns the collected calls as one event; empty when there are none. */
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
    const data = /^data: ?(.*?)\r?$/.exec(line)?.[1]
    if (data === undefined) return `${line}\n`
    // With [DONE] the answer is complete, even without a finish reason.
    if (data === '[DONE]') return `${release()}${isWhole ? '' : END}${line}\n`
    const read = parseJson(data)
    if (!read) return isWhole ? '' : `${line}\n`
    const event = asObject(read.value)
    if (Array.isArray(event.choices)) return cleanChoices(event, event.choices)
    if (isWhole || !('choices' in event || 'error' in event)) return usageEvent(event)
    return `${line}\n`
  }

  function cleanChoices(event: Json, given: readonly unknown[]): string {
    const choice = asObject(given[0])
    const { role, tool_calls, function_call: _, ...delta } = asObject(choice.delta)
    if (typeof role === 'string') isToolSpeaking = role !== 'assistant' && role !== ''
    if (Array.isArray(tool_calls)) for (const each of tool_calls) gather(asObject(each))
    if (isToolSpeaking) delta.content = null
    const isEnd = typeof choice.finish_reason === 'string' && choice.finish_reason !== ''
    if (isEnd) isWhole = true
    const before = isEnd ? release() : ''
    const choices = given.length === 0 ? [] : [{ ...choice, delta }]
    return `${before}data: ${JSON.stringify({ ...event, choices, usage: usageIn(event) })}\n`
  }

  return { clean, isWhole: () => isWhole }
}

/** The usage in the form that the SDK expects; values that are not numbers become null. */
export function usageIn({ usage }: Json): Json | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined
  const { prompt_tokens, input_tokens, completion_tokens, output_tokens, completion_tokens_details } =
    usage as Json
  const prompt = numberOf(prompt_tokens ?? input_tokens)
  const completion = numberOf(completion_tokens ?? output_tokens)
  const reasoning = numberOf(asObject(completion_tokens_details).reasoning_tokens)
  // Some endpoints do not count thoughts as part of the completion; only their total shows it.
  const isBeside = reasoning && (prompt ?? 0) + (completion ?? 0) + reasoning === (usage as Json).total_tokens
  return {
    prompt_tokens: prompt,
    completion_tokens: isBeside ? (completion ?? 0) + reasoning : completion,
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** An event without text may still contain the usage. */
function usageEvent(event: Json): string {
  const usage = usageIn(event)
  return usage ? `data: ${JSON.stringify({ choices: [], usage })}\n` : ''
}

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
