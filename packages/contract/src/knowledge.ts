/**
 * Adding and updating question-answer documents: the shapes of a pair, a file entry, both requests and their response.
 * Request schemas are functions of the limits; the exports named `default…` use the documented default limits.
 */
import { z } from 'zod'
import {
  base64,
  flag,
  httpUrl,
  id,
  numeric,
  optional,
  optionalOrEmpty,
  text,
  wholeNumber,
  withContent,
  withDefault,
} from './fields.ts'
import { addRules, updateRules } from './knowledge-rules.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { range, withNeeded } from './needed.ts'

const qaPurposes = ['QA_TEXT', 'QA_FILE', 'FILE_2_QA'] as const
export const defaultChunkTokens = 600

export function qaPairSchema(limits: Limits) {
  const schema = z
    .object({
      question: text(limits.questionChars).describe('The question'),
      answer: text(limits.answerChars).describe('The answer'),
    })
    .meta({ id: 'QaPair', description: 'One question with its answer' })
  return withNeeded(schema, 'an object with question and answer')
}

export function fileEntrySchema(limits: Limits) {
  const schema = z
    .object({
      file_name: text(limits.fileNameChars).describe('Name of the file; a new document gets its name'),
      file_url: optionalOrEmpty(httpUrl()).describe(
        'URL of the file; used instead of source_url. If file_base64 is given, the URL is not fetched and may be of any kind',
      ),
      source_url: optionalOrEmpty(httpUrl()).describe(
        'URL of the file. If file_base64 is given, the URL is not fetched and may be of any kind',
      ),
      file_base64: optionalOrEmpty(base64()).describe('Content of the file; used instead of both URLs'),
      doc_id: optionalOrEmpty(id()).describe('Update: id of the document to replace'),
    })
    .meta({ id: 'FileEntry', description: 'A file, by URL or by content' })
  const entry = withContent(schema, 'file_base64', ['file_url', 'source_url'])
  return withNeeded(entry, 'an object with file_name and file_url, source_url or file_base64')
}

const pairList = <T extends z.ZodType>(limits: Limits, pair: T) =>
  withNeeded(
    z.array(pair).max(limits.pairsPerRequest),
    `a list of ${range(1, limits.pairsPerRequest)} question-answer pairs`,
  )

const fileList = (limits: Limits) =>
  withNeeded(
    z.array(fileEntrySchema(limits)).max(limits.filesPerRequest),
    `a list of ${range(1, limits.filesPerRequest)} file entries`,
  )

export function readingFields(limits: Limits) {
  return {
    header_row: optionalOrEmpty(numeric(wholeNumber(0, limits.headerRows))).describe(
      'CSV: number of header rows to skip; 0 for none. Detected if omitted',
    ),
    chunk_token: withDefault(wholeNumber(1, limits.chunkTokens), defaultChunkTokens).describe(
      'FILE_2_QA: maximum number of tokens in one chunk of the document',
    ),
    splitter: optionalOrEmpty(text(limits.splitterChars, { blankAllowed: true })).describe(
      'QA_FILE: the CSV delimiter; detected if omitted. FILE_2_QA: the text that separates chunks; used instead of chunk_token',
    ),
  }
}

function addSchema<T extends z.ZodType>(limits: Limits, pair: T) {
  return z
    .object({
      purpose: z
        .enum(qaPurposes)
        .describe('QA_TEXT: pairs in qaList. QA_FILE: CSV files. FILE_2_QA: documents to convert into pairs'),
      knowledge_base_id: optionalOrEmpty(id()).describe(
        'Id of the knowledge base; the default one if omitted',
      ),
      name: optionalOrEmpty(text(limits.documentNameChars)).describe(
        'Name of the document; required for QA_TEXT',
      ),
      qaList: optional(pairList(limits, pair)).describe('The pairs; required for QA_TEXT'),
      files: optional(fileList(limits)).describe('The files; required for QA_FILE and FILE_2_QA'),
      ...readingFields(limits),
    })
    .check(addRules(limits))
}

function updateSchema<T extends z.ZodType>(limits: Limits, pair: T) {
  return z
    .object({
      doc_id: optionalOrEmpty(id()).describe('Id of the document to replace; required with qaList'),
      knowledge_base_id: optionalOrEmpty(id()).describe(
        'If given, it must be the knowledge base of the document',
      ),
      qaList: optional(pairList(limits, pair)).describe(
        'The new pairs, which replace all pairs of the document; not together with files',
      ),
      files: optional(fileList(limits)).describe(
        'New files of the documents that their doc_id names; not together with qaList',
      ),
      append: optional(flag()).describe(
        'With files. true: add their pairs to the documents. Otherwise their pairs replace those of the documents',
      ),
      ...readingFields(limits),
    })
    .check(updateRules(limits))
}

export const qaAddRequest = (limits: Limits) =>
  addSchema(limits, qaPairSchema(limits)).meta({ id: 'QaAddRequest', description: 'Add QA documents' })
const qaUpdateRequest = (limits: Limits) =>
  updateSchema(limits, qaPairSchema(limits)).meta({
    id: 'QaUpdateRequest',
    description: 'Replace QA documents',
  })

/** Checks everything except the pairs themselves, so that a long qaList can be checked in slices with `qaPairSchema`. */
export const qaAddEnvelope = (limits: Limits) => addSchema(limits, z.unknown())
export const qaUpdateEnvelope = (limits: Limits) => updateSchema(limits, z.unknown())

export const documentResult = z
  .object({
    doc_id: z.string().describe('Id of the document'),
    doc_name: z.string().describe('Name of the document'),
  })
  .meta({ id: 'DocumentResult', description: 'A document that was added or updated' })

export const qaResult = z
  .object({
    doc: z.array(documentResult).describe('Documents added or updated'),
    failed: z.array(z.string()).describe('Names of the files that could not be fetched or read'),
    failed_reasons: z
      .array(
        z.object({
          file_name: z.string().describe('Name of the file'),
          reason: z.string().describe('Why the file failed'),
        }),
      )
      .optional()
      .describe('Why each file failed; absent if none failed'),
  })
  .meta({ id: 'QaResult', description: 'Documents added or updated, and files that failed' })

export const qaPair = qaPairSchema(defaultLimits)
export const defaultQaAddRequest = qaAddRequest(defaultLimits)
export const defaultQaUpdateRequest = qaUpdateRequest(defaultLimits)

export type FileEntry = z.infer<ReturnType<typeof fileEntrySchema>>
export type QaAddEnvelope = z.infer<ReturnType<typeof qaAddEnvelope>>
export type QaUpdateEnvelope = z.infer<ReturnType<typeof qaUpdateEnvelope>>
export type QaResult = z.infer<typeof qaResult>
