/** Tables drawn with ruling lines: at least two columns, and at least half of the rows with text in several cells. */
import type { TableRow } from '../../document/table-rows.ts'
import { joinHyphenated } from '../../document/wrapped-lines.ts'
import { type Cell, isBold, type PdfLine, type PdfTable, withCells } from './pdf-lines.ts'
import type { Box } from './pdfium.ts'

/** A straight line across or up the page; `at` is the y coordinate of a horizontal line, or the x coordinate of a vertical one. */
type Ruling = ReturnType<typeof rulingsOf>[number]

/** Maximum distance between lines that count as touching. */
const NEAR = 4
const SHORTEST = 8

/** `xs` are the x coordinates of the column edges, `ys` the y coordinates of the row edges. */
type Grid = ReturnType<typeof gridsOf>[number]

interface Placed {
  readonly cell: Cell
  readonly line: PdfLine
  readonly row: number
  readonly column: number
  readonly isSpanning: boolean
}

/** The four sides of each box; a ruling line is a thin box, whose short sides are ignored. */
export function rulingsOf(boxes: readonly Box[]) {
  const rulings = boxes.flatMap(({ left, bottom, right, top }) => [
    ...[bottom, top].map((at) => ({ isLevel: true, at, from: left, to: right })),
    ...[left, right].map((at) => ({ isLevel: false, at, from: bottom, to: top })),
  ])
  return rulings.filter(({ from, to }) => to - from >= SHORTEST)
}

// Rule (off: [...lines]): tables with several lines in a cell, which the ruling lines hold together. A table takes the place of its first line.
export function withTables(lines: readonly PdfLine[], rulings: readonly Ruling[]): PdfLine[] {
  const heightOf = ({ ys }: Grid) => ys.at(-1)! - ys[0]!
  // A table inside another one is text of its cell.
  const grids = gridsOf(rulings).sort((a, b) => heightOf(b) - heightOf(a))
  return grids.reduce<PdfLine[]>(withTable, [...lines])
}

// Rule (off: () => false): tables with narrow gaps between cells, which the ruling line between them separates.
export function createDivider(rulings: readonly Ruling[]) {
  const upright = rulings.filter(({ isLevel }) => !isLevel)
  return (left: number, right: number, y: number) =>
    upright.some((each) => each.at >= left - 1 && each.at <= right + 1 && isAlong(each, y))
}

/** Ruling lines that touch each other form one grid. */
function gridsOf(rulings: readonly Ruling[]) {
  let groups: Ruling[][] = []
  for (const ruling of rulings) {
    const byTouch = Map.groupBy(groups, (group) => group.some((other) => doTouch(ruling, other)))
    groups = [...(byTouch.get(false) ?? []), [ruling, ...(byTouch.get(true) ?? []).flat()]]
  }
  return groups.flatMap((group) => {
    const [level, upright] = [group.filter(({ isLevel }) => isLevel), group.filter(({ isLevel }) => !isLevel)]
    // The outer columns and rows are often open: they extend to the ends of the lines that cross them.
    const xs = placesOf([...upright.map(({ at }) => at), ...level.flatMap(({ from, to }) => [from, to])])
    const ys = placesOf([...level.map(({ at }) => at), ...upright.flatMap(({ from, to }) => [from, to])])
    return upright.length > 0 && xs.length >= 3 && ys.length >= 3 ? [{ upright, xs, ys }] : []
  })
}

function doTouch(one: Ruling, other: Ruling): boolean {
  if (one.isLevel !== other.isLevel) return isAlong(one, other.at) && isAlong(other, one.at)
  const overlap = one.from <= other.to + NEAR && other.from <= one.to + NEAR
  return overlap && Math.abs(one.at - other.at) <= NEAR
}

const isAlong = ({ from, to }: Ruling, place: number) => place >= from - NEAR && place <= to + NEAR

function placesOf(all: readonly number[]): number[] {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted.filter((at, i) => i === 0 || at - sorted[i - 1]! > NEAR)
}

