/** Adds a document for each file of pairs (purpose QA_FILE). Each is stored whole before the answer, or is in `failed`. */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import { addDocument } from './add-document.ts'
import { resolveBase } from './bases.ts'
import type { FetchFile } from './fetch-file.ts'
import type { Importer } from './import/import-file.ts'
import { recordImport } from './import/record-import.ts'
import { eachEntry } from './read-entries.ts'
import type { Knowledge } from './write-revision.ts'

export interface FileReading {
  readonly fetchFile: FetchFile
  readonly importer: Importer
}

export interface FilesRequest {
  readonly files: readonly FileEntry[]
  readonly baseId: string | undefined
  readonly headerRows: number | undefined
  readonly splitter: string | undefined
}

export async function addPairFiles(
  knowledge: Knowledge,
  { fetchFile, importer }: FileReading,
  agentId: string,
  request: FilesRequest,
): Promise<QaResult> {
  const { database, clock } = knowledge
  // A base that does not exist refuses the request before anything is fetched.
  await database.transaction((tx) => resolveBase(tx, clock, agentId, request.baseId))
  return eachEntry(request.files, async (entry) => {
    const fetched = await fetchFile(entry)
    if ('reason' in fetched) return fetched
    const read = await importer.read(fetched.bytes, entry.file_name, { ...request, agentId })
    if ('reason' in read) return read
    return addDocument(knowledge, agentId, {
      name: entry.file_name,
      baseId: request.baseId,
      sourceUrl: fetched.sourceUrl,
      format: read.ledger.format,
      pairs: read.pairs,
      also: recordImport(clock, agentId, entry.file_name, read.ledger),
    })
  })
}
