/**
 * Adds and replaces documents by files. Each file is fetched and read; it is stored whole before the response, or handed to the
 * lane of its conversion, or listed in `failed` with a reason.
 */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import type { MadeBy } from '@tandem/documents/is-pair-list'
import type { Reader } from '../platform/database/handle.ts'
import { resolveBase } from './bases.ts'
import { type Conversion, convertFile } from './convert/convert-file.ts'
import { isConverted } from './convert/run-store.ts'
import { eachEntry } from './each-entry.ts'
import type { FetchedFile, FetchFile } from './fetch-file.ts'
import type { FileReader } from './file-reader.ts'
import { checkBase, checkKind, requireDocument } from './find-document.ts'
import { appendFile } from './import/append-file.ts'
import { importFile } from './import/import-file.ts'
import { latestImport } from './import/store.ts'
import type { Knowledge } from './revisions.ts'
import type { DocumentRow } from './store.ts'

export interface FileReading {
  readonly fetchFile: FetchFile
  readonly reader: FileReader
  /** How a document that is no list of pairs becomes pairs. */
  readonly conversion: Conversion
}

export interface FilesRequest {
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
  // A base that does not exist refuses the request before anything is fetched.
  await database.transaction('files', (tx) => resolveBase(tx, clock, agentId, baseId))
  return eachEntry(request.files, (entry) =>
    fetchFile(entry, { agentId }, ({ bytes, sourceUrl }) => {
      const fileName = entry.file_name
      const file = { ...request, bytes, fileName, agentId, sourceUrl, into: { name: fileName, baseId } }
      return purpose === 'QA_FILE'
        ? importFile(knowledge, reader, file)
        : convertFile(knowledge, conversion, file)
    }),
  )
}

/**
 * A file is read as its document was made, as a list or by conversion, unless it plainly is something else. Its pairs replace
 * those of the document, or with `append` join them.
 */
export function updateByFiles(
  knowledge: Knowledge,
  { fetchFile, reader, conversion }: FileReading,
  agentId: string,
  request: FilesRequest & { readonly append: boolean },
): Promise<QaResult> {
  const { database } = knowledge
  const taken = new Set<string>()
  // A fault in here fails this file alone.
  return eachEntry(request.files, async (entry) => {
    const docId = entry.doc_id ?? ''
    if (taken.has(docId))
      return { reason: `doc_id: an earlier file of the request replaces ${docId.slice(0, 80)}.` }
    taken.add(docId)
    // Checked before the file is fetched for nothing, and again when the document is turned over.
    const document = await requireDocument(database, agentId, docId)
    checkBase(document, request.baseId)
    checkKind(document, ['QA'], 'update')
    return fetchFile(entry, { agentId }, (fetched) => replaceBy(fetched, entry.file_name, document))
  })

  async function replaceBy({ bytes, sourceUrl }: FetchedFile, fileName: string, document: DocumentRow) {
    const into = { docId: document.id, baseId: request.baseId }
    const file = { ...request, bytes, fileName, agentId, sourceUrl, into }
    const isPairList = await reader.isPairList(file, await contentOf(database, document))
    if (typeof isPairList === 'object') return isPairList
    if (request.append)
      return isPairList ? appendFile(knowledge, reader, file, document) : { reason: NO_LIST_TO_APPEND }
    return isPairList ? importFile(knowledge, reader, file) : convertFile(knowledge, conversion, file)
  }
}

const NO_LIST_TO_APPEND =
  'Only a list of questions and answers (CSV, Excel) can be added to a document, and this file is none. Add it as a document of its own.'

/** What a document was made from. */
export async function contentOf(db: Reader, document: DocumentRow) {
  return { madeBy: await madeBy(db, document), format: document.format }
}

async function madeBy(db: Reader, { id, agent_id, set_id }: DocumentRow): Promise<MadeBy> {
  if (await isConverted(db, id, set_id)) return 'conversion'
  return (await latestImport(db, agent_id, id)) ? 'import' : 'hand'
}
