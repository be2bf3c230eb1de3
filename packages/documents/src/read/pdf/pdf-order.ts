/** The reading order of a page: as it is drawn, except where that runs upwards, or across columns line by line. */
import { charsOf, type Gap, type PdfLine, withCells } from './pdf-lines.ts'

/** Lines that follow each other downwards. */
type Run = readonly PdfLine[]

const FEWEST_COLUMN_LINES = 4
/** No page has more lines in its columns; a file may claim any number. */
const MOST_LINES = 500
/** Against the size of the type: no stretched line has such gaps. */
const WIDE = 3

// Rule (off: [...lines]): what is drawn later may stand above what was drawn before (forms, agendas).
export function inReadingOrder(lines: readonly PdfLine[]): PdfLine[] {
  const placed: Run[] = []
  for (const run of runsOf(lines)) {
    const at = placed.findIndex((other) => isAbove(run, other))
    placed.splice(at === -1 ? placed.length : at, 0, run)
  }
  return placed.flat()
}

function runsOf(lines: readonly PdfLine[]): Run[] {
  const runs: PdfLine[][] = []
  for (const line of lines) {
    const before = runs.at(-1)?.at(-1)
    const drop = before ? bottomOf(before) - line.y : -1
    if (before && drop > -1 && drop < before.size * 4 && overlaps([before], [line])) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  return runs
}

const bottomOf = ({ y, table }: PdfLine) => table?.bottom ?? y

function isAbove(run: Run, other: Run): boolean {
  return overlaps(run, other) && Math.min(...run.map(bottomOf)) > Math.max(...other.map(({ y }) => y))
}

function overlaps(run: Run, other: Run): boolean {
  const [left, right] = [Math.min(...run.map(({ x }) => x)), Math.max(...run.map((each) => each.right))]
  return other.some(({ x, right: end }) => x < right && end > left)
}

// Rule (off: [...lines]): a gap is one between cells where two lines nearby have one at the same place, or one that has it as wide (tables without lines).
export function withRows(lines: readonly PdfLine[]): PdfLine[] {
  return lines.map((line, i) => {
    if (line.cells.length === 1) return line
    const near = lines
      .slice(Math.max(0, i - 2), i + 3)
      .filter(({ y }) => y !== line.y && Math.abs(y - line.y) < line.size * 5)
    const alike = near.filter((other) => haveGapInCommon(line, other, 0.8)).length
    const isRow = alike > 1 || near.some((other) => haveGapInCommon(line, other, WIDE))
    return isRow ? { ...line, isRow, text: line.cells.map(({ text }) => text).join(' | ') } : line
  })
}

function haveGapInCommon(line: PdfLine, other: PdfLine, least: number): boolean {
  return gapsOf(line).some((gap) =>
    gapsOf(other).some(
      ({ left, right }) => Math.min(right, gap.right) - Math.max(left, gap.left) > line.size * least,
    ),
  )
}

function gapsOf({ cells }: PdfLine): Gap[] {
  const sorted = cells.toSorted((a, b) => a.x - b.x)
  return sorted.slice(1).map(({ x }, i) => ({ left: sorted[i]!.right, right: x }))
}

const MARK = /^(?:\d{1,3}[.)]?|[•●○▪■◦‣])$/u

// Rule (off: [...lines]): a bullet or a number in a circle may be drawn by itself: it belongs to the line beside it, or to the first of two it stands between.
export function withLoneMarks(lines: readonly PdfLine[]): PdfLine[] {
  const markOf = new Map<PdfLine, PdfLine>()
  for (const mark of lines.filter(({ text }) => MARK.test(text))) {
    const beside = lines.filter(
      ({ x, y, size }) => x > mark.right && x < mark.right + size * 6 && Math.abs(y - mark.y) < size,
    )
    const [first, second, ...more] = beside.sort((a, b) => b.y - a.y)
    const isBetween = !second || (first!.y > mark.y && second.y < mark.y)
    if (first && isBetween && more.length === 0) markOf.set(first, mark)
  }
  const marks = new Set(markOf.values())
  return lines.flatMap((line) => {
    if (marks.has(line)) return []
    const [mark, [first, ...others]] = [markOf.get(line), line.cells]
    return mark ? withCells(line, [{ ...first!, text: `${mark.text} ${first!.text}` }, ...others]) : line
  })
}

// Rule (off: [...lines]): two columns may be drawn line by line across both: in each, sentences go on from line to line.
export function withoutInterleaving(lines: readonly PdfLine[]): PdfLine[] {
  const result: PdfLine[] = []
  for (let at = 0; at < lines.length; ) {
    const { columns, length } = columnsAtTop(lines.slice(at, at + MOST_LINES))
    result.push(...columns)
    at += length
  }
  return result
}

/** The lines at the top that leave a gap free, as two columns where both are text; else the first line alone. */
function columnsAtTop(lines: readonly PdfLine[]): { columns: PdfLine[]; length: number } {
  for (const start of gapsFrom(lines[0]!, lines[1])) {
    let gap = start
    let length = 0
    for (const line of lines) {
      const next = narrowed(gap, line)
      if (!next) break
      gap = next
      length++
    }
    const { left } = gap
    const parts = lines.slice(0, length).flatMap((line) => {
      const sides = Map.groupBy(line.cells, ({ right }) => right <= left)
      return [true, false].flatMap((isLeft) => withCells(line, sides.get(isLeft) ?? []))
    })
    const columns = [parts.filter(({ right }) => right <= left), parts.filter(({ right }) => right > left)]
    const turns = parts.filter(({ right }, i) => right <= left && (parts[i - 1]?.right ?? left) > left).length
    if (turns >= FEWEST_COLUMN_LINES - 1 && columns.every(isText)) return { columns: columns.flat(), length }
  }
  return { columns: lines.slice(0, 1), length: 1 }
}

/** The gaps inside a line, and the one before a line that stands beside it. */
function gapsFrom(line: PdfLine, next: PdfLine | undefined): Gap[] {
  const isBeside = next && next.x > line.right && Math.abs(next.y - line.y) < line.size * 0.6
  return [...gapsOf(line), ...(isBeside ? [{ left: line.right, right: next.x }] : [])]
}

/** What of a gap a line leaves free; undefined when a cell crosses it. */
function narrowed(gap: Gap, { cells, size }: PdfLine): Gap | undefined {
  let { left, right } = gap
  for (const cell of cells) {
    if ((cell.x + cell.right) / 2 < (left + right) / 2) left = Math.max(left, cell.right)
    else right = Math.min(right, cell.x)
  }
  return right - left > size * 0.8 ? { left, right } : undefined
}

// Rule (off: true): columns of a table are no columns of text: sentences do not go on in them.
function isText(lines: readonly PdfLine[]): boolean {
  const goingOn = lines.filter(({ text }) => /^\p{Ll}/u.test(text)).length
  const isLong = charsOf(lines) / lines.length > 20
  return lines.length >= FEWEST_COLUMN_LINES && goingOn * 3 >= lines.length && isLong
}
