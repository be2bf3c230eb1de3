/**
 * Cuts out of streamed text what is not meant for a reader: thoughts and tool calls that a model, or the program that serves
 * it, writes into the text as markup. What might be the beginning of such markup is held back until it is clear.
 */
interface Block {
  readonly open: string
  /** Null: everything after it is noise. */
  readonly close: string | null
}

const TAGS = [
  'think',
  'thinking',
  'tool_call',
  'tool_calls',
  'tool_response',
  'function_call',
  'function_calls',
]

const BLOCKS: readonly Block[] = [
  ...TAGS.map((tag) => ({ open: `<${tag}>`, close: `</${tag}>` })),
  { open: '<function=', close: '</function>' },
  { open: '<|tool_call|>', close: '<|/tool_call|>' },
  { open: '<|tool_calls_section_begin|>', close: '<|tool_calls_section_end|>' },
  { open: '<｜tool▁calls▁begin｜>', close: '<｜tool▁calls▁end｜>' },
  { open: '<|python_tag|>', close: null },
  { open: '[TOOL_CALLS]', close: null },
  // Marks of a chat template that stand alone.
  ...[
    '<|im_end|>',
    '<|im_start|>',
    '<|eot_id|>',
    '<|eom_id|>',
    '<|endoftext|>',
    '</think>',
    '</tool_call>',
  ].map((open) => ({ open, close: '' })),
]
const FIRST_CHARS = /[<[]/

export interface NoiseFilter {
  /** What of the text so far can be shown. */
  push(text: string): string
  /** What was held back and turned out to be text. */
  end(): string
}

export function createNoiseFilter(): NoiseFilter {
  let held = ''
  let inside: Block | null = null
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
        if (!leave()) return shown
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
      const block = BLOCKS.find(({ open }) => held.startsWith(open))
      if (block) {
        held = held.slice(block.open.length)
        if (block.close !== '') inside = block
      } else if (BLOCKS.some(({ open }) => open.startsWith(held))) {
        return shown
      } else {
        shown += held.slice(0, 1)
        held = held.slice(1)
      }
    }
  }

  /** Drops up to the end of the block; false when the end has not come yet. */
  function leave(): boolean {
    const close = inside?.close ?? null
    const at = close === null ? -1 : held.indexOf(close)
    if (close !== null && at !== -1) {
      held = held.slice(at + close.length)
      inside = null
      return true
    }
    // Only what might be the beginning of the end is kept.
    held = close === null ? '' : held.slice(-(close.length - 1))
    return false
  }

  return {
    push: (text) => show(sift(text)),
    end() {
      const rest = inside === null ? held : ''
      held = ''
      return show(rest)
    },
  }
}

export function withoutNoise(text: string): string {
  const filter = createNoiseFilter()
  return filter.push(text) + filter.end()
}
