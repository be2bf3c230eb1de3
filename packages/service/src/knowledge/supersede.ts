/** What newer content of a document does away with: the conversion under way, and the draft that waits for approval. */
import type { Tx } from '../platform/database/handle.ts'
import { dropRuns, hasCurrentRun, retireRuns } from './convert/run-store.ts'
import { setRevisionState } from './pair-store.ts'
import { deleteDrafts } from './review/draft-store.ts'
import type { Knowledge } from './write-revision.ts'

/** Inside the transaction that shows the newer content, under the lock of the document's row. */
export async function supersede(
  tx: Tx,
  { database }: Pick<Knowledge, 'database'>,
  documentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const [only] = documentIds
  // Most documents were never converted, and a draft comes with a conversion.
  if (only !== undefined && documentIds.length === 1 && !(await hasCurrentRun(tx, only))) return
  const running = await retireRuns(tx, documentIds, nowMs)
  await dropDrafts(tx, documentIds, nowMs)
  if (running.length === 0) return
  tx.afterCommit(() => {
    for (const runId of running) database.announcements.notify('conversionDropped', { runId })
  })
}

/** The documents are being deleted. */
export async function forget(
  tx: Tx,
  knowledge: Pick<Knowledge, 'database'>,
  documentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await supersede(tx, knowledge, documentIds, nowMs)
  await dropRuns(tx, documentIds, nowMs)
}

export async function dropDrafts(tx: Tx, documentIds: readonly string[], nowMs: number): Promise<void> {
  const revisions = await deleteDrafts(tx, documentIds)
  if (revisions.length > 0) await setRevisionState(tx, revisions, 'retired', nowMs)
}
