/**
 * Which blanks of a row part the cells of a table: those at which neighbouring rows have theirs too. Wide blanks alone say nothing,
 * since lines that are stretched to fill a narrow column have them between all words.
 */
import { areAlike, type Gap, gapsOf, type Row } from './pdf-rows.ts'

/** Blank between cells, in sizes of the type; less where the rows around have a cell beginning at that place. */
const CELL_GAP = 1.4
const NARROW_CELL_GAP = 0.35
const NEIGHBOURS = 4
/** A usual blank between words. */
const BLANK = 0.28

/** By row: the runs before which a cell ends. */
export function findCells(rows: readonly Row[]): Set<number>[] {
  const gaps = rows.map(gapsOf)
  const fillWidth = rows.map((row, i) => fillsWidth(rows, i, row, gaps[i]!))
  const sure = rows.map((row, i) => fillWidth[i] && isFull(row, gaps[i]!, rows[i + 1]))
  // Beside a line that surely was stretched, one that looks so was too.
  const areStretched = rows.map(
    (_, i) => fillWidth[i]! && (sure[i] || sure[i - 1] || sure[i + 1] || sure[i - 2]) === true,
  )
  return rows.map((row, i) => {
    const cells = new Set<number>()
    for (const gap of gaps[i]!) {
      if (gap.width < NARROW_CELL_GAP) continue
      const recurs = recurrence(rows, gaps, areStretched, i, gap)
      const isCell =
        gap.width >= CELL_GAP
          ? recurs >= 2 || !areStretched[i]
          : recurs >= 2 && !areStretched[i] && isCut(row, gap)
      if (isCell || isInLine(rows, gaps, i, gap)) cells.add(gap.at)
    }
    return cells
  })
}

/** A line from edge to edge as those around, with the same blank between all words. */
function fillsWidth(rows: readonly Row[], at: number, row: Row, gaps: readonly Gap[]): boolean {
  if (gaps.length === 0 || !areAlike(gaps)) return false
  const isLevel = (other: Row) => Math.abs(other.right - row.right) < row.size * 0.35
  return [...neighbours(rows.length, at)].some((i) => isLevel(rows[i]!))
}

/** Whether the first word of the next line would not have found room on this one. On a row of a table it would. */
function isFull(row: Row, gaps: readonly Gap[], next: Row | undefined): boolean {
  if (!next) return false
  const blank = row.size * BLANK
  const natural = row.right - row.x - gaps.reduce((sum, { from, to }) => sum + (to - from) - blank, 0)
  return natural + blank + firstWordWidth(next) > (row.right - row.x) * 0.95
}

function firstWordWidth(row: Row): number {
  const end = gapsOf(row)[0]?.at ?? row.runs.length
  let width = 0
  for (const run of row.runs.slice(0, end)) {
    const word = /^\S+/u.exec(run.text.trimStart())?.[0] ?? ''
    width += (run.width * word.length) / Math.max(1, run.text.length)
    if (word.length < run.text.length) break
  }
  return width
}

/** In how many rows nearby a cell begins, ends or has its middle where this one does. */
function recurrence(
  rows: readonly Row[],
  gaps: readonly (readonly Gap[])[],
  areStretched: readonly boolean[],
  at: number,
  gap: Gap,
): number {
  const near = rows[at]!.size * 0.3
  let count = 0
  for (const i of neighbours(rows.length, at)) {
    if (areStretched[i]) continue
    const isLike = (other: Gap) =>
      other.width >= CELL_GAP &&
      (Math.abs(other.to - gap.to) < near || Math.abs(other.from - gap.from) < near)
    if (gaps[i]!.some(isLike)) count++
  }
  return count
}

/** Nearly all rows around have a cell beginning there: chance does not do that. */
function isInLine(rows: readonly Row[], gaps: readonly (readonly Gap[])[], at: number, gap: Gap): boolean {
  const around = [...neighbours(rows.length, at)]
  const same = around.filter((i) =>
    gaps[i]!.some((other) => other.width >= NARROW_CELL_GAP && Math.abs(other.to - gap.to) < 1),
  )
  return same.length >= Math.max(4, around.length * 0.6)
}

/** Wider than the other blanks of its row. */
function isCut(row: Row, gap: Gap): boolean {
  return gapsOf(row).every((other) => other.at === gap.at || other.width <= gap.width + 0.1)
}

function* neighbours(count: number, at: number): Generator<number> {
  for (let i = Math.max(0, at - NEIGHBOURS); i <= Math.min(count - 1, at + NEIGHBOURS); i++)
    if (i !== at) yield i
}
