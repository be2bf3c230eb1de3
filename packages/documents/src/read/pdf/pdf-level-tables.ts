/** Tables with a line below each row and none between their columns: what stands between two lines is a row, wherever in it. */
import type { Ruling } from './pdf-drawing.ts'
import { type Run, toRows } from './pdf-rows.ts'
import { joinedRulings, type RuledTable } from './pdf-ruled-tables.ts'

const FEWEST_LINES = 3
const SAME_EDGE = 4
/** Blank between columns, in sizes of the type. */
const COLUMN_GAP = 0.5
/** Rows with more than one cell filled. */
const FILLED_SHARE = 0.7

export function levelTables(
  rulings: readonly Ruling[],
  runs: readonly Run[],
): { tables: RuledTable[]; rest: readonly Run[] } {
  const tables: RuledTable[] = []
  let rest = runs
  for (const lines of alike(joinedRulings(rulings.filter(({ isLevel }) => isLevel)))) {
    const found = lines.length >= FEWEST_LINES ? tableBetween(lines, rest) : undefined
    if (!found) continue
    tables.push(found)
    const taken = new Set(found.cells.flat(2))
    rest = rest.filter((run) => !taken.has(run))
  }
  return { tables, rest }
}

/** Lines that begin and end at the same places, from the top. */
function alike(lines: readonly Ruling[]): Ruling[][] {
  const groups: Ruling[][] = []
  for (const line of [...lines].sort((a, b) => b.at - a.at)) {
    const own = groups.find(
      ([first]) =>
        Math.abs(first!.from - line.from) <= SAME_EDGE && Math.abs(first!.to - line.to) <= SAME_EDGE,
    )
    if (own) own.push(line)
    else groups.push([line])
  }
  return groups
}

function tableBetween(lines: readonly Ruling[], runs: readonly Run[]): RuledTable | undefined {
  const { from, to } = lines[0]!
  const [top, bottom] = [lines[0]!.at, lines.at(-1)!.at]
  const across = runs.filter(({ x, width }) => x >= from - SAME_EDGE && x + width <= to + SAME_EDGE)
  const inside = across.filter(({ y }) => y < top && y > bottom)
  const starts = columnStarts(inside)
  if (starts.length < 2) return undefined
  const inColumns = (own: readonly Run[]) =>
    starts.map((start, i) =>
      own.filter(({ x }) => x >= start - 1 && x < (starts[i + 1] ?? Number.POSITIVE_INFINITY) - 1),
    )
  const rows = lines
    .slice(1)
    .map(({ at }, i) => inColumns(inside.filter(({ y }) => y < lines[i]!.at && y > at)))
    .filter((row) => row.some(({ length }) => length > 0))
  const filled = rows.filter((row) => row.filter(({ length }) => length > 0).length > 1)
  if (filled.length < 2 || filled.length < rows.length * FILLED_SHARE) return undefined
  const header = headerAbove(across, top, starts)
  const all = header ? [inColumns(header), ...rows] : rows
  return {
    edges: [...starts, to],
    top: header ? header[0]!.y + header[0]!.size : top,
    cells: all,
    isSpanning: all.map(() => false),
  }
}

/** Where columns begin: after a strip that no run of any row crosses. */
function columnStarts(runs: readonly Run[]): number[] {
  const starts: number[] = []
  let right = Number.NEGATIVE_INFINITY
  for (const { x, width, size } of [...runs].sort((a, b) => a.x - b.x)) {
    if (x - right > size * COLUMN_GAP) starts.push(x)
    right = Math.max(right, x + width)
  }
  return starts
}

/** The line of text right above the first line, where it keeps to the columns. */
function headerAbove(
  runs: readonly Run[],
  top: number,
  starts: readonly number[],
): readonly Run[] | undefined {
  const [row] = toRows(runs.filter(({ y, size }) => y >= top && y - top < size * 2)).slice(-1)
  if (!row) return undefined
  const own = runs.filter(({ y }) => Math.abs(y - row.y) < 1)
  const isIn = starts.filter((start) => own.some(({ x }) => Math.abs(x - start) < 2))
  const crosses = own.some(({ x, width }) => starts.some((start) => x < start - 2 && x + width > start))
  return isIn.length === starts.length && !crosses ? own : undefined
}
