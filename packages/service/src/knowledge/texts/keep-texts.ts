/**
 * Adds and replaces documents of passages by files: texts, and spreadsheets whose rows are passages. A passage is stored as
 * a pair without a question. Each file is stored whole before the response, or is in `failed`.
 */
import type { QaResult } from '@tandem/contract/knowledge'
import { CLEARED_SOURCE, type TextFileEntry, type TextUpdateResult } from '@tandem/contract/texts'
import { resolveBase } from '../bases.ts'
import { addDocument } from '../documents.ts'
import { type EntryOutcome, eachEntry, eachUpdate } from '../each-entry.ts'
import type { FetchFile } from '../fetch-file.ts'
import type { FileReader } from '../file-reader.ts'
import { replacedBy } from '../find-document.ts'
import type { Pair } from '../pair-store.ts'
import { type Knowledge, replacePairs } from '../revisions.ts'

export interface TextReading {
  readonly knowledge: Knowledge
  readonly fetchFile: FetchFile
  readonly reader: FileReader
}

/** How the files of a request are cut. */
export type Cutting =
  | { readonly kind: 'TEXT'; readonly chunkTokens: number; readonly splitter: string | undefined }
  | { readonly kind: 'SPREADSHEET'; readonly headerRows: number }

export interface TextFiles<Entry extends TextFileEntry> {
  readonly files: readonly Entry[]
  readonly baseId: string | undefined
  readonly cutting: Cutting
  readonly by: string
}

export async function addTexts(
  reading: TextReading,
  agentId: string,
  { files, baseId, cutting, by }: TextFiles<TextFileEntry>,
): Promise<QaResult> {
  const { knowledge } = reading
  const { database, clock } = knowledge
  // A base that does not exist must refuse the request before anything is fetched.
  await database.transaction('keep-texts', (tx) => resolveBase(tx, clock, agentId, baseId))
  return eachEntry(files, (entry) =>
    withPassages(reading, agentId, entry, cutting, (pairs, format) => {
      const { source_url: url, file_url } = entry
      const sourceUrl = (url === CLEARED_SOURCE ? undefined : url) ?? file_url ?? null
      const { kind } = cutting
      return addDocument(knowledge, agentId, {
        name: entry.file_name,
        baseId,
        sourceUrl,
        kind,
        format,
        content: pairs,
        cause: { kind: 'import', by },
      })
    }),
  )
}

export async function updateTexts(
  reading: TextReading,
  agentId: string,
  { files, baseId, cutting, by }: TextFiles<TextFileEntry & { doc_id: string }>,
): Promise<TextUpdateResult> {
  const { knowledge } = reading
  const { kind } = cutting
  const documentOf = replacedBy(knowledge.database, agentId, baseId, kind)
  return eachUpdate(files, async (entry) => {
    const { id: docId } = await documentOf(entry.doc_id)
    return withPassages(reading, agentId, entry, cutting, (pairs, format) => {
      const sourceUrl = entry.source_url === CLEARED_SOURCE ? null : entry.source_url || undefined
      const source = { format, sourceUrl }
      const cause = { kind: 'import', by } as const
      return replacePairs(knowledge, agentId, { docId, baseId, kind, content: pairs, source, cause })
    })
  })
}

async function withPassages(
  { fetchFile, reader }: TextReading,
  agentId: string,
  entry: TextFileEntry,
  cutting: Cutting,
  store: (pairs: readonly Pair[], format: string) => Promise<EntryOutcome>,
): Promise<EntryOutcome> {
  return fetchFile(entry, { agentId }, async ({ bytes }) => {
    const isText = cutting.kind === 'TEXT'
    const cut = isText ? cutting : { chunkTokens: 1, splitter: undefined }
    const file = { ...cut, agentId, fileName: entry.file_name, bytes }
    const read = await reader.passages(file, isText ? 'text' : { headerRows: cutting.headerRows })
    if ('reason' in read) return read
    return store(
      read.passages.map((answer) => ({ question: '', answer })),
      read.format,
    )
  })
}
