/** Tables that are drawn with lines: two or more columns side by side, in rows most of which have text in several of them. */
import type { TableRow } from '../../document/table-rows.ts'
import { joinHyphenated } from '../../document/wrapped-lines.ts'
import type { Ruling } from './pdf-drawing.ts'
import { type Cell, type PdfLine, withCells } from './pdf-lines.ts'

export interface PdfTable {
  /** The places of its upright lines. */
  readonly edges: readonly number[]
  readonly rows: readonly TableRow[]
}

export interface FoundTable {
  readonly table: PdfTable
  /** The lines whose text is in it, with what of each stands beside it. */
  readonly lines: ReadonlyMap<PdfLine, PdfLine | undefined>
}

/** Lines of one table touch, or nearly so. */
const NEAR = 4

interface Grid {
  readonly xs: number[]
  readonly ys: number[]
  readonly upright: readonly Ruling[]
}

interface Placed extends Cell {
  readonly y: number
  readonly line: PdfLine
  readonly row: number
  readonly column: number
  readonly isSpanning: boolean
  /** It runs over an upright line, which no cell does. */
  readonly isCrossing: boolean
}

// Rule (off: []): cells of several lines are told apart by the lines drawn around them.
export function findTables(rulings: readonly Ruling[], lines: readonly PdfLine[]): FoundTable[] {
  return gridsOf(rulings.filter((ruling) => !isUnderline(ruling, lines))).flatMap(
    (grid) => tableIn(grid, lines) ?? [],
  )
}

// Rule (off: false): a line right below words and as far as they go underlines them; links in tables.
function isUnderline({ isLevel, at, from, to }: Ruling, lines: readonly PdfLine[]): boolean {
  const isBelow = ({ y, size }: PdfLine) => at < y + 1 && at > y - size * 0.4
  const hasEnd = ({ x, right }: Cell) => from > x - 2 && to < right + 2 && (from < x + 2 || to > right - 2)
  return isLevel && lines.some((line) => isBelow(line) && line.cells.some(hasEnd))
}

// Rule (off: () => false): cells that stand close are told apart by the line between them.
export function createDivider(rulings: readonly Ruling[]) {
  const upright = rulings.filter(({ isLevel }) => !isLevel)
  return (left: number, right: number, y: number) =>
    upright.some(
      ({ at, from, to }) => at >= left - 1 && at <= right + 1 && y >= from - NEAR && y <= to + NEAR,
    )
}

/** Lines that touch each other make one grid. */
function gridsOf(rulings: readonly Ruling[]): Grid[] {
  const groups: Ruling[][] = []
  for (const ruling of rulings) {
    const touched = groups.filter((group) => group.some((other) => doTouch(ruling, other)))
    const joined = [ruling, ...touched.flat()]
    for (const group of touched) groups.splice(groups.indexOf(group), 1)
    groups.push(joined)
  }
  return groups.flatMap((group) => {
    const [level, upright] = [group.filter(({ isLevel }) => isLevel), group.filter(({ isLevel }) => !isLevel)]
    // The outer columns and rows are often not closed: the lines that cross reach as far as they do.
    const xs = placesOf([...upright.map(({ at }) => at), ...level.flatMap(({ from, to }) => [from, to])])
    const ys = placesOf([...level.map(({ at }) => at), ...upright.flatMap(({ from, to }) => [from, to])])
    return upright.length > 0 && xs.length >= 3 && ys.length >= 3 ? [{ xs, ys, upright }] : []
  })
}

function doTouch(one: Ruling, other: Ruling): boolean {
  const overlap = one.from <= other.to + NEAR && other.from <= one.to + NEAR
  if (one.isLevel === other.isLevel) return overlap && Math.abs(one.at - other.at) <= NEAR
  return (
    one.at >= other.from - NEAR &&
    one.at <= other.to + NEAR &&
    other.at >= one.from - NEAR &&
    other.at <= one.to + NEAR
  )
}

function placesOf(all: readonly number[]): number[] {
  const places: number[] = []
  for (const at of [...all].sort((a, b) => a - b))
    if (places.length === 0 || at - places.at(-1)! > NEAR) places.push(at)
  return places
}

