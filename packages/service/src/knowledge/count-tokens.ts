/** Fills in the token counts of documents, after their request has its response: counting takes far longer than storing. */
import type { Tokenizer } from '../models/tokenizer.ts'
import type { Database } from '../platform/database/handle.ts'
import { pagesOf, type SetRevision } from './pair-store.ts'
import { setTokenCount, uncountedDocuments } from './store.ts'

const PAGE_DOCUMENTS = 200

export async function countMissingTokens(
  database: Database,
  tokenizer: Tokenizer,
  stopped: () => boolean,
): Promise<void> {
  for (let page = await next(); page.length > 0; page = await next()) {
    for (const document of page) {
      const tokens = await countTokens(database, tokenizer, document, stopped)
      if (stopped()) return
      // Need not wait for the disk: what a power cut takes is counted again.
      await database.transaction('count-tokens', (tx) => setTokenCount(tx, document, tokens), 'process')
    }
  }

  function next() {
    return uncountedDocuments(database, PAGE_DOCUMENTS)
  }
}

async function countTokens(
  database: Database,
  tokenizer: Tokenizer,
  shown: SetRevision,
  stopped: () => boolean,
): Promise<number> {
  let tokens = 0
  for await (const pairs of pagesOf(database, shown)) {
    if (stopped()) break
    const counts = await tokenizer.count(pairs.flatMap(({ question, answer }) => [question, answer]))
    for (const count of counts) tokens += count
  }
  return tokens
}
