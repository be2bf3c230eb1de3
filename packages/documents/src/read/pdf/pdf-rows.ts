/** The text runs of a page as they stand beside each other: rows on one baseline, with the blanks between their runs. */

import { scriptText } from '../../document/script-text.ts'

export interface Run {
  readonly text: string
  readonly x: number
  /** From the bottom of the page upwards. */
  readonly y: number
  readonly width: number
  readonly size: number
  readonly font: string
}

export interface Row {
  /** From left to right. */
  readonly runs: readonly Run[]
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
}

/** Blank between runs, in sizes of the type, from which on they are words apart. */
export const WORD_GAP = 0.15

/** Against the type beside it. */
const SMALL = 0.86
/** What may stand higher or lower than its line. */
const SCRIPT = /^[\d\p{L}+−*-]{1,3}$/u

/** Rows from the top of the page down. */
export function toRows(runs: readonly Run[]): Row[] {
  // What is beside each other is told by the largest type of a row: its first may be a raised figure.
  const rows: { base: Run; readonly runs: Run[] }[] = []
  for (const run of [...runs].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1)
    if (!row || !isBeside(row.base, run)) rows.push({ base: run, runs: [run] })
    else {
      row.runs.push(run)
      if (run.size > row.base.size) row.base = run
    }
  }
  return rows.map(({ runs: own }) => toRow(withRaised(own.sort((a, b) => a.x - b.x))))
}

/** Small type may stand higher or lower, as the number of a footnote does. */
function isBeside(a: Run, b: Run): boolean {
  const larger = Math.max(a.size, b.size)
  const isSmall =
    Math.min(a.size, b.size) < larger * SMALL && SCRIPT.test((a.size < b.size ? a : b).text.trim())
  return Math.abs(a.y - b.y) <= larger * (isSmall ? 0.55 : 0.35)
}

/** A raised figure is no figure of the number before it. */
function withRaised(row: readonly Run[]): Run[] {
  const size = Math.max(...row.map((run) => run.size))
  const baseline = row.find((run) => run.size === size)!.y
  return row.map((run, i) => {
    const off = (run.y - baseline) / size
    if (run.size >= size * SMALL || Math.abs(off) < 0.1 || !/^[+−-]?\d{1,3}$/.test(run.text.trim()))
      return run
    if (off > 0 && off <= 0.15) return run
    const text = scriptText(run.text.trim(), off > 0 ? 'raised' : 'lowered', '')
    return { ...run, text: off > 0 && /^\p{L}/u.test(row[i + 1]?.text ?? '') ? `${text} ` : text }
  })
}

/** A row of runs that come from left to right. */
export function toRow(sorted: readonly Run[]): Row {
  const runs: Run[] = []
  for (const run of sorted) if (!isShadow(runs, run)) runs.push(run)
  return {
    runs,
    x: runs[0]!.x,
    right: Math.max(...runs.map(({ x, width }) => x + width)),
    y: runs[0]!.y,
    size: Math.max(...runs.map(({ size }) => size)),
  }
}

/** The same text drawn twice a hair apart is how some programs make bold. */
function isShadow(runs: readonly Run[], run: Run): boolean {
  for (let i = runs.length - 1; i >= 0; i--) {
    const each = runs[i]!
    if (run.x - each.x >= run.size * 0.2) return false
    if (each.text === run.text) return true
  }
  return false
}

export interface Gap {
  /** The run after the blank. */
  readonly at: number
  readonly from: number
  readonly to: number
  /** In sizes of the type. */
  readonly width: number
}

/** Blanks between the runs of a row, at least as wide as between words. */
export function gapsOf({ runs }: Row): Gap[] {
  const gaps: Gap[] = []
  let right = Number.POSITIVE_INFINITY
  let size = 0
  for (const [at, run] of runs.entries()) {
    const width = (run.x - right) / Math.max(size, run.size)
    if (at > 0 && width > WORD_GAP) gaps.push({ at, from: right, to: run.x, width })
    right = at === 0 ? run.x + run.width : Math.max(right, run.x + run.width)
    size = run.size
  }
  return gaps
}

/** In a line that was stretched to fill its width all blanks are alike. */
export function areAlike(gaps: readonly Gap[]): boolean {
  const widths = gaps.map(({ width }) => width)
  return Math.max(...widths) - Math.min(...widths) < 0.15
}
