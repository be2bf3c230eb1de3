/** Adds the pairs of a list to those a document shows, such as rows that were rejected and are mended. */
import type { EntryOutcome } from '../each-entry.ts'
import type { FileReader } from '../file-reader.ts'
import type { Pair } from '../pair-store.ts'
import { appendPairs, type Knowledge } from '../revisions.ts'
import type { DocumentRow } from '../store.ts'
import { type PairFile, writeAccount } from './import-file.ts'

export async function appendFile(
  knowledge: Knowledge,
  reader: FileReader,
  file: Omit<PairFile, 'into'>,
  { id, name }: DocumentRow,
): Promise<EntryOutcome> {
  const { clock, metrics } = knowledge
  const startedAt = clock.now()
  const pairs: Pair[] = []
  const read = await reader.pairs(file, (some) => {
    for (const pair of some) pairs.push(pair)
  })
  if ('reason' in read) {
    metrics.imported(undefined, clock.now() - startedAt)
    return read
  }
  await appendPairs(knowledge, file.agentId, id, pairs, {
    by: file.by,
    also: writeAccount(clock, file, read),
  })
  metrics.imported(read.ledger, clock.now() - startedAt)
  return { doc_id: id, doc_name: name }
}
