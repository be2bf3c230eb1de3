/** Reads the rows of a sheet: each cell as the text that a person sees, vertically merged cells repeated in each row. */
import { type Attributes, readXml, type XmlEvent } from '../read-xml.ts'
import { numberText } from './number-text.ts'
import type { Row } from './tables.ts'

/** Data that the cells of all sheets refer to. */
export interface Workbook {
  readonly sharedTexts: readonly string[]
  /** Indexed by cell style. */
  readonly formatCodes: readonly string[]
  readonly isFrom1904: boolean
}

/** The text of a formula without a stored result. */
export const NEVER_CALCULATED = '#FORMULA!'
/** Maximum number of columns; cells beyond are ignored. */
const MOST_COLUMNS = 256
const MOST_MERGES = 10_000

/** A cell merged over several rows, for instance one answer beside many questions, counts for each of these rows. */
export function* readSheet(xml: string, workbook: Workbook): Generator<Row> {
  const merges = Map.groupBy(readMerges(xml), ({ first }) => first)
  const above = new Map<number, { last: number; text: string }>()
  for (const { row, cells } of readRows(xml, workbook)) {
    for (const [column, { last, text }] of above) if (row <= last) put(cells, column, text)
    for (const { column, last } of merges.get(row) ?? [])
      if (cells[column]) above.set(column, { last, text: cells[column] })
    yield { row, cells }
  }
}

function* readRows(xml: string, workbook: Workbook): Generator<{ row: number; cells: string[] }> {
  let row = 0
  let cells: string[] = []
  let column = -1
  let cell: Attributes = {}
  let value = ''
  let isFormula = false
  for (const event of readShown(xml)) {
    if (event.kind === 'text') value += event.text
    else if (event.kind === 'open') {
      if (event.local === 'row') {
        row = Number(event.attributes.r ?? row + 1)
        cells = []
        column = -1
      } else if (event.local === 'c') {
        cell = event.attributes
        column = cell.r === undefined ? column + 1 : columnOf(cell.r)
        value = ''
        isFormula = false
      } else if (event.local === 'f') isFormula = true
    } else if (event.local === 'c') {
      const isOpen = isFormula && value === '' && cell.t !== 'str'
      put(cells, column, isOpen ? NEVER_CALCULATED : cellText(value, cell, workbook))
    } else if (event.local === 'row') yield { row, cells }
    else if (event.local === 'sheetData') return
  }
}

function put(cells: string[], column: number, text: string): void {
  if (text === '' || column < 0 || column >= MOST_COLUMNS) return
  while (cells.length < column) cells.push('')
  cells[column] = text
}

function cellText(value: string, cell: Attributes, workbook: Workbook): string {
  const { t: type = 'n', s: style = 0 } = cell
  if (value === '') return ''
  if (type === 's') return workbook.sharedTexts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return unescaped(value)
  return numberText(value, workbook.formatCodes[Number(style)], workbook.isFrom1904)
}

/** Keeps only the text of values and runs: no formulas, and no Japanese phonetic guides (`rPh`). */
function* readShown(xml: string): Generator<XmlEvent> {
  let isShown = false
  let isReading = false
  for (const event of readXml(xml)) {
    if (event.kind === 'text' && (!isShown || isReading)) continue
    if (event.kind !== 'text' && event.local === 'rPh') isReading = event.kind === 'open'
    if (event.kind !== 'text' && /^[tv]$/.test(event.local)) isShown = event.kind === 'open'
    yield event
  }
}

/** The shared strings of the workbook, which cells reference by index. */
export function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text = ''
  for (const event of readShown(xml)) {
    if (event.kind === 'text') text += event.text
    else if (event.local === 'si') {
      if (event.kind === 'close') texts.push(unescaped(text))
      text = ''
    }
  }
  return texts
}

/** Decodes the escapes of characters that XML cannot contain, such as `_x000D_`. */
function unescaped(text: string): string {
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
}

/** The index of a column by cell reference, from 0: `BC12` gives 54. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{0,3}/.exec(place)![0]) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Merges over several rows. Cells merged only across columns are titles and remain unchanged. The list follows the rows in the XML. */
function readMerges(xml: string) {
  const list = xml.slice(Math.max(0, xml.lastIndexOf('sheetData>')))
  return list
    .matchAll(/mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g)
    .map(([, name = '', first, last]) => ({
      column: columnOf(name),
      first: Number(first),
      last: Number(last),
    }))
    .filter(({ column, first, last }) => column < MOST_COLUMNS && last > first)
    .take(MOST_MERGES)
}
