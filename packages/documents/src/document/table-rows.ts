/** Writes each row of a table so that it is understandable on its own. A header needs evidence, because a wrong header falsifies all other rows. */
import { labelOf } from '@tandem/languages/question-labels'
import { findQaColumns } from '../lists/column-names.ts'

export interface TableCell {
  readonly text: string
  /** Marked as a header cell. */
  readonly isHead: boolean
  readonly isBold: boolean
}

export interface TableRow {
  readonly cells: readonly TableCell[]
  /** A single cell spans all columns. */
  readonly isSpanning: boolean
}

const textsOf = ({ cells }: TableRow) => cells.map(({ text }) => text)

/** Writes all rows except the header, with the names of their columns. */
export function writeRows(rows: readonly TableRow[]) {
  // Title rows that span all columns precede the header.
  const first = Math.max(
    0,
    rows.findIndex((row) => !row.isSpanning),
  )
  const headers = headerRows(rows.slice(first))
  const columns = columnNames(rows.slice(first, first + headers))
  const body = rows.filter((_, i) => i < first || i >= first + headers)
  return body.map((row) => {
    const texts = textsOf(row)
    const labelled = labelledText(texts)
    if (labelled) return { kind: 'paragraph' as const, text: labelled, cells: [], columns: [] }
    const kind = 'row' as const
    if (row.isSpanning) return { kind, text: rowText([], texts), cells: texts.slice(0, 1), columns: [] }
    const isNamed = row.cells[0]?.isHead === true && !row.cells[1]?.isHead
    const text = columns.length > 0 ? rowText(columns, texts) : namedRowText(texts, isNamed)
    return { kind, text, cells: texts, columns }
  })
}

// Rule (off: undefined): "Q1" or "Answer" in a cell of its own is the label of the next cell; office leaflets have each question and each answer in a row.
function labelledText(texts: readonly string[]): string | undefined {
  const [label = '', text = '', ...others] = texts.filter(Boolean)
  const found = text && others.length === 0 ? labelOf(`${label}:`) : undefined
  return found && found.chars > label.length ? `${label}: ${text}` : undefined
}

/** Number of header rows at the top; 0 without a header or without other rows. */
function headerRows(rows: readonly TableRow[]): number {
  const marked = rows.findIndex(({ cells }) => cells.length < 2 || cells.some(({ isHead }) => !isHead))
  if (marked > 0) return Math.min(marked, 3)
  const [row, ...others] = rows
  if (marked < 0 || !row || row.isSpanning || others.length === 0 || row.cells.length < 2) return 0
  return !row.cells.some(({ isHead }) => isHead) && looksLikeHeader(row, others) ? 1 : 0
}

/** Joins the names of several header rows: "Price" over "Monthly" gives "Price Monthly". Empty when all names are empty. */
function columnNames(rows: readonly TableRow[]): string[] {
  const names = rows.map((row, level) => {
    const texts = textsOf(row)
    const isLast = level === rows.length - 1
    return isLast ? texts : texts.map((_, i) => texts.slice(0, i + 1).findLast(Boolean) ?? '')
  })
  const width = Math.max(0, ...names.map((each) => each.length))
  const joined = Array.from({ length: width }, (_, i) =>
    [...new Set(names.map((each) => each[i] ?? ''))].join(' ').trim(),
  )
  return joined.some(Boolean) ? joined : []
}

/**
 * Word processors do not mark header cells. A header has short names without digits, each unique and absent from its column below. A table of
 * two columns more often contains names and values, so its first row must also be bold, or name a question and an answer column.
 */
function looksLikeHeader(row: TableRow, others: readonly TableRow[]): boolean {
  const texts = textsOf(row)
  if (findQaColumns(texts)) return true
  const isName = (text: string) => text.length <= 40 && !/^$|\d|[.。?？!]$|\n/u.test(text)
  if (!texts.every(isName) || new Set(texts).size < texts.length) return false
  if (others.some(({ cells }) => cells.some(({ text }, i) => text !== '' && text === texts[i]))) return false
  const isBoldRow = row.cells.every(({ isBold }) => isBold)
  const isBoldTable = others.every(({ cells }) => cells.every(({ isBold }) => isBold))
  return texts.length > 2 || (isBoldRow && !isBoldTable)
}

/** Writes a row so that it is readable without its table: "Plan: Basic; Price: 5 €". */
export function rowText(columns: readonly string[], cells: readonly string[]): string {
  const written = cells.map((cell, i) => {
    const value = cell.trim()
    const column = columns[i]?.trim()
    if (!value) return ''
    return column && column !== value ? `${withoutColon(column)}: ${value}` : value
  })
  return written.filter(Boolean).join(columns.length > 0 ? '; ' : ' | ')
}

const LONGEST_NAME_CHARS = 80

/** Writes a row without column names. The first cell names the others if the row has two cells, or if it is marked as a header cell. */
function namedRowText(cells: readonly string[], isNamed: boolean): string {
  const [name = '', ...values] = cells.map((cell) => cell.trim())
  const isName = name !== '' && name.length <= LONGEST_NAME_CHARS && !/[.!?。！？;；]$|\n/u.test(name)
  const value = values.filter(Boolean).join(' | ')
  const names = isName && value !== '' && (isNamed || cells.length === 2)
  return names ? `${withoutColon(name)}: ${value}` : rowText([], cells)
}

const withoutColon = (name: string) => name.replace(/\s*[:：]$/u, '')
