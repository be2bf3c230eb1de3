/**
 * Texts and spreadsheets as knowledge, in the shapes of the platform: files that are split into passages, passages that are
 * appended to a document, and the retry of all failed documents.
 */
import { z } from 'zod'
import {
  base64,
  count,
  httpUrl,
  id,
  maxUrlChars,
  optional,
  optionalOrEmpty,
  type RuleParams,
  text,
  wholeNumber,
  withDefault,
} from './fields.ts'
import { defaultChunkTokens, documentResult } from './knowledge.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { range, withNeeded } from './needed.ts'

const maxTextUpdateFiles = 200
const maxHeaderRows = 5
const maxChunksPerRequest = 1_000
export const maxChunkTokens = 1_000
/** More than 1,000 tokens in any language. The tokens are counted only in texts within this limit. */
const maxChunkChars = 10_000
/** An update with this `source_url` removes the stored source URL of the document. */
export const CLEARED_SOURCE = 'NULL'

function entrySchema(limits: Limits) {
  return z.object({
    file_name: text(limits.fileNameChars).describe('Name of the file; a new document gets its name'),
    file_base64: optionalOrEmpty(base64()).describe('Content of the file; used instead of both URLs'),
    file_url: optionalOrEmpty(httpUrl()).describe('URL of the file; used instead of source_url'),
    source_url: optionalOrEmpty(text(maxUrlChars)).describe(
      'Source of the text, stored with the document. Without file_base64 and file_url the file is fetched from it',
    ),
  })
}

const fetchableUrl = httpUrl()

/** `source_url` must be a URL that can be fetched only if neither `file_base64` nor `file_url` is given. */
const contentRule = z.superRefine<unknown>(
  (value, ctx) => {
    if (typeof value !== 'object' || value === null) return
    const entry = value as Record<string, unknown>
    const isGiven = (field: string) => (entry[field] ?? '') !== ''
    if (isGiven('file_base64') || isGiven('file_url')) return
    const isNamed = isGiven('source_url') && entry.source_url !== CLEARED_SOURCE
    if (isNamed && fetchableUrl.safeParse(entry.source_url).success) return
    const params: RuleParams = {
      needed: 'an http or https URL in file_url or source_url, or the content in file_base64',
    }
    ctx.addIssue({ code: 'custom', path: [isNamed ? 'source_url' : 'file_url'], params: { ...params } })
  },
  { when: () => true },
)

const addEntry = (limits: Limits) =>
  withNeeded(
    entrySchema(limits)
      .check(contentRule)
      .meta({ id: 'TextFileEntry', description: 'A file, by content or by URL' }),
    'an object with file_name and file_base64, file_url or source_url',
  )

const updateEntry = (limits: Limits) =>
  withNeeded(
    entrySchema(limits)
      .extend({
        doc_id: id().describe('Id of the document to replace'),
        source_url: optionalOrEmpty(text(maxUrlChars)).describe(
          `Source of the text. Empty: the stored source stays. ${CLEARED_SOURCE}: the stored source is removed`,
        ),
      })
      .check(contentRule)
      .meta({ id: 'TextFileUpdate', description: 'The new file of a document' }),
    'an object with doc_id, file_name and file_base64, file_url or source_url',
  )

function fileList<T extends z.ZodType>(entry: T, most: number) {
  return withNeeded(z.array(entry).min(1).max(most), `a list of ${range(1, most)} file entries`)
}

const baseToAddTo = optionalOrEmpty(id()).describe('Id of the knowledge base; the default one if omitted')
const baseOfDocuments = optionalOrEmpty(id()).describe(
  'If given, it must be the knowledge base of the documents',
)

const cuttingFields = (limits: Limits) => ({
  chunk_token: withDefault(wholeNumber(1, limits.chunkTokens), defaultChunkTokens).describe(
    'Maximum number of tokens in one passage; texts are split at headings, paragraphs and sentences',
  ),
  splitter: optionalOrEmpty(text(limits.splitterChars, { blankAllowed: true })).describe(
    'Text that separates passages, such as a blank line or ##; used instead of chunk_token',
  ),
})

