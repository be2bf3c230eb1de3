/** The knowledge of an agent: knowledge bases, documents, and adding files. */
import type { CallOptions, Connection } from './connection.ts'
import { TandemError } from './error.ts'
import { base64Of, type FileData } from './file-data.ts'
import { list, operation } from './operation.ts'
import type { FileEntry, QaResult, TextUpdateResult } from './shapes.generated.ts'

export interface AddFile {
  /** Name with its ending, which tells the format. */
  readonly name: string
  /** Content of the file, or a URL from which Tandem fetches it. */
  readonly data: FileData | URL
  readonly knowledgeBaseId?: string | undefined
  /** pairs: a list of questions and answers, such as a CSV. convert: a document to convert into pairs. text: stored as text. */
  readonly as?: 'pairs' | 'convert' | 'text' | undefined
  readonly headerRows?: number | undefined
  readonly splitter?: string | undefined
  readonly chunkTokens?: number | undefined
}

/** Reading a large file takes longer than most calls. */
export const FILE_TIMEOUT_MS = 300_000
const LISTS = /\.(?:csv|tsv|xlsx)$/i

export function knowledgeOf(connection: Connection) {
  const call = {
    addPairs: operation(connection, 'addQa'),
    updatePairs: operation(connection, 'updateQa'),
    addTexts: operation(connection, 'addTexts'),
    updateTexts: operation(connection, 'updateTexts'),
  }
  return {
    ...call,
    addChunks: operation(connection, 'addQaChunks'),
    addTextChunks: operation(connection, 'addTextChunks'),
    addSpreadsheets: operation(connection, 'addSpreadsheets'),
    updateSpreadsheets: operation(connection, 'updateSpreadsheets'),
    documents: list(connection, 'listDocuments', 'list'),
    status: operation(connection, 'getDocumentStatus'),
    retryFailed: operation(connection, 'retryFailedDocuments'),
    deleteDocuments: operation(connection, 'deleteDocuments'),
    createBase: operation(connection, 'createKnowledgeBase'),
    bases: operation(connection, 'listKnowledgeBases'),
    match: operation(connection, 'matchKnowledge'),

    /** Adds one file as a new document. Throws if the file cannot be read. */
    async addFile(file: AddFile, given?: CallOptions): Promise<{ doc_id: string; doc_name: string }> {
      const options = { timeoutMs: FILE_TIMEOUT_MS, ...given }
      const { kind, more, files } = await prepared(file, options.signal)
      if (kind === 'text') return documentOf(await call.addTexts({ files, ...more }, options))
      const purpose = kind === 'pairs' ? 'QA_FILE' : 'FILE_2_QA'
      return documentOf(await call.addPairs({ purpose, files, ...more }, options))
    },

    /** Appends the pairs of a list, such as a CSV, to a document. */
    async appendFile(
      docId: string,
      file: Omit<AddFile, 'as' | 'chunkTokens'>,
      given?: CallOptions,
    ): Promise<{ doc_id: string; doc_name: string }> {
      const options = { timeoutMs: FILE_TIMEOUT_MS, ...given }
      const { more, files } = await prepared(file, options.signal)
      const named = [{ ...files[0], doc_id: docId }]
      return documentOf(await call.updatePairs({ files: named, append: true, ...more }, options))
    },

    /** Replaces the content of a document by a file. The old content stays in use until the file is read. */
    async replaceFile(
      docId: string,
      file: AddFile,
      given?: CallOptions,
    ): Promise<{ doc_id: string; doc_name: string }> {
      const options = { timeoutMs: FILE_TIMEOUT_MS, ...given }
      const { kind, more, files } = await prepared(file, options.signal)
      const [entry] = files
      const named = [{ ...entry, doc_id: docId }]
      if (kind === 'text') return documentOf(await call.updateTexts({ files: named, ...more }, options))
      return documentOf(await call.updatePairs({ files: named, ...more }, options))
    },
  }
}

/** Converts a file to the fields of a request. */
export async function prepared(file: AddFile, signal?: AbortSignal) {
  const { name, data, knowledgeBaseId, headerRows, splitter, chunkTokens } = file
  const entry = data instanceof URL ? { file_url: data.href } : { file_base64: await base64Of(data, signal) }
  const kind = file.as ?? (LISTS.test(name) ? 'pairs' : 'convert')
  const files: [FileEntry] = [{ file_name: name, ...entry }]
  const more = {
    knowledge_base_id: knowledgeBaseId,
    ...(headerRows === undefined ? {} : { header_row: headerRows }),
    ...(splitter === undefined ? {} : { splitter }),
    ...(chunkTokens === undefined ? {} : { chunk_token: chunkTokens }),
  }
  return { kind, files, more }
}

/** The service responds with 200 and lists files that it could not read. For a single file this becomes an error. */
function documentOf({ doc: [document], failed_reasons = [] }: QaResult | TextUpdateResult) {
  if (document) return document
  const message = failed_reasons[0]?.reason ?? 'The file could not be read.'
  throw new TandemError({ code: 40000, status: 200, message })
}
