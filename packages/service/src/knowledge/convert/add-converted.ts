/** Adds a document for each file that is no list of pairs yet (purpose FILE_2_QA): fetched, read, converted, stored, answered. */
import type { QaResult } from '@tandem/contract/knowledge'
import type { Clock } from '../../platform/clock.ts'
import { addDocument } from '../add-document.ts'
import type { FilesRequest } from '../add-files.ts'
import { resolveBase } from '../bases.ts'
import type { FetchFile } from '../fetch-file.ts'
import { eachEntry } from '../read-entries.ts'
import type { ReadDocument } from '../update-files.ts'
import type { Knowledge } from '../write-revision.ts'
import type { Converter, ConvertLimits } from './convert.ts'
import type { Converted } from './find-pairs.ts'
import { recordConversion } from './record-conversion.ts'

export interface Converting {
  readonly fetchFile: FetchFile
  readonly converter: Converter
  readonly limits: ConvertLimits
}

export async function addConvertedFiles(
  knowledge: Knowledge,
  { fetchFile, converter, limits }: Converting,
  agentId: string,
  request: FilesRequest & { chunkTokens: number },
): Promise<QaResult> {
  const { database, clock } = knowledge
  await database.transaction((tx) => resolveBase(tx, clock, agentId, request.baseId))
  return eachEntry(request.files, async (entry) => {
    const fetched = await fetchFile(entry)
    if ('reason' in fetched) return fetched
    const { chunkTokens, splitter } = request
    const result = await converter.convert(fetched.bytes, {
      fileName: entry.file_name,
      chunkTokens,
      splitter,
      limits,
    })
    if (!result.ok) return result
    return addDocument(knowledge, agentId, {
      name: entry.file_name,
      baseId: request.baseId,
      sourceUrl: fetched.sourceUrl,
      format: result.converted.format,
      pairs: pairsOf(result.converted),
      also: recordConversion(clock, agentId, entry.file_name, result.converted),
    })
  })
}

/** How an update reads a file that is no list of pairs. */
export function documentReader({ converter, limits }: Converting, clock: Clock): ReadDocument {
  return async (bytes, fileName, { agentId, chunkTokens, splitter }) => {
    const result = await converter.convert(bytes, { fileName, chunkTokens, splitter, limits })
    if (!result.ok) return result
    const { converted } = result
    return {
      pairs: pairsOf(converted),
      format: converted.format,
      also: recordConversion(clock, agentId, fileName, converted),
    }
  }
}

/** The pairs as they are stored: each with the place it came from. */
export function pairsOf({ pairs }: Converted) {
  return pairs.map(({ question, answer, origin }) => ({ question, answer, origin: JSON.stringify(origin) }))
}
