/**
 * Cuts out of streamed text what is not meant for a reader: thoughts and tool calls that a model, or the program that serves
 * it, writes into the text as markup. What might be the beginning of such markup is held back until it is clear. Calls of tools
 * that were given are calls, however they are written.
 */
import type { ChatPart, ToolSpec } from './chat-model.ts'
import { callsIn, createCallReader, type WrittenCall } from './written-calls.ts'

interface Block {
  readonly open: string
  /** Any of these ends it. Null: everything after it is noise. Empty: a mark that stands alone. */
  readonly closes: readonly string[] | null
  readonly holdsCalls?: true
}

const THOUGHTS: readonly Block[] = [
  { open: '<think>', closes: ['</think>'] },
  { open: '<thinking>', closes: ['</thinking>'] },
  { open: '[THINK]', closes: ['[/THINK]'] },
]
/** Where one stands alone, the template had opened the thoughts in the prompt: all before it are thoughts. */
const THOUGHT_ENDS = THOUGHTS.flatMap(({ closes }) => closes ?? [])

const FINAL = '<|channel|>final<|message|>'
const CHANNEL_ENDS = ['<|end|>', '<|call|>', '<|return|>', '<|start|>assistant', FINAL]
const CALL_TAGS = ['tool_call', 'tool_calls', 'function_call', 'function_calls']

