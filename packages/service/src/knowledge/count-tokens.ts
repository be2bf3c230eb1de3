/**
 * Fills in the token counts of documents, after their call was answered: counting takes far longer than storing. Small
 * documents that wait together are read, counted and marked together, so that a stream of them costs little.
 */
import type { Tokenizer } from '../models/tokenizer.ts'
import type { Database } from '../platform/database/handle.ts'
import { readPairs } from './pair-store.ts'
import { firstUncountedDocument, setTokenCount, uncountedSmallDocuments } from './store.ts'

const PAGE_PAIRS = 250
/** A document of up to so many pairs is small, and up to so many of those are counted together. */
const SMALL_PAIRS = 5
const SMALL_AT_ONCE = 200

export async function countMissingTokens(
  database: Database,
  tokenizer: Tokenizer,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const first = await firstUncountedDocument(database)
    if (!first) return
    if (first.pair_count > SMALL_PAIRS) await countLargeDocument(database, tokenizer, first, stopped)
    else await countSmallDocuments(database, tokenizer)
  }
}

async function countSmallDocuments(database: Database, tokenizer: Tokenizer): Promise<void> {
  const rows = await uncountedSmallDocuments(database, SMALL_PAIRS, SMALL_AT_ONCE)
  const counts = await tokenizer.count(rows.flatMap(({ question, answer }) => [question ?? '', answer ?? '']))
  const counted = new Map(rows.map((row) => [row.id, { ...row, tokens: 0 }]))
  for (const [i, { id }] of rows.entries()) {
    const document = counted.get(id)
    if (document) document.tokens += (counts[2 * i] ?? 0) + (counts[2 * i + 1] ?? 0)
  }
  await database.transaction('count-tokens: countSmallDocuments', async (tx) => {
    for (const document of counted.values()) await setTokenCount(tx, document)
  })
}

async function countLargeDocument(
  database: Database,
  tokenizer: Tokenizer,
  document: { id: string; revision_id: string; pair_count: number },
  stopped: () => boolean,
): Promise<void> {
  let tokens = 0
  for (let first = 0; first < document.pair_count; first += PAGE_PAIRS) {
    const pairs = await readPairs(database, document.revision_id, first, PAGE_PAIRS)
    const counts = await tokenizer.count(pairs.flatMap(({ question, answer }) => [question, answer]))
    for (const count of counts) tokens += count
    if (stopped()) return
  }
  await database.transaction('count-tokens', (tx) => setTokenCount(tx, { ...document, tokens }))
}
