/**
 * Where columns of writing part: a vertical strip that hardly a run crosses over many rows, with lines on both sides that fill
 * their column and go on from one to the next. The cells of a table do neither; those are read by row.
 */

import { lineWidth } from '../../document/wrapped-lines.ts'
import { areAlike, gapsOf, type Row } from './pdf-rows.ts'

export interface Gutter {
  readonly from: number
  readonly to: number
}

const FEWEST_ROWS = 4
const MOST_GUTTERS = 3

export function findGutters(rows: readonly Row[], pageWidth: number): Gutter[] {
  if (rows.length < FEWEST_ROWS) return []
  // On a page with much else on it a strip inside a column may look free as well, hence first one that is all but empty.
  for (const crossedShare of [0.04, 0.2]) {
    const gutters = freeStrips(rows, pageWidth, crossedShare)
    if (gutters.length > 0) return gutters
  }
  return []
}

function freeStrips(rows: readonly Row[], pageWidth: number, crossedShare: number): Gutter[] {
  const left = Math.min(...rows.map(({ x }) => x))
  const right = Math.max(...rows.map((row) => row.right))
  // Text far beside the page must not make this long.
  const step = Math.max(1, pageWidth / 300, (right - left) / 600)
  const first = left + (right - left) * 0.2
  const steps = Math.ceil(((right - left) * 0.6) / step) + 1
  const crossing = new Int32Array(steps)
  const parted = new Int32Array(steps)
  const placeOf = (x: number) => (x - first) / step
  for (const row of rows) {
    const seen = new Uint8Array(steps)
    for (const { x, width } of row.runs)
      for (let i = Math.max(0, Math.floor(placeOf(x)) + 1); i < steps && i < placeOf(x + width); i++)
        seen[i] = 1
    for (let i = 0; i < steps; i++) {
      if (seen[i]) crossing[i]!++
      else if (placeOf(row.x) < i && i < placeOf(row.right)) parted[i]!++
    }
  }
  const found: Gutter[] = []
  let strip: Gutter | undefined
  for (let i = 0; i <= steps; i++) {
    const most = Math.max(1, (rows.length + (parted[i] ?? 0)) * crossedShare)
    if (i < steps && crossing[i]! <= most)
      strip = { from: strip?.from ?? first + i * step, to: first + i * step }
    else if (strip) {
      found.push(strip)
      strip = undefined
    }
  }
  const gutters = found.slice(0, MOST_GUTTERS).map((each) => fitted(each, rows))
  const edges = [left, ...gutters.map(middleOf), right]
  const areColumns = gutters.length > 0 && edges.slice(1).every((edge, i) => isWriting(rows, edges[i]!, edge))
  return areColumns ? gutters : []
}

export const middleOf = ({ from, to }: Gutter) => (from + to) / 2

/** The strip up to where most lines of the column after it begin. */
function fitted(strip: Gutter, rows: readonly Row[]): Gutter {
  const begins = new Map<number, number>()
  for (const { runs } of rows) {
    const run = runs.find(({ x }) => x >= middleOf(strip))
    if (run && run.x < strip.to + 60) begins.set(Math.round(run.x), (begins.get(Math.round(run.x)) ?? 0) + 1)
  }
  const usual = [...begins].sort((a, b) => b[1] - a[1])[0]
  return usual ? { from: strip.from, to: Math.max(strip.to, usual[0]) } : strip
}

/** Lines of writing fill their column, most of them, and go on in the middle of sentences. */
function isWriting(rows: readonly Row[], from: number, to: number): boolean {
  const lines = rows.flatMap(({ runs }) => {
    const own = runs.filter(({ x, width }) => x >= from - 3 && x + width <= to + 3)
    if (own.length === 0) return []
    const extent = own.at(-1)!.x + own.at(-1)!.width - own[0]!.x
    return [{ extent, text: own.map(({ text }) => text).join(' ') }]
  })
  const widest = Math.max(0, ...lines.map(({ extent }) => extent))
  const long = lines.filter(({ extent }) => extent > widest * 0.7)
  if (lines.length < FEWEST_ROWS || long.length < 3 || widest < (to - from) * 0.5) return false
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
  const isFull = sum(long.map(({ extent }) => extent)) > sum(lines.map(({ extent }) => extent)) * 0.6
  const averageChars = sum(long.map(({ text }) => lineWidth(text))) / long.length
  return isFull && averageChars >= 12 && goesOn(lines.map(({ text }) => text))
}

/** Where letters have a case, some lines of a text begin with a small one. The cells of a table seldom do. */
function goesOn(lines: readonly string[]): boolean {
  const cased = lines.filter((line) => /^[\p{Lu}\p{Ll}]/u.test(line))
  if (cased.length < lines.length * 0.5) return !lines.every((line) => /^[\p{N}\p{Sc}+-]/u.test(line))
  return cased.filter((line) => /^\p{Ll}/u.test(line)).length >= Math.min(lines.length * 0.12, 4)
}

/** Whether a row has its blank at the gutter because columns part there, and not by chance between two words of a wide line. */
export function partsAt(row: Row, gutter: Gutter): boolean {
  const gaps = gapsOf(row)
  const own = gaps.find(({ from, to }) => from <= middleOf(gutter) + 1 && to >= middleOf(gutter) - 1)
  if (!own)
    return !row.runs.some(({ x, width }) => x < middleOf(gutter) - 2 && x + width > middleOf(gutter) + 2)
  const isJust = gaps.length > 1 && areAlike(gaps) && Math.abs(own.to - gutter.to) > 2.5
  return !isJust
}
