/** Shows what a file would become: fetches and reads it as for adding it, in the same process, and stores nothing. */
import type { DocumentPreview } from '@tandem/contract/admin-preview'
import type { FileEntry } from '@tandem/contract/knowledge'
import type { Reader } from '../platform/database/handle.ts'
import type { Conversion } from './convert/convert-file.ts'
import type { FileReader, FileToRead } from './file-reader.ts'
import { checkKind, requireDocument } from './find-document.ts'
import { type FileReading, originOf } from './store-files.ts'

interface PreviewRequest {
  readonly entry: FileEntry
  readonly purpose: DocumentPreview['purpose'] | undefined
  readonly headerRows: number | undefined
  readonly splitter: string | undefined
  readonly chunkTokens: number
  /** Pairs to show. */
  readonly limit: number
}

type Shown = DocumentPreview['pairs'][number]
type Read = Omit<DocumentPreview, 'file_name' | 'purpose'>

/** The preview of a file that was not read; what is read replaces it. */
const NOTHING: Read = {
  format: null,
  reason: null,
  pair_count: 0,
  pairs: [],
  ledger: null,
  rejected_csv: null,
  conversion: null,
  model: null,
}

export async function previewFile(
  database: Reader,
  { fetchFile, reader, conversion }: FileReading,
  agentId: string,
  request: PreviewRequest,
): Promise<DocumentPreview> {
  const { entry } = request
  const about = await aboutOf(database, agentId, entry.doc_id)
  let purpose: DocumentPreview['purpose'] = request.purpose ?? 'QA_FILE'
  const read = await fetchFile(entry, { agentId }, async ({ bytes }): Promise<Partial<Read>> => {
    const file = { ...request, bytes, agentId, fileName: entry.file_name }
    const isPairList =
      request.purpose === undefined ? await reader.isPairList(file, about) : purpose === 'QA_FILE'
    if (typeof isPairList === 'object') return isPairList
    purpose = isPairList ? 'QA_FILE' : 'FILE_2_QA'
    return isPairList ? previewList(reader, file) : previewDocument(conversion, file)
  })
  return { ...NOTHING, ...read, file_name: entry.file_name, purpose }
}

async function aboutOf(database: Reader, agentId: string, docId: string | undefined) {
  if (docId === undefined) return { madeBy: 'hand', format: '' } as const
  const document = await requireDocument(database, agentId, docId)
  checkKind(document, ['QA'], 'update')
  return originOf(database, document)
}

type File = FileToRead & PreviewRequest

async function previewList(reader: FileReader, file: File): Promise<Partial<Read>> {
  const pairs: Shown[] = []
  const read = await reader.pairs(file, (some) => keepFirst(pairs, some, file.limit))
  const { ledger = null, rejectedCsv = null } = read
  return {
    format: ledger?.format ?? null,
    reason: 'reason' in read ? read.reason : null,
    pair_count: ledger?.pairs ?? 0,
    pairs,
    ledger,
    rejected_csv: rejectedCsv,
  }
}

async function previewDocument({ reader, model }: Conversion, file: File): Promise<Partial<Read>> {
  const read = await reader.convert(file, model !== undefined)
  if ('reason' in read) return read
  const { format, coverage, warnings, pairs: all } = read.converted
  const chunks = read.parts.filter(({ text }) => text !== undefined).length
  const pairs: Shown[] = []
  keepFirst(pairs, all, file.limit)
  return {
    format,
    pair_count: all.length,
    pairs,
    conversion: {
      coverage: { ...coverage, uncovered: [...coverage.uncovered] },
      warnings: [...warnings],
    },
    model: model && chunks > 0 ? { name: model.name, chunks } : null,
  }
}

function keepFirst(pairs: Shown[], some: readonly Shown[], limit: number): void {
  for (const { question, answer } of some) if (pairs.length < limit) pairs.push({ question, answer })
}
