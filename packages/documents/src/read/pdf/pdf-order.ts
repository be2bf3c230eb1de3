/** The reading order of a page: the drawing order, except where it runs upwards or across columns. Also attaches list markers and finds table rows. */
import { type IsDivided, mostUsed, type PdfLine, type Span, widthOf, withCells } from './pdf-lines.ts'

// Rule (off: [...lines]): forms and agendas, in which text drawn later may be above text drawn before. Lines drawn one below the other stay together.
export function inReadingOrder(lines: readonly PdfLine[]): PdfLine[] {
  const runs: PdfLine[][] = []
  const tables = lines.filter(({ table }) => table)
  for (const line of lines) {
    const before = runs.at(-1)?.at(-1)
    const drop = before ? before.y - line.y : -1
    const isNear = before && drop > -1 && drop < before.size * 4 && doOverlap(before, line)
    if (isNear && !tables.some(({ y }) => y < before.y && y > line.y)) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  const placed: PdfLine[][] = []
  for (const run of runs) {
    const at = placed.findIndex((other) => isAbove(run, other))
    placed.splice(at === -1 ? placed.length : at, 0, run)
  }
  return placed.flat()
}

const doOverlap = (one: Span, other: Span) => one.x < other.right && one.right > other.x

function isAbove(run: readonly PdfLine[], other: readonly PdfLine[]): boolean {
  const width = widthOf(run)
  return run.at(-1)!.y > other[0]!.y && other.some((line) => doOverlap(width, line))
}

// Rule (off: [...lines]): tables without ruling lines: a gap separates cells if two nearby lines share it, or if one shares a very wide part of it.
export function withRows(lines: readonly PdfLine[]): PdfLine[] {
  return lines.map((line, i) => {
    const { cells, y, size } = line
    if (cells.length === 1) return line
    const near = lines
      .slice(Math.max(0, i - 2), i + 3)
      .filter((other) => other.y !== y && Math.abs(other.y - y) < size * 5)
    const shared = near.map((other) => widestInCommon(cells, other.cells) / size)
    // Justified lines have no gaps of three times their type size.
    const isRow = shared.filter((width) => width > 0.8).length > 1 || shared.some((width) => width > 3)
    return isRow ? { ...line, isRow, text: cells.map(({ text }) => text).join(' | ') } : line
  })
}

/** The width of the widest gap that two lines have in common. */
function widestInCommon(cells: readonly Span[], others: readonly Span[]): number {
  const widths = gapsOf(cells).flatMap((gap) =>
    gapsOf(others).map(({ x, right }) => Math.min(right, gap.right) - Math.max(x, gap.x)),
  )
  return Math.max(0, ...widths)
}

function gapsOf(cells: readonly Span[]): Span[] {
  const sorted = cells.toSorted((a, b) => a.x - b.x)
  return sorted.slice(1).map(({ x }, i) => ({ x: sorted[i]!.right, right: x }))
}

const FEWEST_COLUMN_LINES = 4

// Rule (off: [...lines]): PDFs that draw two columns line by line across both: each is read by itself if its sentences continue from line to line.
export function withColumns(lines: readonly PdfLine[]): PdfLine[] {
  const gaps = lines.flatMap(({ cells, y, size }, i) => {
    const next = lines[i + 1]
    return gapsOf(next && Math.abs(next.y - y) < size * 0.6 ? [...cells, ...next.cells] : cells)
  })
  /** The left edge of the right column. */
  const edge = mostUsed(gaps, ({ right }) => Math.round(right))
  const sideOf = ({ x, right }: Span) => (x > edge - 2 ? 'right' : right < edge ? 'left' : 'both')
  const blocks: PdfLine[][] = [[]]
  for (const line of lines) {
    if (line.cells.some((cell) => sideOf(cell) === 'both')) blocks.push([line], [])
    else blocks.at(-1)!.push(line)
  }
  return blocks.flatMap((block) => {
    const parts = block.flatMap((line) =>
      [...Map.groupBy(line.cells, sideOf).values()].flatMap((cells) => withCells(line, cells)),
    )
    const { left = [], right = [] } = Object.groupBy(parts, sideOf)
    const turns = parts.filter(
      (part, i) => i > 0 && sideOf(part) === 'left' && sideOf(parts[i - 1]!) === 'right',
    )
    const areColumns = turns.length >= FEWEST_COLUMN_LINES - 1 && [left, right].every(goesOn)
    return areColumns ? [...left, ...right] : block
  })
}

/** Whether sentences continue from line to line, which they do not in the columns of a table. */
function goesOn(lines: readonly PdfLine[]): boolean {
  const goingOn = lines.filter(({ text }) => /^\p{Ll}/u.test(text)).length
  const chars = lines.reduce((sum, { text }) => sum + text.length, 0)
  return lines.length >= FEWEST_COLUMN_LINES && goingOn * 3 >= lines.length && chars > lines.length * 20
}

const MARK = /^(?:[•●○▪■◦‣➢✓–-]|\(?\d{1,2}[.)])$/u
const LONE_MARK = /^(?:[•●○▪■◦‣]|\d{1,3}[.)]?)$/u

// Rule (off: [...lines]): PDFs with a list marker far from its text, or drawn separately: it belongs to the line beside it, or the upper of two lines.
export function withMarks(lines: readonly PdfLine[], isDivided: IsDivided): PdfLine[] {
  const markOf = new Map<PdfLine, PdfLine>()
  for (const mark of lines.filter(({ text }) => LONE_MARK.test(text))) {
    // A number alone in the cell of a table is no mark of the text in the next cell.
    const beside = lines.filter(({ x, y, size }) => {
      const isNear = x > mark.right && x < mark.right + size * 6 && Math.abs(y - mark.y) < size
      return isNear && !isDivided(mark.right, x, y)
    })
    const [first, second, ...more] = beside.sort((a, b) => b.y - a.y)
    const isBetween = !second || (first!.y > mark.y && second.y < mark.y)
    if (first && isBetween && more.length === 0) markOf.set(first, mark)
  }
  const marks = new Set(markOf.values())
  return lines.flatMap((line) => {
    if (marks.has(line)) return []
    const lone = markOf.get(line)
    const [mark, first, ...others] = lone ? [lone, ...line.cells] : line.cells
    if (!mark || !first || !(lone || MARK.test(mark.text))) return line
    return withCells(line, [{ ...first, text: `${mark.text} ${first.text}` }, ...others])
  })
}
