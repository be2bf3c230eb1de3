/** How an answer came about, as it is stored with its message; only what others than its maker read. */
import { OFFER_FROM, WORTH_READING } from '@tandem/search/confidence'
import { readPairs } from '../knowledge/pair-store.ts'
import { nameOf } from '../knowledge/search/search-result.ts'
import { findDocument } from '../knowledge/store.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { MessageRow } from './store.ts'

/** A pair or passage that was found for the question. */
interface FoundPair {
  readonly docId: string
  readonly docName: string
  readonly ordinal: number
  /** Of a passage, what it is called. */
  readonly question: string
  readonly score: number
  readonly confidence?: number
}

interface Detail {
  readonly outcome?: string
  readonly hits?: readonly FoundPair[]
  readonly model?: { readonly failure?: unknown }
}

export const detailOf = (message: MessageRow | undefined): Detail =>
  message?.detail ? (JSON.parse(message.detail) as Detail) : {}

/**
 * The pairs behind an answer, best first: those a model was given to read, else those sure enough to be said or offered. None
 * for small talk, nor for words that were not looked up.
 */
export function foundIn(message: MessageRow | undefined): readonly FoundPair[] {
  const { outcome, hits = [], model } = detailOf(message)
  if (outcome === 'small_talk') return []
  const least = model && !model.failure ? WORTH_READING : OFFER_FROM
  return hits.filter(({ confidence = 1 }) => confidence >= least)
}

/** Such a pair or passage and where its document came from; only what it was called when the document has changed since. */
export async function lookUp(
  db: Reader,
  agentId: string,
  found: FoundPair,
): Promise<{ content: string; sourceUrl: string | null; isPassage: boolean }> {
  const document = await findDocument(db, agentId, found.docId)
  if (!document) return { content: found.question, sourceUrl: null, isPassage: false }
  const [pair] = await readPairs(db, document, found.ordinal, 1)
  const isSame =
    pair?.ordinal === found.ordinal && nameOf({ ...pair, docName: found.docName }) === found.question
  const sourceUrl = document.source_url
  if (!isSame) return { content: found.question, sourceUrl, isPassage: false }
  const isPassage = pair.question === ''
  return { content: isPassage ? pair.answer : `${pair.question}\n${pair.answer}`, sourceUrl, isPassage }
}
