/**
 * Replaces documents by files, each entry naming its document. A file of pairs is told by its content or its name; any
 * other is left to `readDocument`, when there is one. Old content stays until the new is there whole.
 */
import type { FileEntry, QaResult } from '@tandem/contract/knowledge'
import type { FileReading, FilesRequest } from './add-files.ts'
import { recordImport } from './import/record-import.ts'
import { eachEntry } from './read-entries.ts'
import { checkBase, replacePairs, requireDocument } from './update-document.ts'
import type { AlsoWrite, Knowledge, PairList } from './write-revision.ts'

export interface DocumentOptions {
  readonly splitter: string | undefined
  readonly chunkTokens: number
}

/** Turns a document that is no file of pairs into pairs. */
export type ReadDocument = (
  bytes: Uint8Array,
  fileName: string,
  options: DocumentOptions & { readonly agentId: string },
) => Promise<{ pairs: PairList; format: string; also?: AlsoWrite } | { reason: string }>

export interface UpdateReading extends FileReading {
  readonly readDocument?: ReadDocument | undefined
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
    const target = { docId, baseId: request.baseId, sourceUrl: fetched.sourceUrl }
    if (reading.readDocument && !isFileOfPairs(entry, fetched.bytes)) {
      const read = await reading.readDocument(fetched.bytes, entry.file_name, { ...request, agentId })
      if ('reason' in read) return read
      return replacePairs(knowledge, agentId, { ...target, ...read })
    }
    const read = await reading.importer.read(fetched.bytes, entry.file_name, request)
    if ('reason' in read) return read
    return replacePairs(knowledge, agentId, {
      ...target,
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
