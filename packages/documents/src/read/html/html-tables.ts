/** HTML tables: distinguishes data tables from layout tables, and resolves cells that span several rows or columns. */
import type { TableCell, TableRow } from '../../document/table-rows.ts'
import { attribute, type Element, elementsBelow, elementsNear, isHeadingTag, type Node } from './html-tree.ts'

const MOST_ROWS_SPANNED = 1000
const MOST_COLUMNS_SPANNED = 50

const isCell = (node: Node): node is Element => node.nodeName === 'td' || node.nodeName === 'th'

const columnsOf = (cell: Element) => Math.min(MOST_COLUMNS_SPANNED, Number(attribute(cell, 'colspan')) || 1)

/** The rows of a table, with the cell texts that `read` returns; a cell that spans several rows is repeated in each of them. */
export function tableRows(
  table: Element,
  isLeftOut: (row: Element) => boolean,
  read: (cell: Element) => { readonly text: string; readonly isBold: boolean },
): TableRow[] {
  const spans = new Map<number, { readonly cell: TableCell; rowsLeft: number }>()
  return [...elementsBelow(table)].flatMap((row) => {
    if (row.tagName !== 'tr' || isLeftOut(row)) return []
    const given = row.childNodes.filter(isCell)
    const cells: TableCell[] = []
    const fillSpans = () => {
      for (let span = spans.get(cells.length); span; span = spans.get(cells.length)) {
        if (--span.rowsLeft <= 0) spans.delete(cells.length)
        cells.push(span.cell)
      }
    }
    for (const element of given) {
      fillSpans()
      const cell = { ...read(element), isHead: element.tagName === 'th' }
      const rows = Math.min(MOST_ROWS_SPANNED, Number(attribute(element, 'rowspan')) || 1)
      if (rows > 1) spans.set(cells.length, { cell: { ...cell, isBold: false }, rowsLeft: rows - 1 })
      for (let i = 0; i < columnsOf(element); i++) cells.push(i === 0 ? cell : { ...cell, text: '' })
    }
    fillSpans()
    // A single cell beside a cell that continues from the row above does not span the whole row.
    const isSpanning = given.length === 1 && cells.length > 1 && cells.length === columnsOf(given[0]!)
    return cells.some(({ text }) => text) ? [{ cells, isSpanning }] : []
  })
}

/** A layout table contains tables, headings or a single column; its cells are read as ordinary content. */
export function isDataTable(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role'))) return false
  const isLayout = (node: Node) => isHeadingTag(node) || /^(?:table|details|dl)$/.test(node.nodeName)
  if (elementsNear(table).some(isLayout)) return false
  const byTag = Map.groupBy(elementsBelow(table), ({ tagName }) => tagName)
  const countOf = (tag: string) => byTag.get(tag)?.length ?? 0
  const rows = byTag.get('tr') ?? []
  const widest = rows.reduce((most, row) => Math.max(most, row.childNodes.filter(isCell).length), 0)
  // A single row of cells with many lines each: the columns of a page.
  const isColumns = rows.length === 1 && countOf('br') + countOf('p') > widest * 2 && countOf('th') === 0
  return !isColumns && widest > 1
}
