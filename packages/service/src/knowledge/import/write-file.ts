/**
 * Writes the pairs of a file while the rest of it is read, as a revision nobody reads yet, so that a large file never stands
 * in memory as pairs. One with few of them is left to whoever shows it, who writes it in the same transaction.
 */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { Pair } from '../pair-store.ts'
import type { EntryOutcome } from '../read-entries.ts'
import type { Content, Knowledge } from '../write-revision.ts'
import { discardWritten, startWriting, type Writing } from '../write-stream.ts'
import type { Importer, PairFile } from './import-file.ts'

type Shown = Exclude<EntryOutcome, { reason: string }>

export interface FileContent {
  readonly pairs: Content
  readonly ledger: ImportLedger
}

/** `show` makes the pairs the content of `documentId`. Where reading or showing fails, nothing of them remains. */
export async function writeFile(
  knowledge: Knowledge,
  importer: Importer,
  documentId: string,
  file: PairFile,
  show: (content: FileContent) => Promise<Shown>,
): Promise<EntryOutcome> {
  const { clock, metrics } = knowledge
  const startedAt = clock.now()
  let first: readonly Pair[] = []
  let writing: Writing | undefined
  try {
    const read = await importer.read(file, async (pairs) => {
      if (first.length === 0 && !writing) {
        first = pairs
        return
      }
      if (!writing) {
        writing = await startWriting(knowledge, documentId)
        await writing.add(first)
        first = []
      }
      await writing.add(pairs)
    })
    if ('reason' in read) {
      await discard(knowledge, writing)
      metrics.imported(undefined, clock.now() - startedAt)
      return read
    }
    const shown = await show({ pairs: writing?.written ?? first, ledger: read.ledger })
    metrics.imported(read.ledger, clock.now() - startedAt)
    return shown
  } catch (error) {
    await discard(knowledge, writing)
    metrics.imported(undefined, clock.now() - startedAt)
    throw error
  }
}

async function discard(knowledge: Knowledge, writing: Writing | undefined): Promise<void> {
  if (!writing) return
  // Where even that fails, it is found abandoned after a while. Its pairs are cleared in the background.
  await discardWritten(knowledge, writing.written.revisionId).catch(() => {})
  knowledge.changed()
}
