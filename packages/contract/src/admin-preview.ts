/** The admin contract of previews: the result of adding a file, without storing anything. */
import { z } from 'zod'
import { conversionReport } from './admin-conversions.ts'
import { importLedger } from './admin-imports.ts'
import { count, optional, textOrNull, wholeNumber } from './fields.ts'
import { fileEntrySchema, readingFields } from './knowledge.ts'
import { defaultLimits, type Limits } from './limits.ts'

const filePurposes = ['QA_FILE', 'FILE_2_QA'] as const
const maxPreviewPairs = 500

export function documentPreviewRequest(limits: Limits) {
  return z
    .object({
      file: fileEntrySchema(limits).describe(
        'The file; with doc_id it is read as a replacement of that document',
      ),
      purpose: optional(z.enum(filePurposes)).describe(
        'QA_FILE: read it as a list of pairs. FILE_2_QA: convert it into pairs. Detected if omitted',
      ),
      ...readingFields(limits),
      limit: optional(wholeNumber(0, maxPreviewPairs)).describe(
        'Maximum number of pairs to return; default 50',
      ),
    })
    .meta({ id: 'DocumentPreviewRequest', description: 'A file to preview' })
}
export const defaultDocumentPreviewRequest = documentPreviewRequest(defaultLimits)

export const documentPreview = z
  .object({
    file_name: z.string().describe('Name of the file'),
    purpose: z.enum(filePurposes).describe('How the file was read; add it with this purpose'),
    format: textOrNull('Format of the content; null if unknown'),
    reason: textOrNull('Why the file cannot be stored; null if it can'),
    pair_count: count('Number of pairs that would be stored'),
    pairs: z
      .array(z.object({ question: z.string(), answer: z.string() }))
      .describe('The first of these pairs, in order'),
    ledger: importLedger
      .nullable()
      .describe('List of pairs: its columns, and the result for every row. Otherwise null'),
    rejected_csv: textOrNull(
      'The rejected rows as a CSV file, to be corrected and imported again; each row comes after its number and the reason. Null if there are none',
    ),
    conversion: conversionReport
      .omit({ pairs: true, format: true })
      .nullable()
      .describe('Document to convert: how much of its text the pairs cover. Otherwise null'),
    model: z
      .object({
        name: z.string().describe('Name of the model'),
        chunks: count('Number of passages that it would get'),
      })
      .nullable()
      .describe(
        'The model that would write the pairs; the pairs shown are those made without it. Null: none',
      ),
  })
  .meta({ id: 'DocumentPreview', description: 'The result of adding a file' })

export type DocumentPreview = z.infer<typeof documentPreview>
