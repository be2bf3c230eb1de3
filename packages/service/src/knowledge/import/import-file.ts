/** Stores a list of pairs: written beside its document while the rest of the file is read, then shown with its account. */
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { addDocument, type Into } from '../documents.ts'
import type { EntryOutcome } from '../each-entry.ts'
import type { Account, FileReader, FileToRead } from '../file-reader.ts'
import { matchPairs } from '../match-pairs.ts'
import { type AlsoWrite, type Knowledge, replacePairs } from '../revisions.ts'
import { findDocument } from '../store.ts'
import { discardSet, startWriting } from '../write-set.ts'
import { followImport } from './progress.ts'
import { rejectedCsv } from './rejected-csv.ts'
import { insertImport } from './store.ts'

export interface PairFile extends FileToRead {
  readonly sourceUrl: string | null
  readonly headerRows: number | undefined
  readonly into: Into
  readonly by: string
}

export async function importFile(
  knowledge: Knowledge,
  reader: FileReader,
  file: PairFile,
): Promise<EntryOutcome> {
  const { database, clock, metrics } = knowledge
  const { agentId, fileName, sourceUrl, into } = file
  const startedAt = clock.now()
  const id = 'docId' in into ? into.docId : newId(startedAt)
  const before = 'docId' in into ? await findDocument(database, agentId, id) : undefined
  const writing = await startWriting(knowledge, id, before && (await matchPairs(database, before)))
  const progress = followImport(knowledge, {
    agentId,
    fileName,
    documentId: id,
    setId: writing.written.setId,
  })
  const failed = async () => {
    metrics.imported(undefined, clock.now() - startedAt)
    await discardSet(knowledge, writing.written.setId)
  }
  try {
    const read = await reader.pairs(file, async (pairs, rows) => {
      await writing.add(pairs)
      await progress.tell(rows)
    })
    if ('reason' in read) {
      await failed()
      return read
    }
    const { ledger } = read
    const also = writeAccount(clock, file, read)
    const { format } = ledger
    const pairs = writing.written
    const cause = { kind: 'import', by: file.by } as const
    const shown =
      'docId' in into
        ? await replacePairs(knowledge, agentId, {
            ...into,
            pairs,
            also,
            cause,
            source: { format, sourceUrl: sourceUrl ?? undefined },
          })
        : await addDocument(knowledge, agentId, { ...into, id, pairs, also, format, sourceUrl, cause })
    metrics.imported(ledger, clock.now() - startedAt)
    return shown
  } catch (error) {
    await failed()
    throw error
  } finally {
    await progress.end()
  }
}

/** Writes the account of a file with what it changes. */
export function writeAccount(
  clock: Clock,
  { agentId, fileName }: Pick<PairFile, 'agentId' | 'fileName'>,
  { ledger, rejected }: Account,
): AlsoWrite {
  return (tx, { documentId, setId }) =>
    insertImport(tx, {
      id: newId(clock.now()),
      document_id: documentId,
      set_id: setId,
      agent_id: agentId,
      file_name: fileName,
      state: 'stored',
      ledger: JSON.stringify(ledger),
      rejected_csv: rejectedCsv(rejected),
      created_at: clock.now(),
    })
}
