/**
 * Counts tokens for turns. Turns that run at the same time share a message to the tokenizer's thread: one is under way at a
 * time, and what comes meanwhile goes with the next. Texts counted before, such as the answers of pairs, are not counted again.
 */
import type { Tokenizer } from '../models/tokenizer.ts'
import type { Log } from '../platform/log.ts'

export interface TokenCounter {
  /** Never rejects: should the tokenizer fail, the count is an estimate. */
  count(text: string): Promise<number> | number
}

const KEPT = 10_000
/** Longer texts are not kept: they would take too much memory, and counting them is a small part of their turn. */
const KEPT_CHARS = 4_000
const CHARS_PER_TOKEN = 4

interface Waiting {
  readonly text: string
  readonly counted: (tokens: number) => void
}

export function createTokenCounter(tokenizer: Tokenizer, log: Log): TokenCounter {
  const known = new Map<string, number>()
  let waiting: Waiting[] = []
  let isUnderWay = false

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
      if (tokens && text.length <= KEPT_CHARS) {
        if (known.size >= KEPT) known.clear()
        known.set(text, count)
      }
      counted(count)
    }
    if (waiting.length > 0) void send()
    else isUnderWay = false
  }

  return {
    count(text) {
      if (text === '') return 0
      const before = known.get(text)
      if (before !== undefined) return before
      return new Promise((counted) => {
        waiting.push({ text, counted })
        if (isUnderWay) return
        isUnderWay = true
        setImmediate(() => void send())
      })
    },
  }
}
