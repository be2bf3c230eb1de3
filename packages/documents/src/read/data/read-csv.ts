/** CSV as a document: a row is a block, with its column names in its text so that it can stand alone. */

import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { rowText } from '../../document/row-text.ts'
import { readRecords } from '../../lists/read-records.ts'
import { sniffDelimiter } from '../../lists/sniff-delimiter.ts'

const RECORD_BYTES = 1024 * 1024

export function readCsv(text: string): ReadDocument {
  const builder = createDocumentBuilder('CSV')
  const rows = rowsOf(text, builder)
  const header = rows[0] ?? []
  const hasHeader =
    rows.length > 1 &&
    header.every((cell) => cell.trim() !== '' && cell.length <= 80 && !/^[\d.,]+$/.test(cell))
  const columns = hasHeader ? header.map((cell) => cell.trim()) : []
  for (const cells of hasHeader ? rows.slice(1) : rows) {
    if (cells.some((cell) => cell.trim())) builder.add('row', rowText(columns, cells), { cells, columns })
  }
  return builder.finish()
}

/** Rows that cannot be read are text all the same, and are said. */
function rowsOf(text: string, builder: DocumentBuilder): (readonly string[])[] {
  const utf8 = Buffer.from(text)
  const delimiter = sniffDelimiter(utf8, RECORD_BYTES)
  const rows: (readonly string[])[] = []
  for (const batch of readRecords(utf8, { delimiter, recordLimitBytes: RECORD_BYTES })) {
    for (const { row, cells, broken } of batch) {
      if (broken) builder.warn(`Row ${row} is not as it should be: ${broken}.`)
      rows.push(cells)
    }
  }
  return rows
}
