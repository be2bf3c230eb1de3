/**
 * Tables without lines whose cells go over several lines. What tells them from columns of writing: their rows begin at the same
 * height in several columns, after a wider distance, and the text of a cell runs from there on without a gap. Columns of writing
 * break where each of them wants to.
 */
import { LARGER } from './pdf-body.ts'
import { runsRightToLeft } from './pdf-direction.ts'
import { mostUsed } from './pdf-lines.ts'
import { gapsOf, type Row, type Run, toRows } from './pdf-rows.ts'
import type { RuledTable } from './pdf-ruled-tables.ts'

/** Blank before a cell, in sizes of the type; one at least must be so wide that it is no blank between words. */
const NARROW_GAP = 0.35
const WIDE_GAP = 1.4
const NEAR = 1.2
const FEWEST_ROWS = 3
/** Distances up to this, against the least, are those of lines in a cell; from that on, those of rows. */
const TIGHT = 1.1
const APART = 1.14
/** Further below, in lines, a paragraph is none of the cell above it. */
const FAR = 2.6

interface Segment {
  readonly runs: readonly Run[]
  readonly x: number
  /** The blank before it, in sizes of the type. */
  readonly gap: number
}

interface Line {
  readonly segments: readonly Segment[]
  readonly row: Row
}

export function openTables(runs: readonly Run[]): { tables: RuledTable[]; rest: readonly Run[] } {
  if (runsRightToLeft(runs)) return { tables: [], rest: runs }
  const lines = toRows(runs).map((row) => ({ row, segments: segmentsOf(row) }))
  const starts = recurring(lines)
  const tables: RuledTable[] = []
  const taken = new Set<Run>()
  for (let i = 0; i < lines.length; ) {
    const columns = columnsAt(lines[i]!, starts)
    const last = columns.length > 1 ? lastAlong(lines, i, columns) : i
    const found = last > i ? tableOf(lines.slice(i, last + 1), columns, lines[i - 1]) : undefined
    if (found) {
      tables.push(found.table)
      for (const { row } of lines.slice(i, i + found.count)) for (const run of row.runs) taken.add(run)
    }
    i += found?.count ?? 1
  }
  // Raised figures were written anew, and runs drawn twice left out: what is not taken is all that is not in a table.
  const left = lines.flatMap(({ row }) => row.runs.filter((run) => !taken.has(run)))
  return tables.length > 0 ? { tables, rest: left } : { tables, rest: runs }
}

function segmentsOf(row: Row): Segment[] {
  const gaps = gapsOf(row).filter(({ width }) => width >= NARROW_GAP)
  const cuts = [{ at: 0, width: 0 }, ...gaps]
  return cuts.map(({ at, width }, i) => {
    const runs = row.runs.slice(at, cuts[i + 1]?.at)
    return { runs, x: runs[0]!.x, gap: width }
  })
}

/** Where text begins after a blank in several lines, and clearly so in one. */
function recurring(lines: readonly Line[]): number[] {
  const begins = lines
    .flatMap(({ segments }) => segments.slice(1).map(({ x, gap }) => ({ x, gap })))
    .sort((a, b) => a.x - b.x)
  const found: number[] = []
  for (let i = 0; i < begins.length; ) {
    let end = i
    while (end < begins.length && begins[end]!.x - begins[i]!.x <= NEAR) end++
    const own = begins.slice(i, end)
    if (own.length >= FEWEST_ROWS && own.some(({ gap }) => gap >= WIDE_GAP)) found.push(begins[i]!.x)
    i = end
  }
  return found
}

const isAt = (x: number, place: number) => Math.abs(x - place) <= NEAR * 1.5

function columnsAt({ segments: [first, ...others] }: Line, starts: readonly number[]): number[] {
  const places = others.map(({ x }) => x).filter((x) => starts.some((start) => isAt(x, start)))
  return [first!.x, ...places]
}

