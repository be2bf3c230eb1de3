/** Adds a document for each file that is no list of pairs yet (purpose FILE_2_QA): fetched, read, and converted or on its way. */
import type { QaResult } from '@tandem/contract/knowledge'
import type { FilesRequest } from '../add-files.ts'
import { resolveBase } from '../bases.ts'
import type { FetchFile } from '../fetch-file.ts'
import { eachEntry } from '../read-entries.ts'
import type { Knowledge } from '../write-revision.ts'
import { type Conversion, convertFile } from './convert-file.ts'

export interface Converting {
  readonly fetchFile: FetchFile
  readonly conversion: Conversion
}

export async function addConvertedFiles(
  knowledge: Knowledge,
  { fetchFile, conversion }: Converting,
  agentId: string,
  request: FilesRequest & { chunkTokens: number },
): Promise<QaResult> {
  const { database, clock } = knowledge
  const { baseId, chunkTokens, splitter } = request
  await database.transaction((tx) => resolveBase(tx, clock, agentId, baseId))
  return eachEntry(request.files, (entry) =>
    fetchFile(entry, { agentId }, ({ bytes, sourceUrl }) => {
      const fileName = entry.file_name
      const into = { name: fileName, baseId }
      return convertFile(knowledge, conversion, {
        agentId,
        fileName,
        sourceUrl,
        into,
        bytes,
        chunkTokens,
        splitter,
      })
    }),
  )
}