const BLOCKS: readonly Block[] = [
  ...THOUGHTS,
  ...CALL_TAGS.map((tag) => ({ open: `<${tag}>`, closes: [`</${tag}>`], holdsCalls: true as const })),
  { open: '<tool_response>', closes: ['</tool_response>'] },
  { open: '<function=', closes: ['</function>'], holdsCalls: true },
  { open: '<|tool_call|>', closes: ['<|/tool_call|>'], holdsCalls: true },
  { open: '<|tool_calls_section_begin|>', closes: ['<|tool_calls_section_end|>'], holdsCalls: true },
  { open: '<｜tool▁calls▁begin｜>', closes: ['<｜tool▁calls▁end｜>'], holdsCalls: true },
  { open: '<|python_tag|>', closes: null, holdsCalls: true },
  { open: '[TOOL_CALLS]', closes: null, holdsCalls: true },
  // Channels: only the final one is for the user.
  { open: '<|channel|>', closes: CHANNEL_ENDS },
  { open: '<|channel|>commentary to=functions.', closes: CHANNEL_ENDS, holdsCalls: true },
  { open: '<|start|>assistant to=functions.', closes: CHANNEL_ENDS, holdsCalls: true },
  ...[
    FINAL,
    '<|start|>assistant',
    '<|end|>',
    '<|call|>',
    '<|return|>',
    '<|message|>',
    '<|im_end|>',
    '<|im_start|>',
    '<|eot_id|>',
    '<|eom_id|>',
    '<|endoftext|>',
    '</tool_call>',
    ...THOUGHT_ENDS,
  ].map((open) => ({ open, closes: [] })),
]
/** All that is said before the end of thoughts that were opened in the prompt. */
const OPENED_BEFORE: Block = { open: '', closes: THOUGHT_ENDS }
const FIRST_CHARS = /[<[]/
/** Of a block with calls; no call of ours is longer. */
const MOST_CALL_CHARS = 4_000

type Sifted = Extract<ChatPart, { kind: 'text' | 'tool' | 'anew' }>

export interface NoiseFilter {
  /** What of the text so far can be shown or done. */
  push(text: string): Sifted[]
  /** What was held back and turned out to be text. `isCut`: the answer did not come to its own end. */
  end(isCut: boolean): Sifted[]
  /** Thoughts ended that had not begun in the text. */
  readonly hadOpenedBefore: boolean
}

/** `opensInThoughts`: the model is known to begin with thoughts whose opening stands in the prompt. */
export function createNoiseFilter(tools: readonly ToolSpec[], opensInThoughts: boolean): NoiseFilter {
  let held = ''
  let inside: Block | null = opensInThoughts ? OPENED_BEFORE : null
  /** What a block held that may be needed: its calls, or all of it should it be no thoughts. */
  let dropped = ''
  let reader = createCallReader(tools)
  let calls: WrittenCall[] = []
  let hasThought = false
  let hadOpenedBefore = false
  let isAnew = false
  let hasShown = false

  /** Blanks before the first word are what a cut block left behind. */
  function show(text: string): string {
    const visible = hasShown ? text : text.trimStart()
    hasShown ||= visible !== ''
    return visible
  }

  function sift(text: string): string {
    held += text
    let shown = ''
    for (;;) {
      if (inside !== null) {
        if (!leave(inside)) return shown
        continue
      }
      const at = held.search(FIRST_CHARS)
      if (at === -1) {
        shown += held
        held = ''
        return shown
      }
      shown += held.slice(0, at)
      held = held.slice(at)
      // The longest that fits is meant.
      if (BLOCKS.some(({ open }) => open.length > held.length && open.startsWith(held))) return shown
      const block = blockAt(held)
      if (block) {
        held = held.slice(block.open.length)
        if (block.closes?.length !== 0) inside = block
        else if (THOUGHT_ENDS.includes(block.open) && !hasThought) shown = takeBack()
        hasThought ||= THOUGHTS.includes(block)
      } else {
        shown += held.slice(0, 1)
        held = held.slice(1)
      }
    }
  }

  /** What was shown were thoughts. */
  function takeBack(): string {
    isAnew ||= hasShown
    hasThought = true
    hadOpenedBefore = true
    hasShown = false
    reader = createCallReader(tools)
    return ''
  }

  /** Drops up to the end of the block; false when the end has not come yet. */
  function leave(block: Block): boolean {
    const end = firstOf(block.closes ?? [], held)
    // Only what might be the beginning of the end is kept.
    const most = Math.max(1, ...(block.closes ?? []).map(({ length }) => length)) - 1
    const at = end ? end.at : Math.max(0, held.length - most)
    if (block === OPENED_BEFORE || (block.holdsCalls && dropped.length < MOST_CALL_CHARS))
      dropped += held.slice(0, at)
    held = end ? held.slice(at + end.close.length) : held.slice(at)
    if (!end) return false
    if (block === OPENED_BEFORE) takeBack()
    close(block)
    return true
  }

  function close(block: Block): void {
    if (block.holdsCalls) calls.push(...callsIn(dropped, tools))
    dropped = ''
    inside = null
  }

  function partsOf(sifted: string, isEnd: boolean): Sifted[] {
    const text = show(isEnd ? reader.push(sifted) + reader.end() : reader.push(sifted))
    const parts: Sifted[] = isAnew ? [{ kind: 'anew' }] : []
    if (text !== '') parts.push({ kind: 'text', text })
    for (const call of [...calls, ...reader.take()]) parts.push({ kind: 'tool', ...call })
    isAnew = false
    calls = []
    return parts
  }

  return {
    push: (text) => partsOf(sift(text), false),
    end(isCut) {
      let rest = ''
      if (inside === OPENED_BEFORE && !isCut) {
        const all = dropped + held
        close(inside)
        held = ''
        rest = sift(all)
      }
      if (inside !== null) {
        dropped += held
        close(inside)
      } else if (!blockAt(held)) rest += held
      held = ''
      return partsOf(rest, true)
    },
    get hadOpenedBefore() {
      return hadOpenedBefore
    },
  }
}

function blockAt(text: string): Block | undefined {
  let found: Block | undefined
  for (const block of BLOCKS)
    if (text.startsWith(block.open) && block.open.length > (found?.open.length ?? 0)) found = block
  return found
}

function firstOf(closes: readonly string[], text: string): { at: number; close: string } | undefined {
  let found: { at: number; close: string } | undefined
  for (const close of closes) {
    const at = text.indexOf(close)
    if (at !== -1 && (!found || at < found.at)) found = { at, close }
  }
  return found
}

export function withoutNoise(text: string): string {
  const filter = createNoiseFilter([], false)
  let shown = ''
  for (const part of [...filter.push(text), ...filter.end(false)]) {
    if (part.kind === 'anew') shown = ''
    else if (part.kind === 'text') shown += part.text
  }
  return shown
}
