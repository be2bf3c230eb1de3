/**
 * Stores a pair that is proposed by a person who may not publish it: it waits in the draft of a document for such pairs until
 * an editor approves it. What the document already shows stays.
 */
import type { Tx } from '../../platform/database/handle.ts'
import { newId } from '../../platform/ids.ts'
import { insertEmptyDocument } from '../documents.ts'
import { insertPairs, insertSet, type Pair, reserveOrdinals } from '../pair-store.ts'
import type { Knowledge } from '../revisions.ts'
import { documentNamed, lockDocument } from '../store.ts'
import { changeDraft, type DraftRow, insertDraft, lockDraft, putMarks } from './draft-store.ts'

const PROPOSED = 'Proposed at the desk'

/** Returns the id of the document. */
export async function draftPair(knowledge: Knowledge, agentId: string, pair: Pair): Promise<string> {
  const { database, clock } = knowledge
  const docId = await database.transaction('draft-pair', async (tx) => {
    const now = clock.now()
    const known = await documentNamed(tx, agentId, PROPOSED)
    const document = known === undefined ? undefined : await lockDocument(tx, agentId, known)
    const { id } =
      document ??
      (await insertEmptyDocument(tx, knowledge, {
        ...{ id: newId(now), agentId, name: PROPOSED, baseId: undefined, sourceUrl: null, format: 'QA' },
      }))
    const draft = (await lockDraft(tx, id)) ?? (await beginDraft(tx, agentId, id, now))
    const ordinal = await reserveOrdinals(tx, draft.set_id, 'draft', 1, now)
    if (ordinal === undefined) throw new Error('The set of a draft is no draft.')
    await insertPairs(tx, draft.set_id, ordinal, [pair])
    // A decision about all others must not count for this pair: nobody has looked at it.
    await putMarks(tx, draft.set_id, [{ ordinal, state: 'pending', held: 0, question: null, answer: null }])
    await changeDraft(tx, id, { pair_count: ordinal + 1, version: draft.version + 1, updated_at: now })
    tx.happened({ kind: 'document', agent_id: agentId, doc_id: id, state: document?.status ?? 'PROCESSING' })
    return id
  })
  knowledge.contentChanged()
  return docId
}

async function beginDraft(tx: Tx, agentId: string, documentId: string, now: number): Promise<DraftRow> {
  const setId = newId(now)
  await insertSet(tx, { id: setId, document_id: documentId, state: 'draft', touched_at: now })
  const draft: DraftRow = {
    document_id: documentId,
    set_id: setId,
    // Nothing was converted.
    run_id: '',
    agent_id: agentId,
    format: 'QA',
    source_url: null,
    pair_count: 0,
    rest: 'pending',
    version: 0,
    // All that the document shows stays.
    base_ordinal: 0,
    created_at: now,
    updated_at: now,
  }
  await insertDraft(tx, draft)
  return draft
}
