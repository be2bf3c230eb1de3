/** Goes back to what a document showed before its last change, in one transaction. Going back twice undoes it. */
import { Fault } from '../platform/fault.ts'
import { forgetBase, runsOfDocument } from './convert/run-store.ts'
import { findKept, takeKept } from './kept-store.ts'
import { setRevisionState } from './pair-store.ts'
import { changeDraft, findDraft } from './review/draft-store.ts'
import { lockDocument, turnDocument } from './store.ts'
import { putAside } from './turn-over.ts'
import { documentNotFound } from './update-document.ts'
import type { Knowledge } from './write-revision.ts'

export async function rollback(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
): Promise<{ pairs: number }> {
  const { database, clock } = knowledge
  const pairs = await database.transaction(async (tx) => {
    const now = clock.now()
    const document = await lockDocument(tx, agentId, docId)
    if (!document) throw documentNotFound('doc_id', [docId])
    const runs = await runsOfDocument(tx, agentId, docId)
    if (runs.some(({ state }) => state === 'running')) {
      throw new Fault('conflict', 'The document is being converted. Go back once that has ended.')
    }
    const kept = await findKept(tx, docId)
    // Taken, not just read: what is kept for too long is cleared beside this.
    const revisionId = await takeKept(tx, docId)
    if (!kept || revisionId === undefined) {
      throw new Fault(
        'conflict',
        'There is nothing to go back to: the document was never replaced, or too long ago.',
      )
    }
    await putAside(tx, document, now)
    await setRevisionState(tx, [revisionId], 'live', now)
    await turnDocument(tx, docId, {
      revision_id: revisionId,
      pair_count: kept.pair_count,
      char_count: kept.char_count,
      format: kept.format,
      source_url: kept.source_url,
      status: (await findDraft(tx, agentId, docId)) ? 'PROCESSING' : 'AVAILABLE',
      updated_at: now,
    })
    // What was appended since a draft or a conversion began is no longer at the end of what the document shows.
    await changeDraft(tx, docId, { base_count: null })
    await forgetBase(tx, docId)
    return kept.pair_count
  })
  knowledge.changed()
  return { pairs }
}
