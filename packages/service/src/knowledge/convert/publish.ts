/**
 * What becomes of a converted revision: it turns its document over, or waits as a draft, whichever the agent's settings say.
 * Inside the caller's transaction, under the lock of the document's row.
 */
import type { Tx } from '../../platform/database/handle.ts'
import { carryOver } from '../carry-over.ts'
import { setRevisionState, touchRevision } from '../pair-store.ts'
import { insertDraft, putMarks } from '../review/draft-store.ts'
import { type DocumentRow, setDocumentStatus } from '../store.ts'
import { dropDrafts } from '../supersede.ts'
import { turnOver } from '../turn-over.ts'
import type { Written } from '../write-stream.ts'
import { changeRun, type RunRow } from './run-store.ts'

export type Publishing = 'at_once' | 'after_approval'

export interface Publication {
  readonly run: Pick<RunRow, 'id' | 'base_count' | 'source_url'>
  readonly written: Written
  readonly format: string
  readonly report: string
  /** Ordinals of pairs in it that a check held back; only in a draft. */
  readonly held: readonly number[]
  /** Its chunks are still needed: some of them failed. */
  readonly keepChunks: boolean
}

/** False when the revision was cleared meanwhile, its writer having been silent for too long. */
export async function publish(
  tx: Tx,
  document: DocumentRow,
  how: Publishing,
  publication: Publication,
  nowMs: number,
): Promise<boolean> {
  const { run, written, format, report, held } = publication
  if (!(await touchRevision(tx, written.revisionId, nowMs))) return false
  const ended = {
    revision_id: written.revisionId,
    report,
    reason: null,
    to_clear: publication.keepChunks ? 0 : 1,
    updated_at: nowMs,
    ended_at: nowMs,
  }
  await dropDrafts(tx, [document.id], nowMs)
  if (how === 'at_once') {
    const carried = await carryOver(tx, document, run.base_count, written)
    await setRevisionState(tx, [written.revisionId], 'live', nowMs)
    const pairs = written.pairs + carried.pairs
    const chars = written.chars + carried.chars
    const next = { revisionId: written.revisionId, pairs, chars, format, sourceUrl: run.source_url }
    await turnOver(tx, document, next, nowMs)
    await changeRun(tx, run.id, { ...ended, state: 'done', base_count: written.pairs })
    return true
  }
  await setRevisionState(tx, [written.revisionId], 'draft', nowMs)
  await insertDraft(tx, {
    document_id: document.id,
    revision_id: written.revisionId,
    run_id: run.id,
    agent_id: document.agent_id,
    format,
    source_url: run.source_url,
    pair_count: written.pairs,
    rest: 'pending',
    version: 1,
    base_count: run.base_count,
    created_at: nowMs,
    updated_at: nowMs,
  })
  const marks = held.map((ordinal) => ({
    ordinal,
    state: 'pending' as const,
    held: 1,
    question: null,
    answer: null,
  }))
  await putMarks(tx, written.revisionId, marks)
  await changeRun(tx, run.id, { ...ended, state: 'waiting' })
  await setDocumentStatus(tx, document.id, 'PROCESSING', nowMs)
  return true
}
