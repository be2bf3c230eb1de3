/**
 * Replaces documents by files, each entry naming its document. A file of pairs is told by its content or its name; any
 * other is converted. Old content stays until the new is there whole.
 */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import type { FileReading, FilesRequest } from './add-files.ts'
import { type Conversion, convertFile } from './convert/convert-file.ts'
import { recordImport } from './import/record-import.ts'
import { eachEntry } from './read-entries.ts'
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
    checkBase(await requireDocument(database, agentId, docId), request.baseId)
    const fetched = await reading.fetchFile(entry)
    if ('reason' in fetched) return fetched
    const target = { docId, baseId: request.baseId }
    if (!isFileOfPairs(entry, fetched.bytes)) {
      return convertFile(knowledge, reading.conversion, {
        agentId,
        fileName: entry.file_name,
        sourceUrl: fetched.sourceUrl,
        into: target,
        bytes: fetched.bytes,
        chunkTokens: request.chunkTokens,
        splitter: request.splitter,
      })
    }
    const read = await reading.importer.read(fetched.bytes, entry.file_name, { ...request, agentId })
    if ('reason' in read) return read
    return replacePairs(knowledge, agentId, {
      ...target,
      sourceUrl: fetched.sourceUrl,
      format: read.ledger.format,
      pairs: read.pairs,
      also: recordImport(clock, agentId, entry.file_name, read.ledger),
    })
  })
}

/** By content where it is plain, else by name: a CSV has no mark of its own. */
export function isFileOfPairs(entry: Pick<FileEntry, 'file_name'>, bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 5)).toString('latin1')
  if (head === '%PDF-') return false
  if (head.startsWith('PK\x03\x04')) {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return whole.includes('xl/workbook.xml')
  }
  return /\.(?:csv|tsv|tab|xlsx|xlsm)$/i.test(entry.file_name)
}
