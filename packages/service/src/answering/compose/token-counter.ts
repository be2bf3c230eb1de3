/**
 * Counts tokens for turns. Short texts are counted at once. For others, turns that run at the same time share a message to the
 * tokenizer's thread: one is under way at a time, and what comes meanwhile goes with the next. What was counted before, such as
 * the answers of pairs, is not counted again.
 */
import type { Tokenizer } from '../../models/tokenizer.ts'
import type { Log } from '../../platform/log.ts'

export interface TokenCounter {
  /** Never rejects: should the tokenizer fail, the count is an estimate. */
  count(text: string): Promise<number> | number
}

/** Of all that is kept together. */
const KEPT_CHARS = 8_000_000
/** Shorter texts, most of them questions, are counted nearly as fast as they would be found, and hardly ever come again. */
const SHORTEST_KEPT_CHARS = 100
/** Longer texts are not kept: they would take too much memory, and counting them is a small part of their turn. */
const LONGEST_KEPT_CHARS = 4_000
const CHARS_PER_TOKEN = 4

interface Waiting {
  readonly text: string
  readonly counted: (tokens: number) => void
}

export function createTokenCounter(tokenizer: Tokenizer, log: Log): TokenCounter {
  const known = new Map<string, number>()
  let chars = 0
  let waiting: Waiting[] = []
  let isUnderWay = false

  function keep(text: string, count: number): void {
    if (text.length < SHORTEST_KEPT_CHARS || text.length > LONGEST_KEPT_CHARS || known.has(text)) return
    chars += text.length
    if (chars > KEPT_CHARS) {
      known.clear()
      chars = text.length
    }
    known.set(text, count)
  }

  async function send(): Promise<void> {
    const batch = waiting
    waiting = []
    const texts = batch.map(({ text }) => text)
    const tokens = await tokenizer.count(texts).catch((error) => {
      log.warn({ err: error }, 'the tokenizer failed; tokens are estimated')
      return undefined
    })
    for (const [i, { text, counted }] of batch.entries()) {
      const count = tokens?.[i] ?? Math.ceil(text.length / CHARS_PER_TOKEN)
      if (tokens) keep(text, count)
      counted(count)
    }
    if (waiting.length > 0) void send()
    else isUnderWay = false
  }

  return {
    count(text) {
      if (text === '') return 0
      const before = text.length < SHORTEST_KEPT_CHARS ? undefined : known.get(text)
      if (before !== undefined) return before
      const now = tokenizer.countNow(text)
      if (now !== undefined) {
        keep(text, now)
        return now
      }
      return new Promise((counted) => {
        waiting.push({ text, counted })
        if (isUnderWay) return
        isUnderWay = true
        setImmediate(() => void send())
      })
    },
  }
}
