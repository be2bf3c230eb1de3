/** Pairs that were appended to a document while its next content was being made: they come after it, and are not lost. */
import type { Tx } from '../platform/database/handle.ts'
import { insertPairs, readPairs } from './pair-store.ts'
import type { DocumentRow } from './store.ts'

const PAGE_PAIRS = 500

/** Copies what the document has beyond `baseCount` pairs to the end of a revision; answers how much that was. */
export async function carryOver(
  tx: Tx,
  document: DocumentRow,
  baseCount: number | null,
  to: { readonly revisionId: string; readonly pairs: number },
): Promise<{ pairs: number; chars: number }> {
  let pairs = 0
  let chars = 0
  if (baseCount === null) return { pairs, chars }
  for (let first = baseCount; first < document.pair_count; first += PAGE_PAIRS) {
    const rows = await readPairs(tx, document.revision_id, first, PAGE_PAIRS)
    const list = rows.map(({ question, answer, keywords, origin }) => ({
      question,
      answer,
      keywords: keywords === null ? [] : (JSON.parse(keywords) as string[]),
      ...(origin === null ? {} : { origin }),
    }))
    await insertPairs(tx, to.revisionId, to.pairs + pairs, list)
    pairs += list.length
    for (const { question, answer } of list) chars += question.length + answer.length
  }
  return { pairs, chars }
}
