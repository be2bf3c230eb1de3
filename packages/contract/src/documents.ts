/** The knowledge endpoints besides add and update, in the shapes that clients of the platform already use. */
import { z } from 'zod'
import {
  count,
  id,
  optional,
  optionalOrEmpty,
  pageQuery,
  queryIds,
  text,
  textOrNull,
  timeOf,
} from './fields.ts'
import { qaPairSchema } from './knowledge.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { range, withNeeded } from './needed.ts'

/** PROCESSING: still being converted. AVAILABLE: in use. FAILED: could not be converted. */
export const documentStatuses = ['PROCESSING', 'AVAILABLE', 'FAILED'] as const
export type DocumentStatus = (typeof documentStatuses)[number]
/** In the list of documents AVAILABLE is called ACTIVE, as clients of the platform expect. */
const listedStatuses = ['PROCESSING', 'ACTIVE', 'FAILED'] as const
/** QA: question-answer pairs. TEXT: passages of a text. SPREADSHEET: rows of a table, each a passage. */
export const documentKinds = ['QA', 'TEXT', 'SPREADSHEET'] as const
export type DocumentKind = (typeof documentKinds)[number]
const maxIdsPerQuery = 200
/** Each question is searched in all bases of the agent. */
export const maxBasesPerAgent = 1_000

export const knowledgeBaseCreateRequest = z
  .object({
    name: text(200).describe('Name of the knowledge base'),
    desc: optionalOrEmpty(text(2_000)).describe('Description'),
  })
  .meta({ id: 'KnowledgeBaseCreateRequest', description: 'Create a knowledge base' })

export const knowledgeBaseCreated = z
  .object({ knowledge_base_id: z.string().describe('Id of the new knowledge base') })
  .meta({ id: 'KnowledgeBaseCreated', description: 'The knowledge base that was created' })

export const knowledgeBaseChange = z
  .object({
    name: optional(text(200)).describe('New name'),
    desc: optional(text(2_000, { blankAllowed: true })).describe('New description'),
  })
  .meta({
    id: 'KnowledgeBaseChange',
    description: 'Change a knowledge base; an omitted field stays as it is',
  })

const knowledgeBase = z
  .object({
    id: z.string().describe('Id of the knowledge base'),
    name: z.string().describe('Name of the knowledge base'),
    desc: z.string().describe('Description; may be empty'),
    doc: count('Number of documents'),
    chunk: count('Number of pairs and passages in them'),
    token: count('Number of tokens in them'),
    is_default: z
      .boolean()
      .describe('Whether it gets the documents that name no knowledge base; it cannot be deleted'),
    owner_id: textOrNull('Id of its creator; null if unknown'),
    owner_email: textOrNull('Email address of its creator; null if unknown'),
  })
  .meta({ id: 'KnowledgeBase', description: 'A knowledge base' })

export const knowledgeBasePage = z
  .object({ knowledge_base: z.array(knowledgeBase).describe('All knowledge bases of the agent') })
  .meta({ id: 'KnowledgeBasePage', description: 'The knowledge bases of the agent' })

export function qaChunkSchema(limits: Limits) {
  const keywords = optional(z.array(text(200)).max(50))
  const schema = qaPairSchema(limits)
    .extend({ keywords: keywords.describe('Further words by which the pair is found') })
    .meta({ id: 'QaChunk', description: 'A pair, with further words by which it is found' })
  return withNeeded(schema, 'an object with question and answer')
}

function chunksAddSchema<T extends z.ZodType>(limits: Limits, chunk: T) {
  const chunks = withNeeded(
    z.array(chunk).min(1).max(limits.pairsPerRequest),
    `a list of ${range(1, limits.pairsPerRequest)} question-answer pairs`,
  )
  return z.object({
    doc_id: id().describe('Id of the document'),
    chunks: chunks.describe('The pairs to append'),
  })
}

const qaChunksAddRequest = (limits: Limits) =>
  chunksAddSchema(limits, qaChunkSchema(limits)).meta({
    id: 'QaChunksAddRequest',
    description: 'Append pairs to a QA document',
  })
/** Checks everything except the pairs themselves, which are checked in slices with `qaChunkSchema`. */
export const qaChunksAddEnvelope = (limits: Limits) => chunksAddSchema(limits, z.unknown())
export const defaultQaChunksAddRequest = qaChunksAddRequest(defaultLimits)

export const documentPageQuery = z.object({
  knowledge_base_id: id().describe('Id of the knowledge base'),
  ...pageQuery,
})

const documentEntry = z
  .object({
    id: z.string().describe('Id of the document'),
    name: z.string().describe('Name of the document'),
    kind: z
      .enum(documentKinds)
      .describe('Content: question-answer pairs, passages of a text, or rows of a table'),
    format: z.string().describe('Format of its file; QA for pairs that were sent directly'),
    source_url: textOrNull('URL of its file; null if it has none'),
    status: z.enum(listedStatuses).describe('ACTIVE: the document is in use'),
    chunk: count('Number of pairs or passages'),
    token: count('Number of tokens in them'),
    char_count: count('Number of characters in them'),
    create_time: timeOf('When the document was added'),
    update_time: timeOf('When the document was last replaced or appended to'),
    creator_id: textOrNull('Id of its creator; null if unknown'),
    creator_email: textOrNull('Email address of its creator; null if unknown'),
  })
  .meta({ id: 'Document', description: 'A document of a knowledge base' })

export const documentPage = z
  .object({
    list: z.array(documentEntry).describe('The documents on this page'),
    total: count('Number of documents on all pages'),
  })
  .meta({ id: 'DocumentPage', description: 'One page of documents' })

export const documentStatusQuery = z.object({
  data_ids: queryIds(maxIdsPerQuery).describe(
    'Ids of the documents; repeat the parameter for each id, or send one comma-separated list',
  ),
})

export const documentDeleteQuery = z.object({
  doc: queryIds(maxIdsPerQuery).describe(
    'Ids of the documents to delete, separated by commas or as a repeated parameter',
  ),
})

const documentStatusEntry = z
  .object({
    data_id: z.string().describe('Id of the document'),
    data_status: z
      .enum(documentStatuses)
      .describe('PROCESSING: still being converted. AVAILABLE: in use. FAILED: could not be converted'),
  })
  .meta({ id: 'DocumentStatus', description: 'The status of a document' })

export const documentStatusList = z
  .array(documentStatusEntry)
  .meta({ id: 'DocumentStatusList', description: 'One entry for each document that exists' })

export type KnowledgeBase = z.infer<typeof knowledgeBase>
export type DocumentEntry = z.infer<typeof documentEntry>
export type DocumentPage = z.infer<typeof documentPage>
