/** The admin contract of documents: the list of documents for editors. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { documentKinds, documentStatuses } from './documents.ts'
import { count, id, optional, text, textOrNull, timeOf } from './fields.ts'

export const adminDocumentListQuery = z.object({
  base_id: optional(id()).describe('Only documents of this knowledge base'),
  status: optional(z.enum(documentStatuses)).describe('Only documents with this status'),
  q: optional(text(200)).describe(
    'Only documents whose name contains this text; the case of the letters A to Z is ignored',
  ),
  ...listQuery,
})

export const adminDocument = z
  .object({
    id: z.string().describe('Id of the document'),
    name: z.string().describe('Name of the document'),
    kind: z
      .enum(documentKinds)
      .describe('Content: question-answer pairs, passages of a text, or rows of a table'),
    base_id: z.string().describe('Id of its knowledge base'),
    status: z
      .enum(documentStatuses)
      .describe(
        'AVAILABLE: in use. PROCESSING: being converted, or waiting for approval. FAILED: could not be converted',
      ),
    pairs: count('Number of pairs or passages'),
    tokens: z.int().min(0).nullable().describe('Number of tokens; null while they are being counted'),
    format: z.string().describe('Format of its file; QA for pairs that were sent directly'),
    source_url: textOrNull('URL of its file; null if it has none'),
    created_at: timeOf('When the document was added'),
    updated_at: timeOf('When the document was last changed'),
  })
  .meta({ id: 'AdminDocument', description: 'A document of an agent' })

export const adminDocumentList = z
  .object({
    items: z.array(adminDocument).describe('Documents, newest first'),
    counts: z
      .record(z.enum(documentStatuses), z.int().min(0))
      .describe('Number of documents by status, for the requested knowledge base and name'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'AdminDocumentList', description: 'Documents of an agent' })

export type AdminDocument = z.infer<typeof adminDocument>
export type AdminDocumentList = z.infer<typeof adminDocumentList>
