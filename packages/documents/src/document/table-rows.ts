/**
 * The rows of a table, each written so that it can stand alone, and which of them are its header. A row is taken for a header on
 * evidence only: a wrong one would make false statements of all the rows below it.
 */
import { findQaColumns } from './qa-columns.ts'
import { namedRowText, rowText } from './row-text.ts'

export interface TableRow {
  readonly cells: readonly string[]
  /** By cell: marked as a name, or bold all over. */
  readonly heads: readonly boolean[]
  readonly bold: readonly boolean[]
  /** One cell over all columns. */
  readonly isSpanning: boolean
}

export interface WrittenRow {
  readonly text: string
  readonly cells: readonly string[]
  readonly columns: readonly string[]
}

/** The rows below the header, as they are written. */
export function writeRows(rows: readonly TableRow[]): WrittenRow[] {
  // Titles over all columns come before the header.
  const first = rows.findIndex((row) => !row.isSpanning)
  const headers = first < 0 ? 0 : headerRows(rows.slice(first))
  const columns = headers === 0 ? [] : columnNames(rows.slice(first, first + headers))
  const body = rows.filter((_, i) => i < first || i >= first + headers || first < 0)
  return body.map(({ cells, heads, isSpanning }) => {
    if (isSpanning) return { text: rowText([], cells), cells: cells.slice(0, 1), columns: [] }
    const text = columns.length > 0 ? rowText(columns, cells) : namedRowText(cells, heads[0] && !heads[1])
    return { text, cells, columns }
  })
}

/** How many rows at the top name the columns; 0 where nothing would be named by them. */
function headerRows(rows: readonly TableRow[]): number {
  const marked = rows.findIndex(({ heads, cells }) => cells.length < 2 || heads.includes(false))
  if (marked > 0) return Math.min(marked, 3)
  const [row, ...others] = rows
  if (marked < 0 || !row || others.length === 0 || row.cells.length < 2) return 0
  return !row.heads.includes(true) && looksLikeHeader(row, others) ? 1 : 0
}

/** Names over names go together: "Price" over "Monthly" and "Yearly". */
function columnNames(rows: readonly TableRow[]): string[] {
  const names = rows.map(({ cells }, level) => {
    const isLast = level === rows.length - 1
    let over = ''
    return cells.map((cell) => {
      if (cell) over = cell
      return cell || (isLast ? '' : over)
    })
  })
  const width = Math.max(...names.map((each) => each.length))
  return Array.from({ length: width }, (_, i) =>
    [...new Set(names.map((each) => each[i] ?? ''))].join(' ').trim(),
  )
}

/**
 * Word processors do not mark header cells: short names without figures, each given once and never again below. Two columns are
 * more often names with their values, so there the row must be bold, or name questions and answers.
 */
function looksLikeHeader({ cells, bold }: TableRow, others: readonly TableRow[]): boolean {
  if (findQaColumns(cells)) return true
  const isShort = cells.every(
    (cell) => cell.length > 0 && cell.length <= 40 && !/\d|[.。?？!]$|\n/u.test(cell),
  )
  if (!isShort || new Set(cells).size < cells.length) return false
  if (others.some((row) => row.cells.some((cell, i) => cell !== '' && cell === cells[i]))) return false
  const isBoldRow = !bold.includes(false) && others.some((row) => row.bold.includes(false))
  return isBoldRow || cells.length > 2
}
