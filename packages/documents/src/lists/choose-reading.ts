/**
 * Decides how the file of an update is read: as the document was made, so that the same file sent again gives the same pairs.
 * Unmistakable content comes first, and the name decides where the document says nothing.
 */

import { isHtml } from '../document/looks-like-html.ts'
import { decodeText } from './decode-text.ts'
import { findColumns } from './find-columns.ts'
import { sampleRows, sniffDelimiter } from './sniff-delimiter.ts'

export type MadeBy = 'conversion' | 'import' | 'hand'

export interface UpdateFile {
  readonly fileName: string
  readonly madeBy: MadeBy
  /** What the document was read as. */
  readonly format: string
}

/** True for a list of pairs, false for a document that is to be converted. */
export function isReadAsPairs({ fileName, madeBy, format }: UpdateFile, bytes: Uint8Array): boolean {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = whole.toString('latin1', 0, 2048)
  if (head.startsWith('%PDF-')) return false
  // No conversion reads a workbook.
  if (head.startsWith('PK\x03\x04')) return whole.includes('xl/workbook.xml')
  const isNamedTable = /\.(?:csv|tsv|tab|xlsx|xlsm)$/i.test(fileName)
  const isNamedDocument = /\.(?:md|markdown|mdx|html?|xhtml|json|jsonl|ndjson)$/i.test(fileName)
  if (!isNamedTable && (isNamedDocument || isHtml(head))) return madeBy === 'import' && hasPairHeader(whole)
  if (madeBy === 'import') return true
  if (madeBy === 'hand') return isNamedTable || hasPairHeader(whole)
  return isNamedTable && format !== 'CSV' && hasPairHeader(whole)
}

const SAMPLE_BYTES = 64 * 1024
const RECORD_BYTES = 1024 * 1024

/** Whether the first rows name a column of questions and one of answers. */
function hasPairHeader(bytes: Buffer): boolean {
  const decoded = decodeText(upToLineEnd(bytes))
  if ('reason' in decoded) return false
  const delimiter = sniffDelimiter(decoded.utf8, RECORD_BYTES)
  const columns = findColumns(
    sampleRows(decoded.utf8, { delimiter, recordLimitBytes: RECORD_BYTES }),
    undefined,
  )
  return 'question' in columns && columns.isByName
}

/** The beginning, ended where a line ends: half a character would be another encoding's. */
function upToLineEnd(bytes: Buffer): Buffer {
  if (bytes.length <= SAMPLE_BYTES) return bytes
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const isWide = (sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff)
  const end = isWide ? SAMPLE_BYTES : sample.lastIndexOf(0x0a) + 1
  return end > 0 ? sample.subarray(0, end) : sample
}
