/** The rows of a table, each written so that it can stand alone. A row is taken for the header on evidence only: a wrong one makes false statements of all others. */
import { labelOf } from '@tandem/languages/question-labels'
import { findQaColumns } from '../lists/column-names.ts'

export interface TableCell {
  readonly text: string
  /** Marked as a name. */
  readonly isHead: boolean
  readonly isBold: boolean
}

export interface TableRow {
  readonly cells: readonly TableCell[]
  /** One cell over all columns. */
  readonly isSpanning: boolean
}

const textsOf = ({ cells }: TableRow) => cells.map(({ text }) => text)

/** The rows below the header, as they are written, with the names of their columns. */
export function writeRows(rows: readonly TableRow[]) {
  // Titles over all columns come before the header.
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

// Rule (off: undefined): "Q1" or "Answer" in a cell of its own before a text is its label; leaflets of offices have each question and each answer in a row.
function labelledText(texts: readonly string[]): string | undefined {
  const [label = '', text = '', ...others] = texts.filter(Boolean)
  const found = text && others.length === 0 ? labelOf(`${label}:`) : undefined
  return found && found.chars > label.length ? `${label}: ${text}` : undefined
}

/** How many rows at the top name the columns; 0 where nothing would be named by them. */
function headerRows(rows: readonly TableRow[]): number {
  const marked = rows.findIndex(({ cells }) => cells.length < 2 || cells.some(({ isHead }) => !isHead))
  if (marked > 0) return Math.min(marked, 3)
  const [row, ...others] = rows
  if (marked < 0 || !row || row.isSpanning || others.length === 0 || row.cells.length < 2) return 0
  return !row.cells.some(({ isHead }) => isHead) && looksLikeHeader(row, others) ? 1 : 0
}

/** Names over names go together: "Price" over "Monthly" and "Yearly". None where all are empty. */
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
 * Word processors do not mark header cells: short names without figures, each given once and never again below. Two columns are
 * more often names with their values, so there the row must be bold, or name questions and answers.
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

/** Writes a table row so that it can be read without its table: "Plan: Basic; Price: 5 €". */
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

/** A row of a table without column names: the first cell names the others where there are two, or where it is marked as a name. */
function namedRowText(cells: readonly string[], isNamed: boolean): string {
  const [name = '', ...values] = cells.map((cell) => cell.trim())
  const isName = name !== '' && name.length <= LONGEST_NAME_CHARS && !/[.!?。！？;；]$|\n/u.test(name)
  const value = values.filter(Boolean).join(' | ')
  const names = isName && value !== '' && (isNamed || cells.length === 2)
  return names ? `${withoutColon(name)}: ${value}` : rowText([], cells)
}

const withoutColon = (name: string) => name.replace(/\s*[:：]$/u, '')