/** The last line of those that keep to the columns. */
function lastAlong(lines: readonly Line[], first: number, columns: readonly number[]): number {
  let last = first
  for (let i = first + 1; i < lines.length; i++) {
    const { row } = lines[i]!
    const crosses = row.runs.some(({ x, width }) =>
      columns.some((place, n) => n > 0 && x < place - NEAR * 1.5 && x + width > place),
    )
    const fits = cellsOf(lines[i]!, columns).every(
      (own, n) => own.length === 0 || isAt(own[0]!.x, columns[n]!),
    )
    if (crosses || !fits || lines[i - 1]!.row.y - row.y > row.size * 6) break
    last = i
  }
  return last
}

function cellsOf({ row }: Line, columns: readonly number[]): Run[][] {
  return columns.map((place, n) => {
    const [from, to] = [
      n === 0 ? Number.NEGATIVE_INFINITY : place - NEAR * 1.5,
      (columns[n + 1] ?? Number.POSITIVE_INFINITY) - NEAR * 1.5,
    ]
    return row.runs.filter(({ x }) => x >= from && x < to)
  })
}

function tableOf(
  lines: readonly Line[],
  columns: readonly number[],
  above: Line | undefined,
): { table: RuledTable; count: number } | undefined {
  const distances = lines.slice(1).map(({ row }, i) => lines[i]!.row.y - row.y)
  const leading = Math.min(...distances)
  // What runs on from above is no cell that begins here.
  if (above && above.row.y - lines[0]!.row.y < leading * APART) return undefined
  const right = Math.max(...lines.map(({ row }) => row.right))
  const size = mostUsed(
    lines.flatMap(({ row }) => row.runs),
    (run) => run.size,
  )
  const rows: Run[][][] = []
  let isWrapped = false
  let count = 0
  /** By column: whether the text of the cell ended above. */
  let ended: boolean[] = []
  for (const [i, line] of lines.entries()) {
    const cells = cellsOf(line, columns)
    const filled = cells.filter((own) => own.length > 0).length
    const distance = i === 0 ? Number.POSITIVE_INFINITY : distances[i - 1]!
    // Headings stand over columns of writing, not in the middle of a table.
    if (i > 0 && line.row.size >= size * LARGER) return undefined
    if (distance >= leading * APART && cells[0]!.length > 0) {
      if (filled < 2) break
      rows.push(cells)
      ended = cells.map((own) => own.length === 0)
    } else {
      const isParagraph = distance >= leading * APART && distance <= leading * FAR
      if (distance > leading * TIGHT && !isParagraph) return undefined
      if (cells.some((own, n) => own.length > 0 && ended[n]) && !isParagraph) return undefined
      const open = rows.at(-1)!
      // Rows that are no further apart than lines are read elsewhere.
      if (cells[0]!.length > 0 && !goesOn(open, cells, columns, right)) return undefined
      for (const [n, own] of cells.entries()) open[n]!.push(...own)
      ended = cells.map((own, n) => ended[n]! || own.length === 0)
      isWrapped = true
    }
    count = i + 1
  }
  if (rows.length < FEWEST_ROWS || !isWrapped) return undefined
  const table = {
    edges: [...columns, right],
    top: lines[0]!.row.y + lines[0]!.row.size,
    cells: rows,
    isSpanning: rows.map(() => false),
  }
  return { table, count }
}

/** Whether any cell goes on: its last line had no room for the word that follows, or that begins small. */
function goesOn(
  open: readonly (readonly Run[])[],
  cells: readonly (readonly Run[])[],
  columns: readonly number[],
  right: number,
): boolean {
  return cells.some((own, n) => {
    const [first, last] = [own[0], open[n]!.at(-1)]
    if (!first || !last) return false
    const word = /^\S+/u.exec(first.text.trimStart())?.[0] ?? ''
    const width = (first.width * word.length) / Math.max(1, first.text.length)
    const edge = columns[n + 1] === undefined ? right : columns[n + 1]! - first.size * NARROW_GAP
    return /^\p{Ll}/u.test(word) || last.x + last.width + first.size * 0.25 + width > edge
  })
}
