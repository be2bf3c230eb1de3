/**
 * Adds and replaces documents by files. Each file is fetched and read; it is stored whole before the response, or handed to the
 * lane of its conversion, or listed in `failed` with a reason. A list of pairs is stored here, any other file by `convertFile`.
 */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import type { FileOfUpdate } from '@tandem/documents/is-pair-list'
import type { Clock } from '../platform/clock.ts'
import type { Reader } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import { resolveBase } from './bases.ts'
import { type Conversion, convertFile, type FileToStore } from './convert/convert-file.ts'
import { isConverted } from './convert/run-store.ts'
import { storeFile } from './documents.ts'
import { type EntryOutcome, eachEntry } from './each-entry.ts'
import type { FetchedFile, FetchFile } from './fetch-file.ts'
import type { FileReader, ImportReport } from './file-reader.ts'
import { replacedBy } from './find-document.ts'
import { followImport } from './import/progress.ts'
import { insertImport, latestImport } from './import/store.ts'
import { matchPairs } from './match-pairs.ts'
import type { Pair } from './pair-store.ts'
import { appendPairs, type Knowledge, type WriteWithContent } from './revisions.ts'
import { type DocumentRow, findDocument } from './store.ts'
import { discardSet, startWriting } from './write-set.ts'

export interface FileReading {
  readonly fetchFile: FetchFile
  readonly reader: FileReader
  /** For files that are not a list of pairs. */
  readonly conversion: Conversion
}

interface FilesRequest {
  readonly by: string
  readonly files: readonly FileEntry[]
  readonly baseId: string | undefined
  readonly headerRows: number | undefined
  readonly splitter: string | undefined
  readonly chunkTokens: number
}

/** A file is a list of pairs (purpose QA_FILE), or a document to be converted (purpose FILE_2_QA). */
export async function addByFiles(
  knowledge: Knowledge,
  { fetchFile, reader, conversion }: FileReading,
  agentId: string,
  request: FilesRequest,
  purpose: 'QA_FILE' | 'FILE_2_QA',
): Promise<QaResult> {
  const { database, clock } = knowledge
  const { baseId } = request
  // A base that does not exist must refuse the request before anything is fetched.
  await database.transaction('files', (tx) => resolveBase(tx, clock, agentId, baseId))
  return eachEntry(request.files, (entry) =>
    fetchFile(entry, { agentId }, ({ bytes, sourceUrl }) => {
      const file = { ...request, docId: undefined, bytes, fileName: entry.file_name, agentId, sourceUrl }
      return purpose === 'QA_FILE'
        ? importFile(knowledge, reader, file)
        : convertFile(knowledge, conversion, file)
    }),
  )
}

/**
 * A file is read like the one its document was made from, as a list or by conversion, unless it clearly is of the other kind.
 * Its pairs replace those of the document or, with `append`, are added to them.
 */
export function updateByFiles(
  knowledge: Knowledge,
  { fetchFile, reader, conversion }: FileReading,
  agentId: string,
  request: FilesRequest & { readonly append: boolean },
): Promise<QaResult> {
  const { database } = knowledge
  const documentOf = replacedBy(database, agentId, request.baseId, 'QA')
  // A fault in here fails only this file.
  return eachEntry(request.files, async (entry) => {
    const document = await documentOf(entry.doc_id ?? '')
    return fetchFile(entry, { agentId }, (fetched) => storeFetched(fetched, entry.file_name, document))
  })

  async function storeFetched({ bytes, sourceUrl }: FetchedFile, fileName: string, document: DocumentRow) {
    const file = { ...request, docId: document.id, bytes, fileName, agentId, sourceUrl }
    const isPairList = await reader.isPairList(file, await originOf(database, document))
    if (typeof isPairList === 'object') return isPairList
    if (request.append)
      return isPairList ? appendFile(knowledge, reader, file, document) : { reason: NO_LIST_TO_APPEND }
    return isPairList ? importFile(knowledge, reader, file) : convertFile(knowledge, conversion, file)
  }
}

const NO_LIST_TO_APPEND =
  'Only a list of questions and answers (CSV, Excel) can be added to a document, and this file is none. Add it as a document of its own.'

export async function originOf(db: Reader, document: DocumentRow): Promise<Omit<FileOfUpdate, 'fileName'>> {
  const { id, agent_id, set_id, format } = document
  if (await isConverted(db, id, set_id)) return { madeBy: 'conversion', format }
  const imported = await latestImport(db, agent_id, id)
  return { madeBy: imported ? 'import' : 'hand', format }
}

/** Stores a list of pairs: writes them beside the document while the file is read, then shows them with the report. */
async function importFile(
  knowledge: Knowledge,
  reader: FileReader,
  file: FileToStore,
): Promise<EntryOutcome> {
  const { database, clock, metrics } = knowledge
  const { agentId, fileName, docId } = file
  const startedAt = clock.now()
  // Checks that there is room at all: the pairs are written before they are counted.
  await knowledge.requireRoom(agentId, { chars: 0, pairs: 1 })
  const before = docId === undefined ? undefined : await findDocument(database, agentId, docId)
  const id = docId ?? newId(startedAt)
  const writing = await startWriting(knowledge, id, before && (await matchPairs(database, before)))
  const { setId } = writing.written
  const progress = followImport(knowledge, { agentId, fileName, documentId: id, setId })
  let stored: ImportLedger | undefined
  try {
    const taking = reader.pairs(file, async (pairs, rows) => {
      await writing.add(pairs)
      await progress.report(rows)
    })
    const read = await taking.catch(async (error: unknown) => {
      await discardSet(knowledge, setId)
      throw error
    })
    if ('reason' in read) {
      await discardSet(knowledge, setId)
      return read
    }
    const shown = await storeFile(knowledge, file, {
      id,
      content: writing.written,
      format: read.ledger.format,
      cause: { kind: 'import', by: file.by },
      writeWithContent: writeReport(clock, file, read),
    })
    stored = read.ledger
    return shown
  } finally {
    metrics.imported(stored, clock.now() - startedAt)
    await progress.end()
  }
}

/** Adds the pairs of a list to those a document shows, such as rejected rows that were corrected. */
async function appendFile(
  knowledge: Knowledge,
  reader: FileReader,
  file: FileToStore,
  { id, name }: DocumentRow,
): Promise<EntryOutcome> {
  const { clock, metrics } = knowledge
  const { agentId, fileName, by } = file
  const startedAt = clock.now()
  const pairs: Pair[] = []
  const read = await reader.pairs(file, (some) => {
    for (const pair of some) pairs.push(pair)
  })
  if ('reason' in read) {
    metrics.imported(undefined, clock.now() - startedAt)
    return read
  }
  const writeWithContent = writeReport(clock, file, read)
  const follow = (setId: string) => followImport(knowledge, { agentId, fileName, documentId: id, setId })
  await appendPairs(knowledge, agentId, id, pairs, { by, writeWithContent, follow })
  metrics.imported(read.ledger, clock.now() - startedAt)
  return { doc_id: id, doc_name: name }
}

/** Returns the write of the report of a file, for the transaction that shows its pairs. */
function writeReport(
  clock: Clock,
  { agentId, fileName }: FileToStore,
  { ledger, rejectedCsv }: ImportReport,
): WriteWithContent {
  return (tx, { documentId, setId }) =>
    insertImport(tx, {
      id: newId(clock.now()),
      document_id: documentId,
      set_id: setId,
      agent_id: agentId,
      file_name: fileName,
      state: 'stored',
      ledger: JSON.stringify(ledger),
      rejected_csv: rejectedCsv,
      created_at: clock.now(),
    })
}
