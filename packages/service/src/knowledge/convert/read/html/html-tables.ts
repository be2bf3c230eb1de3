/**
 * Tables of a page: which of them hold data, which rows are their header, and cells that go over several rows. A row is taken
 * for a header on evidence only: a wrong one would make false statements of all the rows below it.
 */

import { findQaColumns } from '../../document/qa-columns.ts'
import { namedRowText, rowText } from '../../document/row-text.ts'
import { attribute, type Element, isElement, scan } from './html-tree.ts'

interface Row {
  readonly cells: readonly string[]
  /** By cell: marked as a name, or bold all over. */
  readonly heads: readonly boolean[]
  readonly bold: readonly boolean[]
  /** One cell over all columns. */
  readonly isSpanning: boolean
}

export interface Table {
  readonly isData: boolean
  readonly rows: Row[]
  cells: string[]
  heads: boolean[]
  bold: boolean[]
  given: number
  /** By column: cells that go on over the rows below. */
  readonly spans: Map<number, { rowsLeft: number; readonly text: string; readonly isHead: boolean }>
}

export interface WrittenRow {
  readonly text: string
  readonly cells: readonly string[]
  readonly columns: readonly string[]
}

const MOST_SPAN = 1000

export function newTable(element: Element): Table {
  return {
    isData: isDataTable(element),
    rows: [],
    cells: [],
    heads: [],
    bold: [],
    given: 0,
    spans: new Map(),
  }
}

/** Puts a cell into the row, as often as it spans columns. */
export function addCell(table: Table, element: Element, text: string, isBold: boolean): void {
  fillSpans(table)
  const isHead = element.tagName === 'th'
  const rows = Math.min(MOST_SPAN, Number(attribute(element, 'rowspan')) || 1)
  if (rows > 1) table.spans.set(table.cells.length, { rowsLeft: rows - 1, text, isHead })
  const columns = Math.min(50, Number(attribute(element, 'colspan')) || 1)
  table.given++
  for (let i = 0; i < columns; i++) {
    table.cells.push(i === 0 ? text : '')
    table.heads.push(isHead)
    table.bold.push(isBold)
  }
}

export function endRow(table: Table | undefined): void {
  if (!table?.isData || table.cells.length === 0) return
  const isSpanning = table.given === 1 && table.cells.length > 1
  fillSpans(table)
  const { cells, heads, bold } = table
  if (cells.some(Boolean)) table.rows.push({ cells, heads, bold, isSpanning })
  table.cells = []
  table.heads = []
  table.bold = []
  table.given = 0
}

/** A cell merged over several rows counts in each of them. */
function fillSpans({ cells, heads, bold, spans }: Table): void {
  for (let span = spans.get(cells.length); span && span.rowsLeft >= 0; span = spans.get(cells.length)) {
    if (--span.rowsLeft <= 0) spans.delete(cells.length)
    cells.push(span.text)
    heads.push(span.isHead)
    bold.push(false)
  }
}

/** The rows of a table that has ended, as they are written. */
export function takeRows(table: Table | undefined): WrittenRow[] {
  const rows = table?.rows ?? []
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
function headerRows(rows: readonly Row[]): number {
  const marked = rows.findIndex(({ heads, cells }) => cells.length < 2 || heads.includes(false))
  if (marked > 0) return Math.min(marked, 3)
  const [row, ...others] = rows
  if (marked < 0 || !row || others.length === 0 || row.cells.length < 2) return 0
  return !row.heads.includes(true) && looksLikeHeader(row, others) ? 1 : 0
}

/** Names over names go together: "Price" over "Monthly" and "Yearly". */
function columnNames(rows: readonly Row[]): string[] {
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

/** What stands over a column of values, and is hardly ever one. */
const VALUE_NAMES =
  /^(?:\S+\s)?(?:prices?|costs?|fees?|amounts?|values?|quantit(?:y|ies)|descriptions?|definitions?|meanings?|details|notes?|remarks?|preise?|kosten|gebühr(?:en)?|betrag|wert|menge|beschreibung|bedeutung|bemerkung(?:en)?|precios?|coste|importe|valor|descripción|prix|coût|montant|valeur|prezzo|costo|importo|valore|descrizione|preço|descrição|цена|стоимость|описание|значение|价格|金额|费用|说明|内容|描述|备注|価格|料金|金額|説明|備考|가격|요금|금액|설명|비고)(?:\s\(.{1,10}\))?$/iu

/**
 * Word processors do not mark header cells: short names without figures, each given once and never again below. Two columns are
 * more often names with their values, so there the row must be bold, or name questions and answers.
 */
function looksLikeHeader({ cells, bold }: Row, others: readonly Row[]): boolean {
  if (findQaColumns(cells)) return true
  const isShort = cells.every(
    (cell) => cell.length > 0 && cell.length <= 40 && !/\d|[.。?？!]$|\n/u.test(cell),
  )
  if (!isShort || new Set(cells).size < cells.length) return false
  if (others.some((row) => row.cells.some((cell, i) => cell !== '' && cell === cells[i]))) return false
  if (VALUE_NAMES.test(cells.at(-1)!)) return true
  const isBoldRow = !bold.includes(false) && others.some((row) => row.bold.includes(false))
  return isBoldRow || cells.length > 2
}

/** A table that lays out a page holds tables, headings or a single column; its cells are read as ordinary content. */
function isDataTable(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role'))) return false
  let widest = 0
  let rows = 0
  let breaks = 0
  let heads = 0
  const laysOut = scan(table, (node) => {
    if (!isElement(node)) return false
    if (node.tagName === 'th') heads++
    if (node.tagName === 'br' || node.tagName === 'p') breaks++
    if (node.tagName === 'tr') {
      rows++
      widest = Math.max(widest, node.childNodes.filter((each) => /^t[dh]$/.test(each.nodeName)).length)
    }
    return /^(?:table|h[1-6]|details|dl)$/.test(node.tagName)
  })
  // One row of cells with many lines each: the columns of a page.
  const isColumns = rows === 1 && heads === 0 && breaks > widest * 2
  return !laysOut && !isColumns && widest > 1
}
