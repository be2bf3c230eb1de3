/** Characters into a line, with its place, size and weight, and its parts where wide gaps divide it. */
import { addLostLetters, type Char, isLetter, isRightToLeft, textOf, withAccents } from './pdf-letters.ts'

export interface PdfLine {
  readonly text: string
  /** From left to right, upwards from the bottom of the page as it is shown. */
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Characters at the beginning that are bold; all of them in a bold line. */
  readonly boldChars: number
  /** The parts of a line with wide gaps in it; one part in an ordinary line. */
  readonly cells: readonly Cell[]
  /** Whether the gaps are those of a table, and not of a stretched line. */
  readonly isRow: boolean
}

export interface Cell {
  readonly text: string
  readonly x: number
  readonly right: number
}

export type IsDivided = (left: number, right: number, y: number) => boolean

export function lineOf(raw: readonly Char[], isDivided: IsDivided): PdfLine | undefined {
  const chars = withAccents(raw).filter(
    ({ text }, i, all) => text.trim() !== '' || (i > 0 && i < all.length - 1),
  )
  if (!chars.some(({ text }) => /\S/.test(text))) return undefined
  addLostLetters(chars)
  const size = mostUsed(chars, ({ style }) => style.size)
  const y = mostUsed(chars, ({ style }) => Math.round(style.y * 10) / 10)
  const parts = cellsOf(chars, size, y, isDivided)
  const cells = withMark(parts.map((part) => ({ text: textOf(part, size, y), ...widthOf(part) })))
  const isBold = chars.some(({ style }) => style.isBold)
  const plain =
    isBold && !isBoldAround(chars) ? chars.findIndex((char) => !char.style.isBold && isLetter(char)) : -1
  const text = cells.map((cell) => cell.text).join(' ')
  const boldChars = !isBold ? 0 : plain === -1 ? text.length : textOf(chars.slice(0, plain), size, y).length
  return { text, ...widthOf(cells), y, size, boldChars, cells, isRow: false }
}

// Rule (off: cells): a bullet or number far from its text is no cell of its own; reports.
function withMark(cells: Cell[]): Cell[] {
  const [mark, first, ...others] = cells
  if (!mark || !first || !/^(?:[•●○▪■◦‣➢✓–-]|\(?\d{1,2}[.)])$/u.test(mark.text)) return cells
  return [{ text: `${mark.text} ${first.text}`, ...widthOf([mark, first]) }, ...others]
}

/** Where the leftmost of them begins and the rightmost ends. */
const widthOf = (parts: readonly { readonly x: number; readonly right: number }[]) => ({
  x: Math.min(...parts.map(({ x }) => x)),
  right: Math.max(...parts.map(({ right }) => right)),
})

// Rule (off: false): a word of code in a bold question leaves it bold.
function isBoldAround(chars: readonly Char[]): boolean {
  const letters = chars.filter(isLetter)
  const bold = letters.filter(({ style }) => style.isBold)
  return !!letters[0]?.style.isBold && letters.at(-1)!.style.isBold && bold.length > letters.length * 0.5
}

/** A part of a line; undefined when nothing is left. */
export function withCells(line: PdfLine, cells: readonly Cell[]): PdfLine | undefined {
  if (cells.length === 0) return undefined
  const text = cells.map((cell) => cell.text).join(' ')
  const isBold = line.boldChars >= line.text.length
  return {
    ...line,
    ...widthOf(cells),
    text,
    cells,
    boldChars: isBold ? text.length : Math.min(line.boldChars, text.length),
  }
}

/** Cut at gaps much wider than those between words, and at the lines of a table; stretched lines have their words far apart. */
function cellsOf(chars: readonly Char[], size: number, y: number, isDivided: IsDivided): Char[][] {
  const inked = chars.filter(({ text }) => text.trim() !== '').sort((a, b) => a.x - b.x)
  const gaps = inked.flatMap((char, i) => {
    const left = i === 0 ? char.x : Math.max(inked[i - 1]!.right, inked[i - 2]?.right ?? 0)
    return char.x - left > size * 0.15 ? [{ left, right: char.x, width: char.x - left }] : []
  })
  const widths = gaps.map(({ width }) => width).sort((a, b) => a - b)
  const usual = widths.length > 2 ? widths[Math.floor((widths.length - 1) / 2)]! : 0
  const cuts = gaps.filter(
    ({ left, right, width }) =>
      width > size * 3 ||
      (width > size * 1.2 && width > usual * 2.5) ||
      (width > size * 0.5 && isDivided(left, right, y)),
  )
  if (cuts.length === 0) return [[...chars]]
  const parts = cuts.map(() => [] as Char[])
  const rest: Char[] = []
  for (const char of chars) (parts[cuts.findIndex(({ left }) => char.x < left + 0.5)] ?? rest).push(char)
  const filled = [...parts, rest].filter((part) => part.some(({ text }) => text.trim() !== ''))
  const from = (part: readonly Char[]) => Math.min(...part.map(({ x }) => x))
  const order = isRightToLeft(chars.map(({ text }) => text).join('')) ? -1 : 1
  return filled.sort((a, b) => order * (from(a) - from(b)))
}

/** The value that most characters have. */
export function mostUsed<T>(
  items: readonly T[],
  of: (item: T) => number,
  weightOf: (item: T) => number = () => 1,
): number {
  const counts = new Map<number, number>()
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + weightOf(item))
  let most: [number, number] = [0, 0]
  for (const entry of counts) if (entry[1] > most[1]) most = entry
  return most[0]
}
