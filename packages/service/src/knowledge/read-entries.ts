/** Goes through the files of a request, a few at a time, and tells for each what became of it, in the order they came. */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import { Fault } from '../platform/fault.ts'

const AT_ONCE = 4

export type EntryOutcome = QaResult['doc'][number] | { readonly reason: string }

/** A refusal of one file (a `Fault`) fails that file; anything unexpected fails the request. */
export async function eachEntry(
  files: readonly FileEntry[],
  work: (entry: FileEntry) => Promise<EntryOutcome>,
): Promise<QaResult> {
  const outcomes: EntryOutcome[] = []
  let next = 0
  const worker = async () => {
    while (next < files.length) {
      const at = next++
      const entry = files[at]
      if (entry) outcomes[at] = await work(entry).catch(reasonOf)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, files.length) }, worker))
  const doc: QaResult['doc'] = []
  const failed: { file_name: string; reason: string }[] = []
  for (const [at, outcome] of outcomes.entries()) {
    if ('reason' in outcome) failed.push({ file_name: files[at]?.file_name ?? '', reason: outcome.reason })
    else doc.push(outcome)
  }
  return {
    doc,
    failed: failed.map(({ file_name }) => file_name),
    ...(failed.length > 0 ? { failed_reasons: failed } : {}),
  }
}

function reasonOf(error: unknown): { reason: string } {
  if (error instanceof Fault) return { reason: error.detail ?? error.message }
  throw error
}
