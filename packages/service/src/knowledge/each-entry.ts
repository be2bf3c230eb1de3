/** Processes the files of a request, a few at a time, and returns their outcomes in the order of the request. */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import type { TextUpdateResult } from '@tandem/contract/texts'
import { Fault } from '../platform/fault.ts'
import { mapConcurrently } from '../platform/time-slices.ts'
import type { ReadFailure } from './file-reader.ts'

const AT_ONCE = 4

export type EntryOutcome = QaResult['doc'][number] | ReadFailure

/** A refusal of one file (a `Fault`) fails that file; anything unexpected fails the request. */
export async function eachEntry<T extends FileEntry>(
  files: readonly T[],
  work: (entry: T) => Promise<EntryOutcome>,
): Promise<QaResult> {
  const { doc, failed } = await outcomesOf(files, work)
  const reasons = failed.map(({ entry, reason }) => ({ file_name: entry.file_name, reason }))
  return { doc, failed: reasons.map(({ file_name }) => file_name), ...withReasons(reasons) }
}

/** The same for files that replace documents: `failed` holds the ids of the documents. */
export async function eachUpdate<T extends FileEntry & { doc_id: string }>(
  files: readonly T[],
  work: (entry: T) => Promise<EntryOutcome>,
): Promise<TextUpdateResult> {
  const { doc, failed } = await outcomesOf(files, work)
  const reasons = failed.map(({ entry: { doc_id, file_name }, reason }) => ({ doc_id, file_name, reason }))
  return { doc, failed: reasons.map(({ doc_id }) => doc_id), ...withReasons(reasons) }
}

const withReasons = <T>(reasons: T[]) => (reasons.length > 0 ? { failed_reasons: reasons } : {})

async function outcomesOf<T>(files: readonly T[], work: (entry: T) => Promise<EntryOutcome>) {
  const outcomes = await mapConcurrently(files, AT_ONCE, (entry) => work(entry).catch(reasonOf))
  const doc: QaResult['doc'] = []
  const failed: { entry: T; reason: string }[] = []
  for (const [at, outcome] of outcomes.entries()) {
    if ('reason' in outcome) failed.push({ entry: files[at] as T, reason: outcome.reason })
    else doc.push(outcome)
  }
  return { doc, failed }
}

function reasonOf(error: unknown): ReadFailure {
  if (error instanceof Fault) return { reason: error.detail ?? error.message }
  throw error
}
