/**
 * Replaces documents by files, each entry naming its document. A file is read as its document was made, as pairs or by
 * conversion, unless it plainly is something else. Old content stays until the new is there whole.
 */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import type { Reader } from '../platform/database/handle.ts'
import type { FileReading, FilesRequest } from './add-files.ts'
import { checkKind } from './check-kind.ts'
import type { MadeBy } from './choose-reading.ts'
import { type Conversion, convertFile } from './convert/convert-file.ts'
import { isConverted } from './convert/run-store.ts'
import type { FetchedFile } from './fetch-file.ts'
import { recordImport } from './import/record-import.ts'
import { latestImport } from './import/store.ts'
import { writeFile } from './import/write-file.ts'
import { eachEntry } from './read-entries.ts'
import type { DocumentRow } from './store.ts'
import { checkBase, replacePairs, requireDocument } from './update-document.ts'
import type { Knowledge } from './write-revision.ts'

export interface UpdateReading extends FileReading {
  /** How files that are no lists of pairs become pairs. */
  readonly conversion: Conversion
}

export interface FilesUpdate extends FilesRequest {
  readonly chunkTokens: number
}

export function updateByFiles(
  knowledge: Knowledge,
  reading: UpdateReading,
  agentId: string,
  request: FilesUpdate,
): Promise<QaResult> {
  const { database, clock } = knowledge
  const taken = new Set<string>()
  return eachEntry(request.files, async (entry) => {
    const docId = entry.doc_id ?? ''
    if (taken.has(docId))
      return { reason: `doc_id: an earlier file of the request replaces ${docId.slice(0, 80)}.` }
    taken.add(docId)
    // Asked before the file is fetched for nothing; it is looked at again when the document is turned over.
    const document = await requireDocument(database, agentId, docId)
    checkBase(document, request.baseId)
    checkKind(document, ['QA'], 'update')
    return reading.fetchFile(entry, { agentId }, (fetched) => replaceBy(fetched, entry, document))
  })

  async function replaceBy({ bytes, sourceUrl }: FetchedFile, entry: FileEntry, document: DocumentRow) {
    const target = { docId: document.id, baseId: request.baseId }
    const file = { ...request, bytes, fileName: entry.file_name, agentId }
    const about = { madeBy: await madeBy(database, document), format: document.format }
    const isPairList = await reading.importer.isPairList(file, about)
    if (typeof isPairList === 'object') return isPairList
    if (!isPairList) {
      return convertFile(knowledge, reading.conversion, {
        agentId,
        fileName: entry.file_name,
        sourceUrl,
        into: target,
        bytes,
        chunkTokens: request.chunkTokens,
        splitter: request.splitter,
      })
    }
    return writeFile(knowledge, reading.importer, document.id, file, ({ pairs, ledger }) =>
      replacePairs(knowledge, agentId, {
        ...target,
        sourceUrl,
        format: ledger.format,
        pairs,
        also: recordImport(clock, agentId, entry.file_name, ledger),
      }),
    )
  }
}

async function madeBy(db: Reader, { id, agent_id, revision_id }: DocumentRow): Promise<MadeBy> {
  if (await isConverted(db, id, revision_id)) return 'conversion'
  return (await latestImport(db, agent_id, id)) ? 'import' : 'hand'
}
