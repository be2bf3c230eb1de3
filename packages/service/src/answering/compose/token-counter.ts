/**
 * Counts the tokens of texts for turns. The same texts come again and again (answers of pairs, notices), so counts are
 * cached. Never rejects: should the tokenizer fail, the count is an estimate.
 */
import { LRUCache } from 'lru-cache'
import type { Tokenizer } from '../../models/tokenizer.ts'
import type { Log } from '../../platform/log.ts'

export interface TokenCounter {
  count(text: string): Promise<number>
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
    async count(text) {
      if (text === '') return 0
      const known = cache.get(text)
      if (known !== undefined) return known
      try {
        const [count = 0] = await tokenizer.count([text])
        cache.set(text, count)
        return count
      } catch (error) {
        log.warn({ err: error }, 'the tokenizer failed; tokens are estimated')
        return Math.ceil(text.length / CHARS_PER_TOKEN)
      }
    },
  }
}