/** Replaces the lines inside a grid with a table, and keeps the text beside it; returns all lines unchanged if the grid is not a table. */
function withTable(lines: PdfLine[], { upright, xs, ys }: Grid): PdfLine[] {
  const whole = { text: '', x: xs[0]!, right: xs.at(-1)! }
  const inside = lines.filter(({ y, table }) => !table && y > ys[0]! - 1 && y < ys.at(-1)! - 1)
  const found: Placed[] = inside.flatMap((line) =>
    line.cells.flatMap((cell) => {
      const middle = (cell.x + cell.right) / 2
      if (middle < whole.x || middle > whole.right) return []
      const column = indexIn(xs, Math.min(middle, cell.x + line.size))
      const isSpanning = cell.right > (xs[column + 1] ?? cell.right) + line.size
      return [{ cell, line, row: indexIn(ys, line.y), column, isSpanning }]
    }),
  )
  const placed = found.sort((a, b) => b.line.y - a.line.y || a.cell.x - b.cell.x)
  const byRow = [...Map.groupBy(placed, ({ row }) => row).values()].flatMap(rowsIn)
  const rows = byRow.map((own) => rowOf(own, xs.length - 1))
  const full = rows.filter(({ cells }) => cells.filter(({ text }) => text).length > 1)
  const crossed = placed.filter((each) => each.isSpanning && isCrossed(each, upright))
  // Boxes around single texts, and lines drawn behind text, are not tables.
  if (full.length < 2 || full.length * 2 < rows.length || crossed.length * 3 > placed.length) return lines
  const taken = new Set(placed.map(({ cell }) => cell))
  const stand = { ...whole, y: placed[0]!.line.y, boldChars: 0, cells: [whole], table: { edges: xs, rows } }
  const first = lines.find((line) => line.cells.some((cell) => taken.has(cell)))
  return lines.flatMap((line) => {
    const beside = line.cells.filter((cell) => !taken.has(cell))
    return [line === first ? { ...line, ...stand } : [], withCells(line, beside)].flat()
  })
}

// Rule (off: false): PDFs with lines drawn behind text: a cell may span several columns of a table, but no ruling line of a table crosses its text.
function isCrossed({ cell: { x, right }, line: { y, size } }: Placed, upright: readonly Ruling[]): boolean {
  return upright.some(({ at, from, to }) => at > x + size && at < right - size && y > from && y < to)
}

// Rule (off: [placed]): statistics with ruling lines only around blocks of rows: lines of figures are rows, not wrapped text.
function rowsIn(placed: Placed[]): Placed[][] {
  const isFigure = ({ cell }: Placed) => !/\p{L}{2}/u.test(cell.text)
  const lines: Placed[][] = []
  for (const each of placed) {
    const above = lines.at(-1)?.[0]
    if (above && above.line.y - each.line.y < each.line.size * 0.6) lines.at(-1)!.push(each)
    else lines.push([each])
  }
  // A row whose texts wrap has lines without a name on their left.
  const left = Math.min(...placed.map(({ column }) => column))
  if (!lines.every((own) => own.some(({ column }) => column === left))) return [placed]
  return lines.filter((own) => own.filter(isFigure).length > 1).length * 2 > lines.length ? lines : [placed]
}

const indexIn = (edges: readonly number[], place: number) =>
  edges.slice(1, -1).filter((edge) => edge <= place).length

function rowOf(placed: readonly Placed[], width: number): TableRow {
  const cells = Array.from({ length: width }, (_, column) => {
    const own = placed.filter((each) => each.column === column)
    const isBoldCell = own.length > 0 && own.every(({ line }) => isBold(line))
    return { text: joinHyphenated(own.map(({ cell }) => cell.text)), isHead: false, isBold: isBoldCell }
  })
  return { cells, isSpanning: placed.length === 1 && placed[0]!.isSpanning }
}

export const isSameTable = (table: PdfTable, next: PdfTable | undefined) =>
  table.edges.length === next?.edges.length &&
  table.edges.every((edge, i) => Math.abs(edge - next.edges[i]!) <= NEAR)

/** Joins a table with its continuation on the next page: drops the repeated header row, and rejoins a row that the page break divided. */
export function withNextPage(rows: readonly TableRow[], next: readonly TableRow[]): readonly TableRow[] {
  const textsOf = (row: TableRow | undefined) => row?.cells.map(({ text }) => text).join('\n')
  const more = textsOf(rows[0]) === textsOf(next[0]) ? next.slice(1) : next
  const [last, first] = [rows.at(-1), more[0]]
  if (!last?.cells[0]?.text || !first || first.cells[0]?.text) return [...rows, ...more]
  const cells = last.cells.map((cell, i) => ({
    ...cell,
    text: joinHyphenated([cell.text, first.cells[i]?.text ?? ''].filter(Boolean)),
  }))
  return [...rows.slice(0, -1), { ...last, cells }, ...more.slice(1)]
}
