/** Puts the text runs of a page into lines in reading order, column by column. */
import { findCells } from './pdf-cells.ts'
import { findGutters, type Gutter, middleOf, partsAt } from './pdf-columns.ts'
import { joinRuns, mirrored, runsRightToLeft } from './pdf-direction.ts'
import { type Row, type Run, toRow, toRows } from './pdf-rows.ts'
import { type Cell, joinWrappedCells } from './pdf-table-rows.ts'

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
  /** Which column, and which stretch of columns between lines that go across; lines of one column follow each other. */
  readonly column: string
}

export interface PdfPage {
  readonly number: number
  readonly width: number
  readonly lines: readonly PdfLine[]
}

export function runsToLines(drawn: readonly Run[], pageWidth: number): PdfLine[] {
  const isMirrored = runsRightToLeft(drawn)
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
