/** How an answer came about, as it is stored with its message; only what others than its maker read. */
import { readPairs } from '../knowledge/pair-store.ts'
import { findDocument } from '../knowledge/store.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { MessageRow } from './store.ts'

/** A pair that was found for the question. */
export interface FoundPair {
  readonly docId: string
  readonly docName: string
  readonly ordinal: number
  readonly question: string
  readonly score: number
}

/** Best first; empty for words that were not looked up. */
export function foundIn(message: MessageRow | undefined): readonly FoundPair[] {
  if (!message?.detail) return []
  const detail = JSON.parse(message.detail) as { hits?: readonly FoundPair[] }
  return detail.hits ?? []
}

/** The answer of such a pair and where its document came from; empty when the document has changed since. */
export async function lookUp(
  db: Reader,
  agentId: string,
  found: FoundPair,
): Promise<{ answer: string; sourceUrl: string | null }> {
  const document = await findDocument(db, agentId, found.docId)
  if (!document) return { answer: '', sourceUrl: null }
  const [pair] = await readPairs(db, document.revision_id, found.ordinal, 1)
  const isSame = pair?.ordinal === found.ordinal && pair.question === found.question
  return { answer: isSame ? pair.answer : '', sourceUrl: document.source_url }
}
