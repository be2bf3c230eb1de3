/** Fills in the token counts of documents, after their call was answered: counting takes far longer than storing. */
import type { Tokenizer } from '../models/tokenizer.ts'
import type { Database } from '../platform/database/handle.ts'
import { readPairs } from './pair-store.ts'
import { setTokenCount, uncountedDocuments } from './store.ts'

const PAGE_PAIRS = 250

export async function countMissingTokens(
  database: Database,
  tokenizer: Tokenizer,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const documents = await uncountedDocuments(database, 20)
    if (documents.length === 0) return
    for (const document of documents) {
      const tokens = await countDocument(database, tokenizer, document, stopped)
      if (stopped()) return
      await database.transaction((tx) => setTokenCount(tx, document, tokens))
    }
  }
}

async function countDocument(
  database: Database,
  tokenizer: Tokenizer,
  document: { revision_id: string; pair_count: number },
  stopped: () => boolean,
): Promise<number> {
  let tokens = 0
  for (let first = 0; first < document.pair_count && !stopped(); first += PAGE_PAIRS) {
    const pairs = await readPairs(database, document.revision_id, first, PAGE_PAIRS)
    tokens += await tokenizer.count(pairs.flatMap(({ question, answer }) => [question, answer]))
  }
  return tokens
}
