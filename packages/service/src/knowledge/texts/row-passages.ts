/** Makes a passage of each row of a spreadsheet: the names of its columns with its cells, "Plan: Basic; Price: 5 €". */
import { openTables } from '@tandem/documents/open-tables'
import { NEVER_CALCULATED } from '@tandem/documents/read-sheet'
import { rowText } from '@tandem/documents/row-text'
import { pack } from '@tandem/documents/split-text'
import type { Table } from '@tandem/documents/tables'
import { Unreadable } from '@tandem/documents/unreadable'

export interface RowOptions {
  readonly headerRows: number
  readonly maxChars: number
  readonly countTokens: (text: string) => number
}

interface ReadRows {
  readonly format: 'CSV' | 'XLSX'
  readonly passages: string[]
}

export async function rowPassages(bytes: Uint8Array, options: RowOptions): Promise<ReadRows> {
  const { format, tables } = await openTables(bytes)
  const sheets = tables.map((table) => ({ name: table.name, passages: passagesOf(table, options) }))
  const filled = sheets.filter(({ passages }) => passages.length > 0)
  if (filled.length === 0) {
    throw new Unreadable(
      `The file has no row below its ${options.headerRows} header ${options.headerRows === 1 ? 'row' : 'rows'} (header_row).`,
    )
  }
  const passages = filled.flatMap((sheet) =>
    // Rows of several sheets are told apart by the names of those.
    filled.length > 1 ? sheet.passages.map((passage) => `${sheet.name}\n${passage}`) : sheet.passages,
  )
  return { format, passages }
}

function passagesOf({ rows }: Table, options: RowOptions): string[] {
  const header: (readonly string[])[] = []
  let columns: readonly string[] = []
  const passages: string[] = []
  for (const row of rows()) {
    const cells = row.cells.map((cell) => (cell === NEVER_CALCULATED ? '' : cell.trim()))
    if (cells.every((cell) => cell === '')) continue
    if (header.length < options.headerRows) {
      header.push(cells)
      columns = columnNames(header)
    } else passages.push(...inPieces(rowText(columns, cells), options))
  }
  return passages
}

/** Of several header rows the upper ones name groups of columns: a name counts for the empty cells to its right. */
function columnNames(header: readonly (readonly string[])[]): string[] {
  const width = Math.max(...header.map((cells) => cells.length))
  const spread = header.map((cells, row) => {
    let name = ''
    return Array.from({ length: width }, (_, column) => {
      const cell = cells[column] ?? ''
      if (row === header.length - 1) return cell
      name = cell || name
      return name
    })
  })
  return Array.from({ length: width }, (_, column) => {
    const names = spread.map((cells) => cells[column] ?? '').filter((name) => name !== '')
    return [...new Set(names)].join(' ')
  })
}

/** Most rows are one passage; one with more than a passage may hold is cut between sentences. */
function inPieces(text: string, { maxChars, countTokens }: RowOptions): string[] {
  if (text.length <= maxChars) return [text]
  const limits = { maxTokens: Number.MAX_SAFE_INTEGER, maxChars, countTokens }
  return pack(text, [{ start: 0, end: text.length }], limits).parts.map(({ start, end }) =>
    text.slice(start, end),
  )
}
