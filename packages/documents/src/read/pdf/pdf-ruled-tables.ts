/** Tables whose cells are parted by drawn lines: which text stands in which cell is then no guess. */
import type { Ruling } from './pdf-drawing.ts'
import type { Run } from './pdf-rows.ts'

export interface RuledTable {
  /** Where its columns begin and the last one ends, from left to right. */
  readonly edges: readonly number[]
  readonly top: number
  /** By row from the top, by column: what stands in it; cells merged over rows stand in each of them, over columns in the first. */
  readonly cells: readonly (readonly (readonly Run[])[])[]
  /** By row: one cell over all columns. */
  readonly isSpanning: readonly boolean[]
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Lines this near to each other are one; two borders of one cell are further apart. */
const SAME = 2.5
const TOUCH = 3.5
const LEAST_COLUMN = 4
const LEAST_ROW = 5
/** So much of the text may stick out of its cell: more, and the lines are not those of a table. */
const STICKING_OUT = 0.05
const MOST_CELLS = 20_000

export function ruledTables(
  rulings: readonly Ruling[],
  runs: readonly Run[],
): { tables: RuledTable[]; rest: readonly Run[] } {
  const lines = [
    ...joinedRulings(rulings.filter(({ isLevel }) => isLevel)),
    ...joinedRulings(rulings.filter(({ isLevel }) => !isLevel)),
  ]
  const grids = connected(lines).flatMap((own) => gridOf(own) ?? [])
  const outer = grids.filter(
    (grid) =>
      !grids.some((other) => other !== grid && isInside(grid.box, other.box) && other.rows.length > 2),
  )
  const chosen = outer.filter(
    (grid) => !outer.some((other) => other !== grid && isInside(other.box, grid.box)),
  )
  const tables: RuledTable[] = []
  let rest = runs
  for (const grid of chosen) {
    const inside = rest.filter((run) => isIn(run, grid.box))
    const found = inside.length > 0 ? filled(grid, inside) : undefined
    if (!found) continue
    tables.push(...found.filter(({ cells }) => cells.some((row) => row.some(({ length }) => length > 0))))
    rest = rest.filter((run) => !isIn(run, grid.box))
  }
  return { tables, rest }
}

/** Pieces of one line, and lines drawn as thin boxes, as one. */
export function joinedRulings(rulings: readonly Ruling[]): Ruling[] {
  const found: Ruling[] = []
  const byPlace = [...rulings].sort((a, b) => a.at - b.at)
  for (let i = 0; i < byPlace.length; ) {
    const { at, isLevel } = byPlace[i]!
    let end = i
    while (end < byPlace.length && byPlace[end]!.at - at <= SAME) end++
    let open: { isLevel: boolean; at: number; from: number; to: number } | undefined
    for (const { from, to } of byPlace.slice(i, end).sort((a, b) => a.from - b.from)) {
      if (open && from <= open.to + TOUCH) open.to = Math.max(open.to, to)
      else {
        open = { isLevel, at, from, to }
        found.push(open)
      }
    }
    i = end
  }
  return found
}

const crosses = (level: Ruling, upright: Ruling) =>
  upright.at >= level.from - TOUCH &&
  upright.at <= level.to + TOUCH &&
  level.at >= upright.from - TOUCH &&
  level.at <= upright.to + TOUCH

/** Lines that hang together. */
function connected(lines: readonly Ruling[]): Ruling[][] {
  const uprights = lines.filter(({ isLevel }) => !isLevel)
  const levels = lines.filter(({ isLevel }) => isLevel)
  const groups: Ruling[][] = []
  const known = new Set<Ruling>()
  for (const first of uprights) {
    if (known.has(first)) continue
    known.add(first)
    const group = [first]
    for (let i = 0; i < group.length; i++) {
      const line = group[i]!
      for (const other of line.isLevel ? uprights : levels) {
        if (known.has(other) || !(line.isLevel ? crosses(line, other) : crosses(other, line))) continue
        known.add(other)
        group.push(other)
      }
    }
    if (group.length > 2) groups.push(group)
  }
  return groups
}

interface Grid {
  readonly lines: readonly Ruling[]
  readonly box: Box
  /** Edges of the columns from the left, of the rows from the top. */
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

/** The outermost lines may be missing: the others tell how far the table goes. */
function gridOf(lines: readonly Ruling[]): Grid | undefined {
  const levels = lines.filter(({ isLevel }) => isLevel)
  const uprights = lines.filter(({ isLevel }) => !isLevel)
  const columns = distinct(
    [...uprights.map(({ at }) => at), ...levels.flatMap(({ from, to }) => [from, to])],
    LEAST_COLUMN,
  )
  const rows = distinct(
    [...levels.map(({ at }) => at), ...uprights.flatMap(({ from, to }) => [from, to])],
    LEAST_ROW,
  )
  rows.reverse()
  if (columns.length < 3 || rows.length < 2 || columns.length * rows.length > MOST_CELLS) return undefined
  const box = { left: columns[0]!, right: columns.at(-1)!, top: rows[0]!, bottom: rows.at(-1)! }
  return { lines, box, columns, rows }
}

function distinct(places: readonly number[], least: number): number[] {
  const found: number[] = []
  for (const place of [...places].sort((a, b) => a - b))
    if (found.length === 0 || place - found.at(-1)! >= least) found.push(place)
  return found
}

const isInside = (inner: Box, outer: Box) =>
  inner.left >= outer.left - TOUCH &&
  inner.right <= outer.right + TOUCH &&
  inner.top <= outer.top + TOUCH &&
  inner.bottom >= outer.bottom - TOUCH

const middleOf = ({ x, y, width, size }: Run) => ({ x: x + width / 2, y: y + size * 0.3 })

function isIn(run: Run, { left, right, top, bottom }: Box): boolean {
  const { x, y } = middleOf(run)
  return x > left && x < right && y < top && y > bottom
}

interface Begin {
  readonly row: number
  readonly column: number
}

function filled({ lines, columns, rows }: Grid, runs: readonly Run[]): RuledTable[] | undefined {
  const height = rows.length - 1
  const width = columns.length - 1
  const hasLine = (isLevel: boolean, at: number, through: number) =>
    lines.some(
      (line) =>
        line.isLevel === isLevel &&
        line.at >= at - 1 &&
        line.at < at + (isLevel ? LEAST_ROW : LEAST_COLUMN) &&
        line.from < through &&
        line.to > through,
    )
  /** By place: where the cell it belongs to begins. */
  const begins: Begin[][] = []
  for (let row = 0; row < height; row++) {
    begins.push([])
    for (let column = 0; column < width; column++) {
      const [x, y] = [(columns[column]! + columns[column + 1]!) / 2, (rows[row]! + rows[row + 1]!) / 2]
      const isOpenLeft = column > 0 && !hasLine(false, columns[column]!, y)
      const isOpenAbove = row > 0 && !hasLine(true, rows[row]!, x)
      begins[row]!.push(
        isOpenLeft ? begins[row]![column - 1]! : isOpenAbove ? begins[row - 1]![column]! : { row, column },
      )
    }
  }
  const held: Run[][][] = begins.map((own) => own.map(() => []))
  let sticking = 0
  for (const run of runs) {
    const { x, y } = middleOf(run)
    const row = rows.findIndex((edge, i) => i > 0 && y > edge) - 1
    const column = columns.findIndex((edge) => x < edge) - 1
    const cell = begins[row]![column]!
    let last = column
    while (begins[row]![last + 1] === cell) last++
    let first = column
    while (begins[row]![first - 1] === cell) first--
    const out = Math.max(columns[first]! - run.x, run.x + run.width - columns[last + 1]!)
    if (out > run.size * 0.5) sticking++
    held[cell.row]![cell.column]!.push(run)
  }
  if (sticking > runs.length * STICKING_OUT) return undefined
  return stretches(begins).map(([from, to]) => {
    const own = begins.slice(from, to)
    const used = columns
      .slice(0, -1)
      .flatMap((_, at) => (own.some((row) => row[at]!.column === at) ? [at] : []))
    return {
      edges: [...used.map((at) => columns[at]!), columns.at(-1)!],
      top: rows[from]!,
      cells: own.map((row) => used.map((at) => (row[at]!.column === at ? held[row[at]!.row]![at]! : []))),
      isSpanning: own.map((row) => new Set(row.map(({ column }) => column)).size === 1),
    }
  })
}

/** Tables right below each other hang together by their lines: a new one begins where rows have cells of their own. */
function stretches(begins: readonly (readonly Begin[])[]): [from: number, to: number][] {
  const found: [number, number][] = []
  let columns = new Set<number>()
  for (const [i, row] of begins.entries()) {
    const own = new Set(row.map(({ column }) => column))
    const isOther = !own.isSubsetOf(columns) && !columns.isSubsetOf(own)
    if (i === 0 || isOther) {
      found.push([i, i + 1])
      columns = own
    } else {
      found.at(-1)![1] = i + 1
      columns = columns.union(own)
    }
  }
  return found
}
