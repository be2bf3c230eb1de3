/** Tables of a page: which of them hold data, and cells that go over several rows or columns. */
import type { TableRow } from '../../document/table-rows.ts'
import { attribute, type Element, isElement, scan } from './html-tree.ts'

export interface Table {
  readonly isData: boolean
  readonly rows: TableRow[]
  cells: string[]
  heads: boolean[]
  bold: boolean[]
  given: number
  /** By column: cells that go on over the rows below. */
  readonly spans: Map<number, { rowsLeft: number; readonly text: string; readonly isHead: boolean }>
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