function tableIn({ xs: drawn, ys, upright }: Grid, lines: readonly PdfLine[]): FoundTable | undefined {
  const inside = lines.filter(({ y }) => y > ys[0]! - 1 && y < ys.at(-1)! - 1)
  const xs = withNames(drawn, inside)
  const placed: Placed[] = inside.flatMap((line) =>
    line.cells.flatMap((cell) => {
      const middle = (cell.x + cell.right) / 2
      if (middle < xs[0]! || middle > xs.at(-1)!) return []
      const column = indexIn(xs, Math.min(middle, cell.x + line.size))
      const isSpanning = cell.right > (xs[column + 1] ?? cell.right) + line.size
      const isCrossing = isSpanning && isCrossed(upright, cell, line)
      return [{ ...cell, y: line.y, line, row: indexIn(ys, line.y), column, isSpanning, isCrossing }]
    }),
  )
  const rows: TableRow[] = []
  for (let row = ys.length - 2; row >= 0; row--) {
    const own = placed.filter((cell) => cell.row === row)
    for (const cells of holdsManyRows(own) ? byHeight(own) : [own])
      if (cells.length > 0) rows.push(rowOf(cells, xs.length - 1))
  }
  const full = rows.filter(({ cells }) => cells.filter(({ text }) => text).length > 1)
  const crossing = placed.filter(({ isCrossing }) => isCrossing).length
  // Boxes around single texts, and lines drawn behind a text, are no table.
  if (full.length < 2 || full.length * 2 < rows.length || crossing * 3 > placed.length) return undefined
  const restOf = (line: PdfLine) => {
    const taken = new Set(placed.filter((own) => own.line === line).map(({ x }) => x))
    return withCells(
      line,
      line.cells.filter(({ x }) => !taken.has(x)),
    )
  }
  return { table: { edges: xs, rows }, lines: new Map(placed.map(({ line }) => [line, restOf(line)])) }
}

// Rule (off: true): a cell may span several columns: the lines between them are not drawn there.
function isCrossed(upright: readonly Ruling[], { x, right }: Cell, { y, size }: PdfLine): boolean {
  return upright.some(({ at, from, to }) => at > x + size && at < right - size && y > from && y < to)
}

// Rule (off: [...xs]): names of rows often stand on the left, outside the lines (budgets).
function withNames(xs: readonly number[], inside: readonly PdfLine[]): number[] {
  const named = inside.filter(({ cells }) => cells.some(({ right }) => right < xs[0]! + NEAR))
  return named.length * 2 > inside.length ? [Math.min(...named.map(({ x }) => x)), ...xs] : [...xs]
}

// Rule (off: false): statistics often have lines around blocks of rows only: lines of figures are rows, and no broken text.
function holdsManyRows(placed: readonly Placed[]): boolean {
  const lines = byHeight(placed)
  const figures = lines.filter((cells) => cells.filter(({ text }) => !/\p{L}{2}/u.test(text)).length > 1)
  return lines.length > 1 && figures.length * 2 > lines.length
}

function byHeight(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = []
  for (const cell of [...placed].sort((a, b) => b.y - a.y)) {
    const above = lines.at(-1)?.[0]
    if (above && above.y - cell.y < cell.line.size * 0.6) lines.at(-1)!.push(cell)
    else lines.push([cell])
  }
  return lines
}

function indexIn(edges: readonly number[], place: number): number {
  const next = edges.findIndex((edge) => edge > place)
  return Math.max(0, (next === -1 ? edges.length - 1 : next) - 1)
}

function rowOf(placed: readonly Placed[], width: number): TableRow {
  const cells = Array.from({ length: width }, (_, column) => {
    const own = placed.filter((cell) => cell.column === column).sort((a, b) => b.y - a.y || a.x - b.x)
    return {
      text: joinHyphenated(own.map(({ text }) => text)),
      isHead: false,
      isBold: own.length > 0 && own.every(({ line }) => line.boldChars >= line.text.length),
    }
  })
  return { cells, isSpanning: placed.length === 1 && placed[0]!.isSpanning }
}

export function isSameTable(table: PdfTable, next: PdfTable): boolean {
  return (
    table.edges.length === next.edges.length &&
    table.edges.every((edge, i) => Math.abs(edge - next.edges[i]!) <= NEAR)
  )
}

/** A table and the same one on the next page, without the header given again; a row that the page broke is whole again. */
export function withNextPage(rows: readonly TableRow[], next: readonly TableRow[]): TableRow[] {
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
