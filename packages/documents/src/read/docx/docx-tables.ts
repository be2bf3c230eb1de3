/** A table of a Word document as HTML, with its header rows and merged cells. */
import { childOf, elementsIn, isOn, valOf, type XmlElement } from './docx-xml.ts'

interface Cell {
  readonly html: string
  readonly columns: number
  rows: number
}

export function tableHtml(table: XmlElement, read: (cell: XmlElement) => string): string {
  const rows = partsOf(table, 'w:tr').filter((row) => !childOf(row, 'w:trPr', 'w:del'))
  const named = rows.findIndex((row) => !isOn(childOf(row, 'w:trPr', 'w:tblHeader')))
  const merged = new Map<number, Cell>()
  const cells = rows.map((row) => {
    const before = Number(valOf(childOf(row, 'w:trPr', 'w:gridBefore'))) || 0
    let column = before
    const own = partsOf(row, 'w:tc').flatMap((element) => {
      const properties = childOf(element, 'w:tcPr')
      const columns = Number(valOf(childOf(properties, 'w:gridSpan'))) || 1
      const merge = childOf(properties, 'w:vMerge')
      const at = column
      column += columns
      const above = merge && valOf(merge) !== 'restart' ? merged.get(at) : undefined
      if (above) {
        above.rows++
        return []
      }
      const cell: Cell = { html: read(element), columns, rows: 1 }
      if (merge) merged.set(at, cell)
      else merged.delete(at)
      return [cell]
    })
    return before > 0 ? [{ html: '', columns: before, rows: 1 }, ...own] : own
  })
  const written = cells.map((row, i) => {
    const tag = i < named ? 'th' : 'td'
    const each = ({ html, columns, rows: over }: Cell) =>
      `<${tag} colspan="${columns}" rowspan="${over}">${html}</${tag}>`
    return `<tr>${row.map(each).join('')}</tr>`
  })
  return `<table>${written.join('')}</table>`
}

/** Rows or cells, also those that stand in a control or were put in by a tracked change. */
function partsOf(node: XmlElement, name: string): XmlElement[] {
  return elementsIn(node).flatMap((child) => {
    if (child.name === name) return [child]
    return /^w:(?:sdt|sdtContent|ins|moveTo|customXml)$/.test(child.name) ? partsOf(child, name) : []
  })
}
