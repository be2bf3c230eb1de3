/** The conversion of a document as a person sees it: its progress, its report, and the chunks that failed. */
import type { DocumentConversion } from '@tandem/contract/admin-conversions'
import type { Reader } from '../../platform/database/handle.ts'
import { findDocument } from '../store.ts'
import type { Place } from './model/plan-parts.ts'
import { excerptOf, parseReport, withoutPending } from './run-report.ts'
import { failedChunks, pendingPlaces, progressOf, type RunRow, runsOfDocument } from './run-store.ts'

const FAILED_LISTED = 200

export async function showConversion(
  db: Reader,
  agentId: string,
  docId: string,
): Promise<DocumentConversion | undefined> {
  const document = await findDocument(db, agentId, docId)
  const run = pickRun(await runsOfDocument(db, agentId, docId), document?.set_id)
  if (!document || !run) return undefined
  const { before, chunks, held, ...report } = parseReport(run.report)
  const isOpen = run.state === 'running' || run.state === 'failed'
  const counts = chunks === null || isOpen ? await progressOf(db, run.id) : chunks
  const failed = counts.failed === 0 ? [] : await failedChunks(db, run.id, FAILED_LISTED)
  // During a second run the document shows what the first one made, and so does the report.
  const isFirst = run.state === 'running' && before === undefined
  return {
    ...report,
    ...(isFirst && { coverage: withoutPending(report.coverage, await pendingPlaces(db, run.id)) }),
    doc_id: docId,
    file_name: run.file_name,
    status: statusOf(run, document.set_id),
    reason: run.reason,
    progress: { chunks: counts.total, done: counts.done, failed: counts.failed },
    failed_chunks: failed.map(({ ordinal, place, body, tries, reason }) => ({
      chunk: ordinal,
      ...(JSON.parse(place) as Place),
      excerpt: excerptOf(body),
      tries,
      reason: reason ?? '',
    })),
    held: held as DocumentConversion['held'],
    created_at: run.started_at,
    started_at: run.started_at,
    updated_at: run.updated_at,
    ended_at: run.ended_at,
  }
}

/** The newest while it has not succeeded; else the one that made what the document shows; else the newest. */
export function pickRun(runs: readonly RunRow[], setId: string | undefined): RunRow | undefined {
  const current = runs.find(({ is_current }) => is_current === 1)
  if (current && current.state !== 'done') return current
  return runs.find(({ set_id }) => set_id === setId) ?? current
}

function statusOf(run: RunRow, setId: string): DocumentConversion['status'] {
  if (run.state === 'done') return run.set_id === setId ? 'published' : 'replaced'
  return run.state === 'running' || run.state === 'waiting' ? run.state : 'failed'
}
