/** CSV as a document: a row is a block, with its column names in its text so that it can stand alone. */
import { parse } from 'csv-parse/sync'
import { createDocumentBuilder, type ReadDocument } from './document.ts'
import { rowText } from './row-text.ts'
import { Unreadable } from './unreadable.ts'

const DELIMITERS = [',', ';', '\t', '|']

export function readCsv(text: string): ReadDocument {
  const rows = best(text)
  const builder = createDocumentBuilder('CSV')
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

/** The delimiter that gives the most rows of the same width, wider than one. */
function best(text: string): string[][] {
  let found: { rows: string[][]; score: number } | undefined
  for (const delimiter of DELIMITERS) {
    const rows = tryParse(text, delimiter)
    if (!rows || rows.length === 0) continue
    const width = rows[0]!.length
    const score = width < 2 ? 0 : rows.filter((row) => row.length === width).length / rows.length
    if (!found || score > found.score) found = { rows, score }
  }
  if (!found)
    throw new Unreadable('The file could not be read as CSV: a quotation mark is opened and never closed.')
  return found.rows
}

function tryParse(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  } catch {
    return undefined
  }
}
