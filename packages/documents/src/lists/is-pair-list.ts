/** Decides how the file of an update is read: by its content, by the origin of the document, so that the same file gives the same pairs, and by its name. */
import { isHtml } from '../read/sniff-format.ts'
import { findColumns } from './find-columns.ts'
import { openTables } from './open-tables.ts'
import { sampleOf } from './tables.ts'

export type MadeBy = 'conversion' | 'import' | 'hand'

export interface FileOfUpdate {
  readonly fileName: string
  readonly madeBy: MadeBy
  /** The format in which the existing document was read. */
  readonly format: string
}

/** True for a list of pairs, false for a document to be converted. */
export async function isPairList(
  { fileName, madeBy, format }: FileOfUpdate,
  bytes: Uint8Array,
): Promise<boolean> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = whole.toString('latin1', 0, 2048)
  if (head.startsWith('%PDF-')) return false
  if (head.startsWith('PK\x03\x04'))
    return whole.includes('xl/workbook.xml') && (madeBy !== 'conversion' || format !== 'XLSX')
  const isNamedTable = /\.(?:csv|tsv|tab|xlsx|xlsm)$/i.test(fileName)
  const isNamedDocument = /\.(?:md|markdown|mdx|html?|xhtml|json|jsonl|ndjson|ya?ml)$/i.test(fileName)
  if (!isNamedTable && (isNamedDocument || isHtml(head)))
    return madeBy === 'import' && (await hasPairHeader(whole))
  if (madeBy === 'import') return true
  if (madeBy === 'hand') return isNamedTable || hasPairHeader(whole)
  return isNamedTable && format !== 'CSV' && hasPairHeader(whole)
}

/** Whether the header identifies a question and an answer column by name. */
async function hasPairHeader(bytes: Buffer): Promise<boolean> {
  try {
    const [table] = (await openTables(bytes)).tables
    const columns = table && findColumns(sampleOf(table))
    return columns !== undefined && 'question' in columns && columns.isByName
  } catch {
    return false
  }
}
