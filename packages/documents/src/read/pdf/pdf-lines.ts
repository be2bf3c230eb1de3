/** Combines characters into a line with its position, size and weight, and divides it into cells at wide gaps. */
import type { TableRow } from '../../document/table-rows.ts'
import { type Char, isLetter, isRightToLeft, plainText, textOf } from './pdf-letters.ts'

/** A horizontal extent. */
export interface Span {
  readonly x: number
  readonly right: number
}

export interface Cell extends Span {
  readonly text: string
}

export interface PdfLine extends Cell {
  /** The y coordinate of the baseline, upwards from the bottom of the page as displayed. */
  readonly y: number
  readonly size: number
  /** Number of bold characters at the beginning; the length of the text for a bold line. */
  readonly boldChars: number
  /** The parts of the line between wide gaps; a single part for an ordinary line. */
  readonly cells: readonly Cell[]
  /** Whether the gaps separate the cells of a table, and not the words of a justified line. */
  readonly isRow: boolean
  /** The table that the line represents; such a line has no text of its own. */
  readonly table?: PdfTable
}

export interface PdfTable {
  /** The x coordinates of the edges of its columns. */
  readonly edges: readonly number[]
  readonly rows: readonly TableRow[]
}

export type IsDivided = (left: number, right: number, y: number) => boolean

export function lineOf(all: readonly Char[], isDivided: IsDivided): PdfLine | undefined {
  const inked = all.filter(isInked)
  if (inked.length === 0) return undefined
  const chars = all.slice(all.indexOf(inked[0]!), all.lastIndexOf(inked.at(-1)!) + 1)
  const size = mostUsed(chars, ({ style }) => style.size)
  const y = mostUsed(chars, ({ style }) => Math.round(style.y * 10) / 10)
  const parts = partsOf(chars, cutsOf(inked, size, y, isDivided))
  const cells = parts.map((part) => ({ text: textOf(part, size, y), ...widthOf(part) }))
  const text = cells.map((cell) => cell.text).join(' ')
  const plain = isBoldAround(chars) ? -1 : chars.findIndex((char) => !char.style.isBold && isLetter(char))
  const bold = plain === -1 ? chars : chars.slice(0, plain)
  const boldText = bold.some(({ style }) => style.isBold) ? textOf(bold, size, y) : ''
  const boldChars = boldText && plain === -1 ? text.length : boldText.length
  return { text, ...widthOf(cells), y, size, boldChars, cells, isRow: false }
}

export const isBold = ({ boldChars, text }: PdfLine) => boldChars >= text.length

const isInked = ({ text }: Char) => text.trim() !== ''

/** The extent from the leftmost beginning to the rightmost end. */
export function widthOf(parts: readonly Span[]): Span {
  let [x, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const part of parts) {
    x = Math.min(x, part.x)
    right = Math.max(right, part.right)
  }
  return { x, right }
}

// Rule (off: false): PDFs with a word of code in a bold question, which remains bold as a whole.
function isBoldAround(chars: readonly Char[]): boolean {
  if (!chars.find(isLetter)?.style.isBold || !chars.findLast(isLetter)!.style.isBold) return false
  const letters = chars.filter(isLetter)
  return letters.filter(({ style }) => style.isBold).length > letters.length * 0.5
}

/** The line reduced to some of its cells; an empty array if there are none. */
export function withCells(line: PdfLine, cells: readonly Cell[]): PdfLine[] {
  if (cells.length === 0) return []
  const text = cells.map((cell) => cell.text).join(' ')
  const boldChars = isBold(line) ? text.length : Math.min(line.boldChars, text.length)
  return [{ ...line, ...widthOf(cells), text, cells, boldChars }]
}

/** The gaps that divide a line: much wider than the usual gap between words, which is wide in justified lines, or with a ruling line in them. */
function cutsOf(inked: readonly Char[], size: number, y: number, isDivided: IsDivided): Span[] {
  const sorted = inked.toSorted((a, b) => a.x - b.x)
  const gaps: (Span & { readonly width: number })[] = []
  for (const [i, { x: right }] of sorted.entries()) {
    const x = Math.max(sorted[i - 1]?.right ?? right, sorted[i - 2]?.right ?? 0)
    if (right - x > size * 0.15) gaps.push({ x, right, width: right - x })
  }
  const widths = gaps.map(({ width }) => width).sort((a, b) => a - b)
  const usual = widths.length > 2 ? widths[Math.floor((widths.length - 1) / 2)]! : 0
  return gaps.filter(({ x, right, width }) => {
    if (width > size * 3 || (width > size * 1.2 && width > usual * 2.5)) return true
    return width > size * 0.5 && isDivided(x, right, y)
  })
}

function partsOf(chars: readonly Char[], cuts: readonly Span[]): (readonly Char[])[] {
  if (cuts.length === 0) return [chars]
  const order = isRightToLeft(plainText(chars)) ? -1 : 1
  const parts = Map.groupBy(chars, ({ x }) => order * cuts.filter((cut) => x >= cut.x + 0.5).length)
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part)
    .filter((part) => part.some(isInked))
}

/** The most frequent value; each item counts `count` times. */
export function mostUsed<T>(items: readonly T[], of: (item: T) => number, count = (_: T) => 1): number {
  const counts = new Map<number, number>()
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + count(item))
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
}
