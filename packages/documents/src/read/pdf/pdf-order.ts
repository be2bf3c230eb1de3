/** The reading order of a page: as it is drawn, except where that runs upwards, or across columns line by line. */
import type { PdfLine } from './pdf-text.ts'

/** Lines that follow each other downwards. */
type Run = readonly PdfLine[]

const FEWEST_COLUMN_LINES = 4
/** Against the size of the type: no stretched line has such gaps. */
const WIDE = 3

/** Lines of tables stay whole. */
export function inReadingOrder(lines: readonly PdfLine[], inTables: ReadonlySet<PdfLine>): PdfLine[] {
  const placed: Run[] = []
  for (const run of runsOf(withoutInterleaving(lines, inTables))) {
    const at = placed.findIndex((other) => isAbove(run, other))
    placed.splice(at === -1 ? placed.length : at, 0, run)
  }
  return placed.flat()
}

/** A gap is one between cells where two lines nearby have one at the same place, or one that has it as wide. */
export function withRows(lines: readonly PdfLine[]): PdfLine[] {
  return lines.map((line, i) => {
    if (line.cells.length === 1) return line
    const near = [lines[i - 2], lines[i - 1], lines[i + 1], lines[i + 2]].filter(
      (other) => other && other.y !== line.y && Math.abs(other.y - line.y) < line.size * 5,
    ) as PdfLine[]
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

function gapsOf({ cells }: PdfLine): { left: number; right: number }[] {
  const sorted = [...cells].sort((a, b) => a.x - b.x)
  return sorted.slice(1).map(({ x }, i) => ({ left: sorted[i]!.right, right: x }))
}

function runsOf(lines: readonly PdfLine[]): Run[] {
  const runs: PdfLine[][] = []
  for (const line of lines) {
    const before = runs.at(-1)?.at(-1)
    const isNext =
      before && line.y < before.y + 1 && before.y - line.y < before.size * 4 && overlaps([before], [line])
    if (isNext) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  return runs
}

function isAbove(run: Run, other: Run): boolean {
  return overlaps(run, other) && Math.min(...run.map(({ y }) => y)) > Math.max(...other.map(({ y }) => y))
}

function overlaps(run: Run, other: Run): boolean {
  const [left, right] = [Math.min(...run.map(({ x }) => x)), Math.max(...run.map((each) => each.right))]
  return other.some(({ x, right: end }) => x < right && end > left)
}

/** Two columns of text that were drawn line by line across both: in each, sentences go on from line to line. */
function withoutInterleaving(lines: readonly PdfLine[], inTables: ReadonlySet<PdfLine>): PdfLine[] {
  const result: PdfLine[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && !inTables.has(lines[end]!) && isBeside(lines[at]!, lines[end]!)) end++
    const rows = lines.slice(at, end)
    const columns = [0, 1].map((column) => rows.map((row) => partOf(row, column)))
    if (rows.length >= FEWEST_COLUMN_LINES && columns.every(isText)) result.push(...columns.flat())
    else result.push(...lines.slice(at, Math.max(end, at + 1)))
    at = Math.max(end, at + 1)
  }
  return result
}

function isBeside(first: PdfLine, line: PdfLine): boolean {
  return line.cells.length === 2 && Math.abs(line.cells[1]!.x - (first.cells[1]?.x ?? -9)) < line.size
}

function partOf(line: PdfLine, column: number): PdfLine {
  const cell = line.cells[column]!
  return {
    ...line,
    ...cell,
    boldChars: Math.min(line.boldChars, cell.text.length),
    cells: [cell],
    isRow: false,
  }
}

function isText(lines: readonly PdfLine[]): boolean {
  const goingOn = lines.filter(({ text }) => /^\p{Ll}/u.test(text)).length
  const chars = lines.reduce((sum, { text }) => sum + text.length, 0)
  return goingOn * 3 >= lines.length && chars / lines.length > 20
}
