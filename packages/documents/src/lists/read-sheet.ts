/** Reads the rows of one sheet: every cell as the text a person sees, merged cells filled downwards. */
import { attributeOf, readXml } from '../read-xml.ts'
import { shownDuration, shownNumber } from './number-format.ts'
import type { Row } from './read-records.ts'
import { createTextCollector, unescaped, type Workbook } from './read-workbook.ts'
import { NEVER_CALCULATED } from './row-pairs.ts'

const BATCH_ROWS = 500
/** Columns a sheet of pairs may have; cells beyond are not looked at. */
const MOST_COLUMNS = 256
const DAY_MS = 86_400_000

interface Merge {
  readonly column: number
  readonly first: number
  readonly last: number
  readonly text: string
}

export function* readSheet(xml: string, workbook: Workbook): Generator<Row[]> {
  const merges = readMerges(xml).sort((a, b) => b.first - a.first)
  let active: Merge[] = []
  let batch: Row[] = []
  for (const { row, cells } of readRows(xml, workbook)) {
    active = active.filter(({ last }) => row <= last)
    for (const { column, text } of active) {
      while (cells.length <= column) cells.push('')
      cells[column] = text
    }
    for (let next = merges.at(-1); next && next.first <= row; next = merges.at(-1)) {
      merges.pop()
      const text = next.first === row ? cells[next.column] : undefined
      if (text) active.push({ ...next, text })
    }
    batch.push({ row, cells })
    if (batch.length === BATCH_ROWS) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

function* readRows(xml: string, workbook: Workbook): Generator<{ row: number; cells: string[] }> {
  const inline = createTextCollector()
  let row = 0
  let cells: string[] = []
  let column = -1
  let type = 'n'
  let style = 0
  let value = ''
  let isInValue = false
  let isFormula = false
  const put = () => {
    const isOpen = isFormula && value === '' && type !== 'str'
    const text = isOpen
      ? NEVER_CALCULATED
      : type === 'inlineStr'
        ? inline.take()
        : shown(value, type, style, workbook)
    if (text === '' || column < 0 || column >= MOST_COLUMNS) return
    while (cells.length <= column) cells.push('')
    cells[column] = text
  }
  for (const event of readXml(xml)) {
    if (event.kind === 'text') {
      if (isInValue) value += event.text
      else inline.text(event.text)
    } else if (event.kind === 'open') {
      if (event.local === 'row') {
        row = Number(attributeOf(event.attributes, 'r') ?? row + 1)
        cells = []
        column = -1
      } else if (event.local === 'c') {
        const place = attributeOf(event.attributes, 'r')
        column = place === undefined ? column + 1 : columnOf(place)
        type = attributeOf(event.attributes, 't') ?? 'n'
        style = Number(attributeOf(event.attributes, 's') ?? 0)
        value = ''
        isFormula = false
      } else if (event.local === 'f') isFormula = true
      else if (event.local === 'v') isInValue = true
      else inline.open(event.local)
    } else if (event.local === 'v') isInValue = false
    else if (event.local === 'c') put()
    else if (event.local === 'row') yield { row, cells }
    else if (event.local === 'sheetData') return
    else inline.close(event.local)
  }
}

function shown(value: string, type: string, style: number, workbook: Workbook): string {
  if (value === '') return ''
  switch (type) {
    case 's':
      return workbook.sharedTexts[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return numberText(Number(value), value, style, workbook)
    default:
      return unescaped(value)
  }
}

function numberText(number: number, value: string, style: number, workbook: Workbook): string {
  if (!Number.isFinite(number)) return value
  const format = workbook.numberFormats[style] ?? { kind: 'general' }
  if (format.kind === 'duration') return shownDuration(number, format)
  return format.kind === 'date' && number >= 0 && number < 2_958_466
    ? dateText(number, workbook.isFrom1904)
    : shownNumber(number, format)
}

function dateText(days: number, isFrom1904: boolean): string {
  // Spreadsheets count from 1900 and believe in a 29 February of that year, or count from 1904.
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const iso = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  if (days < 1) return time
  return (days * DAY_MS) % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

/** `BC12` is column 54. */
function columnOf(place: string): number {
  let column = 0
  for (const char of place) {
    const letter = char.charCodeAt(0) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/**
 * Cells merged over several rows, one answer beside many questions for instance, count for each of these rows. Merged
 * across columns they are titles and stay where they are. The list stands behind the rows, hence the look ahead.
 */
function readMerges(xml: string): Merge[] {
  const merges: Merge[] = []
  const from = xml.lastIndexOf('mergeCells>')
  if (from === -1) return merges
  const start = xml.lastIndexOf('mergeCells', from - 1)
  for (const [, place] of xml
    .slice(Math.max(0, start))
    .matchAll(/mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"/g)) {
    const [top, bottom] = place!.split(':') as [string, string]
    const [first, last] = [top, bottom].map((corner) => Number(corner.replace(/^[A-Z]+/, ''))) as [
      number,
      number,
    ]
    if (last > first && merges.length < 10_000) merges.push({ column: columnOf(top), first, last, text: '' })
  }
  return merges
}
