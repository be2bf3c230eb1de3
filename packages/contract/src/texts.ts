/**
 * Texts and spreadsheets as knowledge, in the shapes of the platform: files whose passages search and answers use, passages
 * appended to a document, and the retry of all failed documents.
 */
import { z } from 'zod'
import {
  base64,
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

export const maxTextUpdateFiles = 200
export const maxHeaderRows = 5
export const maxChunksPerRequest = 1_000
export const maxChunkTokens = 1_000
/** Far more than 1,000 tokens of any language; the tokens are counted after this. */
const maxChunkChars = 10_000
/** With this `source_url` in an update, the document no longer names where it came from. */
export const CLEARED_SOURCE = 'NULL'

function entrySchema(limits: Limits) {
  return z.object({
    file_name: text(limits.fileNameChars).describe('Name of the file; becomes the name of the document'),
    file_base64: optionalOrEmpty(base64()).describe('The file itself; wins over both addresses'),
    file_url: optionalOrEmpty(httpUrl()).describe('Where to fetch the file; wins over source_url'),
    source_url: optionalOrEmpty(text(maxUrlChars)).describe(
      'Where the text comes from, kept with the document. Without the two others it is where to fetch the file',
    ),
  })
}

const fetched = httpUrl()

/** An address is fetched only where nothing before it holds the file; only then it must be one that can be fetched. */
const contentRule = z.superRefine<unknown>(
  (value, ctx) => {
    if (typeof value !== 'object' || value === null) return
    const entry = value as Record<string, unknown>
    const isGiven = (field: string) => (entry[field] ?? '') !== ''
    if (isGiven('file_base64') || isGiven('file_url')) return
    const isNamed = isGiven('source_url') && entry.source_url !== CLEARED_SOURCE
    if (isNamed && fetched.safeParse(entry.source_url).success) return
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
        doc_id: id().describe('The document to replace'),
        source_url: optionalOrEmpty(text(maxUrlChars)).describe(
          `Where the text comes from. Empty: what is stored stays. ${CLEARED_SOURCE}: it is cleared`,
        ),
      })
      .check(contentRule)
      .meta({ id: 'TextFileUpdate', description: 'The new file of a document' }),
    'an object with doc_id, file_name and file_base64, file_url or source_url',
  )

function fileList<T extends z.ZodType>(entry: T, most: number) {
  return withNeeded(z.array(entry).min(1).max(most), `a list of ${range(1, most)} file entries`)
}

const baseToAddTo = optionalOrEmpty(id()).describe('Knowledge base to add to; the default one when omitted')
const baseOfDocuments = optionalOrEmpty(id()).describe(
  'When given, it must be the knowledge base of the documents',
)

const cuttingFields = (limits: Limits) => ({
  chunk_token: withDefault(wholeNumber(1, limits.chunkTokens), defaultChunkTokens).describe(
    'Most tokens in one passage; it is cut between headings, paragraphs and sentences',
  ),
  splitter: optionalOrEmpty(text(limits.splitterChars, { blankAllowed: true })).describe(
    'The text to cut at, such as a blank line or ##; wins over chunk_token',
  ),
})

const headerField = {
  header_row: withDefault(wholeNumber(1, maxHeaderRows), 1).describe(
    'How many of the first rows name the columns',
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
    keywords: optional(z.array(text(200)).max(50)).describe('Words that should find it besides its own'),
  })
  .meta({ id: 'TextChunk', description: 'A passage with the words that should find it' })

export const textChunksAddRequest = z
  .object({
    doc_id: id().describe('The text or spreadsheet to append to'),
    chunks: withNeeded(
      z.array(withNeeded(textChunk, 'an object with content')).min(1).max(maxChunksPerRequest),
      `a list of ${range(1, maxChunksPerRequest)} passages`,
    ).describe('The passages to append'),
  })
  .meta({ id: 'TextChunksAddRequest', description: 'Append passages to a text or spreadsheet' })

export const textUpdateResult = z
  .object({
    doc: z.array(documentResult).describe('The documents that were replaced'),
    failed: z.array(z.string()).describe('Ids of the documents that were not; they keep what they had'),
    failed_reasons: z
      .array(
        z.object({
          doc_id: z.string().describe('Id of the document'),
          file_name: z.string().describe('Name of the file'),
          reason: z.string().describe('Why it failed, in a sentence'),
        }),
      )
      .optional()
      .describe('Why each of them failed; there when one did'),
  })
  .meta({ id: 'TextUpdateResult', description: 'What became of the request' })

export const retryResult = z
  .object({ affectCount: z.int().min(0).describe('How many failed documents are being tried again') })
  .meta({ id: 'RetryResult', description: 'What is being tried again' })

export type TextUpdateResult = z.infer<typeof textUpdateResult>
export type TextFileEntry = z.infer<ReturnType<typeof addEntry>> & { readonly doc_id?: string }

export const defaultTextRequests = {
  textAdd: textAddRequest(defaultLimits),
  textUpdate: textUpdateRequest(defaultLimits),
  spreadsheetAdd: spreadsheetAddRequest(defaultLimits),
  spreadsheetUpdate: spreadsheetUpdateRequest(defaultLimits),
}
