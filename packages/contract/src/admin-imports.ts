/** The admin contract of imports: what became of every row of a file. */
import { z } from 'zod'
import { timeOf } from './fields.ts'

const count = (what: string) => z.int().min(0).describe(what)

export const importRejection = z
  .object({
    row: count('Row of the file, as a spreadsheet counts them, from 1'),
    column: z.string().optional().describe('Name of the column the reason is about'),
    reason: z.string().describe('Why the row is not stored'),
    excerpt: z.string().describe('The beginning of what stood there'),
  })
  .meta({ id: 'ImportRejection', description: 'A row that is not stored, and why' })

export const importLedger = z
  .object({
    format: z.enum(['CSV', 'XLSX']).describe('What the content of the file is'),
    rows_read: count('Rows with content below the header; always stored + duplicate + rejected'),
    stored: count('Rows stored'),
    pairs: count('Pairs stored; more than rows where a row has similar questions'),
    duplicate: count('Rows with the question and answer of an earlier row'),
    rejected: count('Rows not stored, each with a reason'),
    rejections: z.array(importRejection).describe('The first 1,000 rejections'),
    encoding: z.string().nullable().describe('Encoding of the text; null for a workbook'),
    delimiter: z.string().nullable().describe('What separates the cells; null for a workbook'),
    sheet: z.string().nullable().describe('Name of the sheet that was read; null for a CSV'),
    header_rows: count('Rows taken as header'),
    question_column: z.string().describe('Name or number of the column of questions'),
    answer_column: z.string().describe('Name or number of the column of answers'),
    notes: z
      .array(z.string())
      .describe('What else is worth knowing, such as a name that does not fit the content'),
  })
  .meta({
    id: 'ImportLedger',
    description: 'The account of an import: every row read, and what became of it',
  })

export const documentImport = z
  .object({
    id: z.string().describe('Id of the import'),
    doc_id: z.string().describe('The document it filled'),
    file_name: z.string().describe('Name of the file'),
    state: z.enum(['stored']).describe('What became of the import'),
    ledger: importLedger.describe('The account'),
    rejected_csv: z
      .string()
      .nullable()
      .describe(
        'The rejected rows as the text of a CSV file to mend and import again; null when there are none, or when they were not kept',
      ),
    created_at: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'When it was stored, in milliseconds since 1970' }),
  })
  .meta({ id: 'DocumentImport', description: 'The latest import of a document' })

export const importsUnderWay = z
  .object({
    items: z
      .array(
        z.object({
          doc_id: z.string().describe('The document it fills; a new one is there when the import has ended'),
          file_name: z.string().describe('Name of the file'),
          rows_read: count('Rows read so far'),
          rows_total: count('Rows of the file'),
          started_at: timeOf('When it began'),
        }),
      )
      .describe('Imports that take longer than a second, oldest first; at most 100'),
  })
  .meta({ id: 'ImportsUnderWay', description: 'How far long imports have come' })

export type ImportsUnderWay = z.infer<typeof importsUnderWay>
export type ImportRejection = z.infer<typeof importRejection>
export type ImportLedger = z.infer<typeof importLedger>
export type DocumentImport = z.infer<typeof documentImport>
