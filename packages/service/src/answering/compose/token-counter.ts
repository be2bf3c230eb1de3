/**
 * Counts the tokens of texts for turns. The same texts come again and again (answers of pairs, notices), so counts are
 * cached. Never rejects: should the tokenizer fail, the count is an estimate.
 */
import { LRUCache } from 'lru-cache'
import type { Tokenizer } from '../../models/tokenizer.ts'
import type { Log } from '../../platform/log.ts'

export interface TokenCounter {
  /** Tokens of each text. */
  count(texts: readonly string[]): Promise<number[]>
}

const CACHED_CHARS = 4_000_000
const CHARS_PER_TOKEN = 4

export function createTokenCounter(tokenizer: Tokenizer, log: Log): TokenCounter {
  const cache = new LRUCache<string, number>({
    maxSize: CACHED_CHARS,
    maxEntrySize: 4_000,
    sizeCalculation: (_count, text) => text.length,
  })
  return {
    async count(texts) {
      const counts = new Map(texts.map((text) => [text, text === '' ? 0 : cache.get(text)]))
      const unknown = [...counts].filter(([, count]) => count === undefined).map(([text]) => text)
      try {
        const found = unknown.length > 0 ? await tokenizer.count(unknown) : []
        for (const [i, text] of unknown.entries()) {
          counts.set(text, found[i])
          cache.set(text, found[i] as number)
        }
      } catch (error) {
        log.warn({ err: error }, 'the tokenizer failed; tokens are estimated')
        for (const text of unknown) counts.set(text, Math.ceil(text.length / CHARS_PER_TOKEN))
      }
      return texts.map((text) => counts.get(text) as number)
    },
  }
}
