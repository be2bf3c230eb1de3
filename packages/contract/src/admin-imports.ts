/** The admin contract of imports: the result for every row of a file. */
import { z } from 'zod'
import { count, textOrNull, timeOf } from './fields.ts'

const importRejection = z
  .object({
    row: count('Row number as in a spreadsheet, starting at 1'),
    column: z.string().optional().describe('Name of the column with the fault'),
    reason: z.string().describe('Why the row was rejected'),
    excerpt: z.string().describe('Beginning of the rejected text'),
  })
  .meta({ id: 'ImportRejection', description: 'A row that was rejected, and why' })

export const importLedger = z
  .object({
    format: z.enum(['CSV', 'XLSX']).describe('Format of the content'),
    rows_read: count(
      'Number of rows with content below the header; always the sum of stored, duplicate and rejected',
    ),
    stored: count('Number of rows stored'),
    pairs: count('Number of pairs stored; a row with similar questions becomes several pairs'),
    duplicate: count('Number of rows with the same question and answer as an earlier row'),
    rejected: count('Number of rows rejected'),
    rejections: z.array(importRejection).describe('The first 1,000 rejections'),
    encoding: textOrNull('Encoding of the text; null for a workbook'),
    delimiter: textOrNull('Delimiter of the cells; null for a workbook'),
    sheet: textOrNull('Name of the sheet that was read; null for a CSV'),
    header_rows: count('Number of header rows'),
    question_column: z.string().describe('Name or number of the column with the questions'),
    answer_column: z.string().describe('Name or number of the column with the answers'),
    notes: z.array(z.string()).describe('Remarks, such as a file name that does not match the content'),
  })
  .meta({
    id: 'ImportLedger',
    description: 'The result of an import, row by row',
  })

export const documentImport = z
  .object({
    id: z.string().describe('Id of the import'),
    doc_id: z.string().describe('Id of the document'),
    file_name: z.string().describe('Name of the file'),
    state: z.enum(['stored']).describe('State of the import'),
    ledger: importLedger.describe('Result, row by row'),
    rejected_csv: textOrNull(
      'The rejected rows as a CSV file, to be corrected and imported again; null if there are none or they were not kept',
    ),
    created_at: timeOf('When the import was stored'),
  })
  .meta({ id: 'DocumentImport', description: 'The latest import of a document' })

export const importsUnderWay = z
  .object({
    items: z
      .array(
        z.object({
          doc_id: z
            .string()
            .describe('Id of the document; a new document exists only when the import has ended'),
          file_name: z.string().describe('Name of the file'),
          rows_read: count('Number of rows read so far'),
          rows_total: count('Number of rows in the file'),
          started_at: timeOf('When the import began'),
        }),
      )
      .describe('At most 100 running imports that take longer than a second, oldest first'),
  })
  .meta({ id: 'ImportsUnderWay', description: 'The progress of running imports' })

export type ImportsUnderWay = z.infer<typeof importsUnderWay>
export type ImportLedger = z.infer<typeof importLedger>
export type DocumentImport = z.infer<typeof documentImport>
