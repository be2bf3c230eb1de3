/** Tables of a page: which of them hold data, which row is their header, and cells that go over several rows. */
import { attribute, type Element, isElement, scan } from './html-furniture.ts'

export interface Table {
  readonly isData: boolean
  columns: string[]
  cells: string[]
  rowCount: number
  allHeads: boolean
  /** By column: cells that go on over the rows below. */
  readonly spans: Map<number, { rowsLeft: number; readonly text: string }>
}

const MOST_SPAN = 1000

export function newTable(element: Element): Table {
  return {
    isData: isDataTable(element),
    columns: [],
    cells: [],
    rowCount: 0,
    allHeads: true,
    spans: new Map(),
  }
}

/** Puts a cell into the row, as often as it spans columns. */
export function addCell(table: Table, element: Element, text: string): void {
  fillSpans(table)
  const rows = Math.min(MOST_SPAN, Number(attribute(element, 'rowspan')) || 1)
  if (rows > 1) table.spans.set(table.cells.length, { rowsLeft: rows - 1, text })
  table.cells.push(text)
  const columns = Math.min(50, Number(attribute(element, 'colspan')) || 1)
  for (let i = 1; i < columns; i++) table.cells.push('')
}

/** Ends a row and answers its cells; undefined when it was the header, or empty. */
export function takeRow(table: Table): readonly string[] | undefined {
  if (!table.isData || table.cells.length === 0) return undefined
  fillSpans(table)
  const { cells } = table
  const isHeader = table.rowCount === 0 && cells.length > 1 && (table.allHeads || looksLikeHeader(cells))
  if (isHeader) table.columns = cells
  table.rowCount++
  table.cells = []
  table.allHeads = true
  return isHeader || !cells.some(Boolean) ? undefined : cells
}

/** A cell merged over several rows counts in each of them. */
function fillSpans({ cells, spans }: Table): void {
  for (let span = spans.get(cells.length); span && span.rowsLeft >= 0; span = spans.get(cells.length)) {
    if (--span.rowsLeft <= 0) spans.delete(cells.length)
    cells.push(span.text)
  }
}

/** A table that lays out a page holds tables, headings or a single column; its cells are read as ordinary content. */
function isDataTable(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role'))) return false
  let widest = 0
  const laysOut = scan(table, (node) => {
    if (!isElement(node)) return false
    if (node.tagName === 'tr') {
      widest = Math.max(widest, node.childNodes.filter((each) => /^t[dh]$/.test(each.nodeName)).length)
    }
    return /^(?:table|h[1-6]|details|dl)$/.test(node.tagName)
  })
  return !laysOut && widest > 1
}

/** Word processors do not mark header cells: short names without figures, each given once. */
function looksLikeHeader(cells: readonly string[]): boolean {
  return (
    new Set(cells).size === cells.length &&
    cells.every((cell) => cell.length > 0 && cell.length <= 40 && !/\d|[.。?？!]$|\n/u.test(cell))
  )
}
