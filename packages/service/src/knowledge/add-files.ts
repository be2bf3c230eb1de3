/** Adds a document for each file of pairs (purpose QA_FILE). Each is stored whole before the answer, or is in `failed`. */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import { newId } from '../platform/ids.ts'
import { addDocument } from './add-document.ts'
import { resolveBase } from './bases.ts'
import type { FetchFile } from './fetch-file.ts'
import type { Importer } from './import/import-file.ts'
import { recordImport } from './import/record-import.ts'
import { writeFile } from './import/write-file.ts'
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
  return eachEntry(request.files, (entry) =>
    fetchFile(entry, { agentId }, ({ bytes, sourceUrl }) => {
      const id = newId(clock.now())
      const fileName = entry.file_name
      const file = { ...request, bytes, fileName, agentId }
      return writeFile(knowledge, importer, id, file, ({ pairs, ledger }) =>
        addDocument(knowledge, agentId, {
          id,
          name: fileName,
          baseId: request.baseId,
          sourceUrl,
          format: ledger.format,
          pairs,
          also: recordImport(clock, agentId, fileName, ledger),
        }),
      )
    }),
  )
}
