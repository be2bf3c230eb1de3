/** The reading order of a page: as it is drawn, except where that runs upwards; and the rows of tables without lines. */
import type { PdfLine } from './pdf-text.ts'

/** Lines that follow each other downwards. */
type Run = readonly PdfLine[]

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

// Rule (off: [...lines]): a gap is one between cells where two lines nearby have one at the same place, or one that has it as wide (tables without lines).
export function withRows(lines: readonly PdfLine[], inTables: ReadonlyMap<PdfLine, unknown>): PdfLine[] {
  return lines.map((line, i) => {
    if (line.cells.length === 1 || inTables.has(line)) return line
    const near = [lines[i - 2], lines[i - 1], lines[i + 1], lines[i + 2]].filter(
      (other) => other && other.y !== line.y && Math.abs(other.y - line.y) < line.size * 5,
    ) as PdfLine[]
    const alike = near.filter((other) => haveGapInCommon(line, other, 0.8)).length
    const isRow = alike > 1 || near.some((other) => haveGapInCommon(line, other, WIDE))
    return isRow ? { ...line, isRow, text: line.cells.map(({ text }) => text).join(' | ') } : line
  })
}

interface Gap {
  readonly left: number
  readonly right: number
}

function haveGapInCommon(line: PdfLine, other: PdfLine, least: number): boolean {
  return gapsOf(line).some((gap) =>
    gapsOf(other).some(
      ({ left, right }) => Math.min(right, gap.right) - Math.max(left, gap.left) > line.size * least,
    ),
  )
}

function gapsOf({ cells }: PdfLine): Gap[] {
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
