/** Puts the text runs of a page into lines in reading order, column by column. */
import { findQaColumns } from '../../document/qa-columns.ts'
import { isQuestion } from '../../document/question-marks.ts'
import { findCells } from './pdf-cells.ts'
import { findGutters, type Gutter, middleOf, partsAt } from './pdf-columns.ts'
import { joinRuns, mirrored, runsRightToLeft } from './pdf-direction.ts'
import { type Row, type Run, toRow, toRows } from './pdf-rows.ts'
import type { RuledTable } from './pdf-ruled-tables.ts'
import { type Cell, joinWrappedCells } from './pdf-table-rows.ts'
import { type PdfTable, tableText } from './pdf-table-text.ts'

export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly font: string
  /** Characters at the beginning in another font than the rest of the line. */
  readonly leadChars: number
  readonly leadFont: string
  /** Of a row of a table, its cells. */
  readonly cells?: readonly string[]
  /** A whole table that is ruled by lines. */
  readonly table?: PdfTable
  /** Which column, and which stretch of columns between lines that go across; lines of one column follow each other. */
  readonly column: string
}

export interface PdfPage {
  readonly number: number
  readonly width: number
  readonly lines: readonly PdfLine[]
}

/** Of tables ruled by lines each takes the place of one line. `isOpen` says whether one goes on from the page before. */
export function runsToLines(
  drawn: readonly Run[],
  pageWidth: number,
  tables: readonly RuledTable[] = [],
  isOpen: (table: RuledTable) => boolean = () => false,
): PdfLine[] {
  if (tables.length === 0) return textLines(drawn, pageWidth, runsRightToLeft(drawn))
  const inCells = tables.flatMap(({ cells }) => cells.flat(2))
  const isMirrored = runsRightToLeft([...drawn, ...inCells])
  const lines = textLines([...drawn, ...tables.map(placeholder)], pageWidth, isMirrored)
  return lines.flatMap((line) => {
    const found = [...line.text.matchAll(PLACEHOLDERS)]
    if (found.length === 0) return [line]
    // What stands beside a table at its height comes before it.
    const { cells: _, ...plain } = line
    const text = line.text.replace(PLACEHOLDERS, '').replace(/^[\s|]+|[\s|]+$/g, '')
    const beside = text ? [{ ...plain, text, leadChars: 0 }] : []
    return [
      ...beside,
      ...found.flatMap(([, at]) => {
        const table = tables[Number(at)]!
        // Few boxes with much in them are texts beside each other; a question and its answer are a row.
        const isRow = !areBoxes(table) || isOpen(table) || asks(table, isMirrored, pageWidth)
        return isRow
          ? [tableLine(plain, table, isMirrored, pageWidth)]
          : boxLines(plain, table, isMirrored, pageWidth)
      }),
    ]
  })
}

/** No text of a page has these: they are letters of nobody's use. */
const PLACEHOLDERS = /\u{ff000}(\d+)\u{ff001}/gu
/** Lines in a box from which on it is one of the page's layout: of a single row, and of a few. */
const LONG_BOX_LINES = 5
const LONGEST_CELL_LINES = 15
const FEW_ROWS = 3

function areBoxes({ cells }: RuledTable): boolean {
  if (cells.length > FEW_ROWS) return false
  const most = Math.max(...cells.flat().map((runs) => toRows(runs).length))
  return most >= (cells.length === 1 ? LONG_BOX_LINES : LONGEST_CELL_LINES)
}

function placeholder({ edges, top, cells }: RuledTable, at: number): Run {
  const size = mostUsed(cells.flat(2), (run) => run.size)
  const [x, right] = [edges[0]!, edges.at(-1)!]
  return { text: `\u{ff000}${at}\u{ff001}`, x, y: top - size, width: right - x, size, font: '' }
}

function asks(table: RuledTable, isMirrored: boolean, pageWidth: number): boolean {
  const { rows } = tableText(table, isMirrored, pageWidth)
  return rows.some(({ cells }) => findQaColumns(cells) || (cells.length === 2 && isQuestion(cells[0]!)))
}

function tableLine(line: PdfLine, ruled: RuledTable, isMirrored: boolean, pageWidth: number): PdfLine {
  const table = tableText(ruled, isMirrored, pageWidth)
  const text = table.rows.map(({ cells }) => cells.filter(Boolean).join(' | ')).join('\n')
  const font = mostUsed(ruled.cells.flat(2), (run) => run.font)
  return { ...line, text, font, leadFont: font, leadChars: 0, y: ruled.top, table }
}