const headerField = {
  header_row: withDefault(wholeNumber(1, maxHeaderRows), 1).describe(
    'Number of header rows, which name the columns',
  ),
}

export const textAddRequest = (limits: Limits) =>
  z
    .object({
      files: fileList(addEntry(limits), limits.filesPerRequest).describe('The files'),
      knowledge_base_id: baseToAddTo,
      ...cuttingFields(limits),
    })
    .meta({ id: 'TextAddRequest', description: 'Add texts as knowledge' })

export const textUpdateRequest = (limits: Limits) =>
  z
    .object({
      files: fileList(updateEntry(limits), maxTextUpdateFiles).describe('The new files'),
      knowledge_base_id: baseOfDocuments,
      ...cuttingFields(limits),
    })
    .meta({ id: 'TextUpdateRequest', description: 'Replace texts' })

export const spreadsheetAddRequest = (limits: Limits) =>
  z
    .object({
      files: fileList(addEntry(limits), limits.filesPerRequest).describe('The files: CSV or XLSX'),
      knowledge_base_id: baseToAddTo,
      ...headerField,
    })
    .meta({ id: 'SpreadsheetAddRequest', description: 'Add spreadsheets as knowledge' })

export const spreadsheetUpdateRequest = (limits: Limits) =>
  z
    .object({
      files: fileList(updateEntry(limits), limits.filesPerRequest).describe('The new files: CSV or XLSX'),
      knowledge_base_id: baseOfDocuments,
      ...headerField,
    })
    .meta({ id: 'SpreadsheetUpdateRequest', description: 'Replace spreadsheets' })

const textChunk = z
  .object({
    content: text(maxChunkChars).describe(`The passage, at most ${maxChunkTokens} tokens`),
    keywords: optional(z.array(text(200)).max(50)).describe('Further words by which the passage is found'),
  })
  .meta({ id: 'TextChunk', description: 'A passage, with further words by which it is found' })

export const textChunksAddRequest = z
  .object({
    doc_id: id().describe('Id of the text or spreadsheet'),
    chunks: withNeeded(
      z.array(withNeeded(textChunk, 'an object with content')).min(1).max(maxChunksPerRequest),
      `a list of ${range(1, maxChunksPerRequest)} passages`,
    ).describe('The passages to append'),
  })
  .meta({ id: 'TextChunksAddRequest', description: 'Append passages to a text or spreadsheet' })

export const textUpdateResult = z
  .object({
    doc: z.array(documentResult).describe('The documents that were replaced'),
    failed: z
      .array(z.string())
      .describe('Ids of the documents that were not replaced; they keep their content'),
    failed_reasons: z
      .array(
        z.object({
          doc_id: z.string().describe('Id of the document'),
          file_name: z.string().describe('Name of the file'),
          reason: z.string().describe('Why it failed'),
        }),
      )
      .optional()
      .describe('Why each document failed; absent if none failed'),
  })
  .meta({ id: 'TextUpdateResult', description: 'Documents that were replaced, and documents that were not' })

export const retryResult = z
  .object({ affectCount: count('Number of failed documents that are tried again') })
  .meta({ id: 'RetryResult', description: 'Number of documents that are tried again' })

export type TextUpdateResult = z.infer<typeof textUpdateResult>
export type TextFileEntry = z.infer<ReturnType<typeof addEntry>> & { readonly doc_id?: string }

export const defaultTextRequests = {
  textAdd: textAddRequest(defaultLimits),
  textUpdate: textUpdateRequest(defaultLimits),
  spreadsheetAdd: spreadsheetAddRequest(defaultLimits),
  spreadsheetUpdate: spreadsheetUpdateRequest(defaultLimits),
}
