/**
 * Shows the approved pairs of a draft: writes them beside the document, then shows them in one transaction. Or drops the draft.
 */
import { conflict } from '../../platform/fault.ts'
import { changeRun, countChunks } from '../convert/run-store.ts'
import { lockOrFail, requireDocument } from '../find-document.ts'
import { matchPairs } from '../match-pairs.ts'
import { dropDrafts, type Knowledge, replaceSet } from '../revisions.ts'
import { setDocumentStatus } from '../store.ts'
import { finishSet, type Writing, writeSet } from '../write-set.ts'
import { lockDraft } from './draft-store.ts'
import { planVersion } from './plan-change.ts'
import { approvedPairs, countDraft, requireDraft } from './read-draft.ts'

export async function applyDraft(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  { version, by }: { version: string | undefined; by: string },
): Promise<{ pairs: number }> {
  const { database } = knowledge
  const draft = await requireDraft(database, agentId, docId)
  const seen = await requireDocument(database, agentId, docId)
  // Checked before anything is written for nothing, and again when the pairs are shown.
  if (version !== undefined && version !== planVersion(seen, draft)) throw stale()
  const { pending, approved, edited } = await countDraft(database, draft)
  if (pending > 0) {
    throw conflict(
      `${pending === 1 ? '1 pair of the draft is' : `${pending} pairs of the draft are`} not decided yet. Approve or drop them, then apply.`,
    )
  }
  if (approved + edited === 0)
    throw conflict('Every pair of the draft was dropped. Delete the draft to keep things as they are.')
  const write = async (writing: Writing) => {
    for await (const list of approvedPairs(database, draft)) await writing.add(list)
    if (draft.base_ordinal === null) return
    await writing.keep(await requireDocument(database, agentId, docId), draft.base_ordinal)
  }
  const matcher = await matchPairs(database, seen, draft.base_ordinal)
  const content = await writeSet(knowledge, docId, write, matcher)
  const pairs = await finishSet(knowledge, docId, content, 'live', async (tx, written) => {
    const now = knowledge.clock.now()
    const document = await lockOrFail(tx, agentId, docId)
    const locked = await lockDraft(tx, docId)
    if (locked?.set_id !== draft.set_id || locked.version !== draft.version) throw stale()
    if (version !== undefined && version !== planVersion(document, locked)) throw stale()
    const cause = { kind: 'apply', by } as const
    const source = { format: locked.format, sourceUrl: locked.source_url ?? undefined }
    const shown = await replaceSet(tx, document, written, source, cause, now, locked.base_ordinal)
    await dropDrafts(tx, [docId], now)
    await changeRun(tx, draft.run_id, {
      state: 'done',
      is_reviewed: 1,
      set_id: written.setId,
      base_ordinal: written.pairCount,
      // Chunks that failed can be tried again.
      to_clear: (await countChunks(tx, draft.run_id)).failed > 0 ? 0 : 1,
      updated_at: now,
    })
    return shown
  })
  knowledge.contentChanged()
  return { pairs }
}

export async function discardDraft(knowledge: Knowledge, agentId: string, docId: string): Promise<void> {
  await knowledge.database.transaction('apply-draft', async (tx) => {
    const now = knowledge.clock.now()
    const document = await lockOrFail(tx, agentId, docId)
    const { run_id } = await requireDraft(tx, agentId, docId)
    await dropDrafts(tx, [docId], now)
    const reason = 'The draft was dropped.'
    await changeRun(tx, run_id, { state: 'failed', reason, to_clear: 1, updated_at: now })
    await setDocumentStatus(tx, docId, document.pair_count > 0 ? 'AVAILABLE' : 'FAILED', now)
  })
  knowledge.contentChanged()
}

const stale = () =>
  conflict('The document or its draft has changed since. Look at the plan again, then apply.')