function boxLines(line: PdfLine, { cells }: RuledTable, isMirrored: boolean, pageWidth: number): PdfLine[] {
  // A box over several rows stands in each of them.
  const boxes = new Set(cells.flatMap((row) => (isMirrored ? row.toReversed() : row)))
  return [...boxes].flatMap((runs, i) => {
    if (runs.length === 0) return []
    const own = toRows(isMirrored ? mirrored(runs, pageWidth) : runs)
    return toLines(own, `${line.column}.box${line.y}.${i}`, isMirrored)
  })
}

function textLines(drawn: readonly Run[], pageWidth: number, isMirrored: boolean): PdfLine[] {
  const rows = toRows(isMirrored ? mirrored(drawn, pageWidth) : drawn)
  const gutters = findGutters(rows, pageWidth)
  if (gutters.length === 0) return toLines(rows, '0', isMirrored)
  const lines: PdfLine[] = []
  let stretch = 0
  let columns: Row[][] = [...gutters, undefined].map(() => [])
  const closeStretch = () => {
    for (const [i, own] of columns.entries()) lines.push(...toLines(own, `${stretch}.${i}`, isMirrored))
    columns = columns.map(() => [])
    stretch++
  }
  let across: Row[] = []
  const closeAcross = () => {
    if (across.length > 0) lines.push(...toLines(across, `${stretch}.across`, isMirrored))
    across = []
  }
  for (const row of rows) {
    if (gutters.every((gutter) => partsAt(row, gutter))) {
      closeAcross()
      for (const [i, own] of partedRow(row, gutters).entries()) if (own) columns[i]!.push(own)
    } else {
      if (across.length === 0) closeStretch()
      across.push(row)
    }
  }
  closeAcross()
  closeStretch()
  return lines
}

function partedRow({ runs }: Row, gutters: readonly Gutter[]): (Row | undefined)[] {
  const edges = [...gutters.map(middleOf), Number.POSITIVE_INFINITY]
  return edges.map((edge, i) => {
    const from = i === 0 ? Number.NEGATIVE_INFINITY : edges[i - 1]!
    const own = runs.filter(({ x, width }) => x + width / 2 > from && x + width / 2 <= edge)
    return own.length > 0 ? toRow(own) : undefined
  })
}

const MARK = /^(?:[-•·▪◦‣–○●■*]|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?|[a-z][.)])$/i

/** A bar stands where a table has its columns. */
function toLines(rows: readonly Row[], column: string, isMirrored: boolean): PdfLine[] {
  const breaks = findCells(rows)
  const split = rows.map((row, i) => ({ ...row, cells: cellsOf(row, breaks[i]!, isMirrored) }))
  return joinWrappedCells(split).flatMap((cells, i) => {
    if (!cells) return []
    const { runs, x, right, y } = rows[i]!
    const text = cells.map((cell) => cell.text).join(' | ')
    const size = mostUsed(runs, (run) => Math.round(run.size * 2) / 2)
    const font = mostUsed(runs, (run) => run.font)
    const line = { text, x, right, y, size, font, ...leadOf(runs, text), column }
    return cells.length > 1 ? [{ ...line, cells: cells.map((cell) => cell.text) }] : [line]
  })
}

function cellsOf({ runs }: Row, breaks: ReadonlySet<number>, isMirrored: boolean): Cell[] {
  const parts: Run[][] = []
  for (const [i, run] of runs.entries()) {
    // A bullet or number goes with what it stands before.
    const isMark = parts.length === 1 && MARK.test(joinRuns(parts[0]!, isMirrored))
    if (i === 0 || (breaks.has(i) && !isMark)) parts.push([run])
    else parts.at(-1)!.push(run)
  }
  return parts.map((part) => ({
    text: joinRuns(part, isMirrored),
    x: part[0]!.x,
    right: Math.max(...part.map(({ x, width }) => x + width)),
  }))
}

/** How a line begins: the characters up to where the font changes. */
function leadOf(runs: readonly Run[], text: string): { leadChars: number; leadFont: string } {
  const leadFont = runs[0]!.font
  const end = runs.findIndex(({ font }) => font !== leadFont)
  const lead = joinRuns(end < 0 ? runs : runs.slice(0, end), false)
  return { leadFont, leadChars: text.startsWith(lead) ? lead.length : 0 }
}

/** The value that most characters have. */
export function mostUsed<T, V>(items: readonly (T & { text: string })[], value: (item: T) => V): V {
  const counts = new Map<V, number>()
  for (const item of items) counts.set(value(item), (counts.get(value(item)) ?? 0) + item.text.length)
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}
