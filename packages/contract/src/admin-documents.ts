/** The admin contract of documents: the list that an editor looks through. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { documentKinds, documentStatuses } from './documents.ts'
import { id, optional, text, timeOf } from './fields.ts'

export const adminDocumentListQuery = z.object({
  base_id: optional(id()).describe('Only documents of this knowledge base'),
  status: optional(z.enum(documentStatuses)).describe('Only documents in this state'),
  q: optional(text(200)).describe(
    'Only documents whose name contains this text; the case of A to Z does not count',
  ),
  ...listQuery,
})

export const adminDocument = z
  .object({
    id: z.string().describe('Id of the document'),
    name: z.string().describe('Its name'),
    kind: z
      .enum(documentKinds)
      .describe('What it holds: question-answer pairs, passages of a text, rows of a table'),
    base_id: z.string().describe('Id of its knowledge base'),
    status: z
      .enum(documentStatuses)
      .describe('AVAILABLE: it answers; PROCESSING: it is being converted or waits for approval; FAILED'),
    pairs: z.int().min(0).describe('Number of pairs or passages it shows'),
    tokens: z.int().min(0).nullable().describe('Number of tokens in them; null while they are counted'),
    format: z.string().describe('What it was made from: QA for pairs given directly, else the kind of file'),
    source_url: z.string().nullable().describe('Where its file came from, if from a URL'),
    created_at: timeOf('When it was added'),
    updated_at: timeOf('When it was last changed'),
  })
  .meta({ id: 'AdminDocument', description: 'A document of an agent' })

export const adminDocumentList = z
  .object({
    items: z.array(adminDocument).describe('Documents, newest first'),
    counts: z
      .record(z.enum(documentStatuses), z.int().min(0))
      .describe('How many there are in each state, of the base and name asked for'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'AdminDocumentList', description: 'Documents of an agent' })

export type AdminDocument = z.infer<typeof adminDocument>
export type AdminDocumentList = z.infer<typeof adminDocumentList>
