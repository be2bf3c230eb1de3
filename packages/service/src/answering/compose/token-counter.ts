/**
 * Counts tokens for turns. Turns that run at the same time share a message to the tokenizer's thread: one is under way at a
 * time, and texts that come meanwhile go with the next. Counts of texts that come again, such as the answers of pairs, are kept.
 */
import { LRUCache } from 'lru-cache'
import type { Tokenizer } from '../../models/tokenizer.ts'
import type { Log } from '../../platform/log.ts'

export interface TokenCounter {
  /** Never rejects: should the tokenizer fail, the count is an estimate. */
  count(text: string): Promise<number> | number
}

const KEPT_CHARS = 8_000_000
/** Longer texts are not kept: counting them is a small part of their turn. */
const LONGEST_KEPT_CHARS = 4_000
const CHARS_PER_TOKEN = 4

interface Waiting {
  readonly text: string
  readonly counted: (tokens: number) => void
}

export function createTokenCounter(tokenizer: Tokenizer, log: Log): TokenCounter {
  const known = new LRUCache<string, number>({
    maxSize: KEPT_CHARS,
    maxEntrySize: LONGEST_KEPT_CHARS,
    sizeCalculation: (_count, text) => text.length,
  })
  let waiting: Waiting[] = []
  let isUnderWay = false

  async function send(): Promise<void> {
    const batch = waiting
    waiting = []
    const tokens = await tokenizer.count(batch.map(({ text }) => text)).catch((error) => {
      log.warn({ err: error }, 'the tokenizer failed; tokens are estimated')
      return undefined
    })
    for (const [i, { text, counted }] of batch.entries()) {
      const count = tokens?.[i] ?? Math.ceil(text.length / CHARS_PER_TOKEN)
      if (tokens) known.set(text, count)
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
