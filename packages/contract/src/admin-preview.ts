/** The admin contract of previews: what would become of a file, with nothing stored. */
import { z } from 'zod'
import { conversionReport } from './admin-conversions.ts'
import { importLedger } from './admin-imports.ts'
import { optional, wholeNumber } from './fields.ts'
import { fileEntrySchema, readingFields } from './knowledge.ts'
import { defaultLimits, type Limits } from './limits.ts'

export const filePurposes = ['QA_FILE', 'FILE_2_QA'] as const
const mostPairs = 500

export function documentPreviewRequest(limits: Limits) {
  return z
    .object({
      file: fileEntrySchema(limits).describe(
        'The file; with doc_id it is read as if it replaced that document',
      ),
      purpose: optional(z.enum(filePurposes)).describe(
        'How to read it: as a list of pairs, or as a document to convert; found out when omitted',
      ),
      ...readingFields(limits),
      limit: optional(wholeNumber(0, mostPairs)).describe('Most pairs to show; 50 unless given'),
    })
    .meta({ id: 'DocumentPreviewRequest', description: 'A file to look at' })
}
export const defaultDocumentPreviewRequest = documentPreviewRequest(defaultLimits)

export const documentPreview = z
  .object({
    file_name: z.string().describe('Name of the file'),
    purpose: z.enum(filePurposes).describe('How it was read; the purpose to add it with'),
    format: z.string().nullable().describe('What its content is; null when that was not found out'),
    reason: z.string().nullable().describe('Why it cannot be stored; null when it can'),
    pair_count: z.int().min(0).describe('Pairs that would be stored'),
    pairs: z
      .array(z.object({ question: z.string(), answer: z.string() }))
      .describe('The first of them, in order'),
    ledger: importLedger
      .nullable()
      .describe('Of a list of pairs: its columns, and what becomes of every row; null when none was found'),
    rejected_csv: z
      .string()
      .nullable()
      .describe(
        'The rejected rows as the text of a CSV file to mend and import again: each whole, after its number and the reason; null when there are none',
      ),
    conversion: conversionReport
      .omit({ pairs: true, format: true })
      .nullable()
      .describe('Of a document: how much of it the pairs hold'),
    model: z
      .object({
        name: z.string().describe('Name of the model'),
        chunks: z.int().min(0).describe('Passages it would be asked about'),
      })
      .nullable()
      .describe('The model that would write pairs of its own; those shown are what is stored without it'),
  })
  .meta({ id: 'DocumentPreview', description: 'What would become of a file' })

export type DocumentPreview = z.infer<typeof documentPreview>
