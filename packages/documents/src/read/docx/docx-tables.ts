/** A table of a Word document as HTML, with its header rows; a cell merged over several rows stands in each of them. */
import { childOf, elementsIn, isOn, valOf, type XmlElement } from './docx-xml.ts'

export function tableHtml(table: XmlElement, read: (cell: XmlElement) => string): string {
  const rows = partsOf(table, 'w:tr').filter((row) => !childOf(row, 'w:trPr', 'w:del'))
  const named = rows.findIndex((row) => !isOn(childOf(row, 'w:trPr', 'w:tblHeader')))
  const merged = new Map<number, string>()
  const written = rows.map((row, i) => {
    const tag = i < named ? 'th' : 'td'
    const before = Number(valOf(childOf(row, 'w:trPr', 'w:gridBefore'))) || 0
    let column = before
    const cells = partsOf(row, 'w:tc').map((element) => {
      const properties = childOf(element, 'w:tcPr')
      const columns = Number(valOf(childOf(properties, 'w:gridSpan'))) || 1
      const merge = childOf(properties, 'w:vMerge')
      const above = merge && valOf(merge) !== 'restart' ? merged.get(column) : undefined
      const html = above ?? read(element)
      if (merge) merged.set(column, html)
      column += columns
      return `<${tag} colspan="${columns}">${html}</${tag}>`
    })
    const gap = before > 0 ? `<td colspan="${before}"></td>` : ''
    return `<tr>${gap}${cells.join('')}</tr>`
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
