/** Combines the lines of a PDF into headings, paragraphs and list items, by size, weight, gaps and line ends. */
import { isQuestion } from '@tandem/languages/is-question'
import { labelOf } from '@tandem/languages/question-labels'
import { BOLD_LEVEL, type DocumentBuilder, LONGEST_HEADING_CHARS } from '../../document/document.ts'
import { listMarkChars } from '../../document/question-marks.ts'
import { writeRows } from '../../document/table-rows.ts'
import { endsSentence, isContentsLine, joinHyphenated } from '../../document/wrapped-lines.ts'
import { isRightToLeft } from './pdf-letters.ts'
import { isBold, mostUsed, type PdfLine, widthOf } from './pdf-lines.ts'
import { isSameTable, withNextPage } from './pdf-tables.ts'

export interface PdfPage {
  readonly number: number
  /** In reading order. */
  readonly lines: readonly PdfLine[]
}

export type Body = ReturnType<typeof bodyOf>

interface Place extends PdfLine {
  readonly page: number
  /** The right edge of the text around the line. */
  readonly edge: number
}

/** A paragraph, or a table with one place for each of its pages. */
interface Paragraph {
  readonly places: Place[]
  isHeading: boolean
  /** Whether it interrupts a sentence that continues after it. */
  readonly isNote: boolean
}

/** Minimum size of type that stands out, relative to the body text. */
export const LARGER = 1.12

/** The lines that are not tables. */
export const textLines = (pages: readonly PdfPage[]) =>
  pages.flatMap(({ lines }) => lines.filter(({ table }) => !table))

export function bodyOf(lines: readonly PdfLine[]) {
  const chars = ({ text }: PdfLine) => text.length
  const size = mostUsed(lines, (line) => line.size, chars)
  const gaps = lines.flatMap((line, i) => {
    const before = lines[i - 1]
    const gap = before && before.size === line.size ? before.y - line.y : 0
    return gap > 0 && gap < line.size * 3 ? [{ size: line.size, gap }] : []
  })
  const usual = lowerThird(gaps) ?? size * 1.4
  const bySize = [...Map.groupBy(gaps, (each) => each.size)].filter(([, own]) => own.length >= FEWEST_GAPS)
  const leadings = new Map(bySize.map(([of, own]) => [of, lowerThird(own)]))
  return {
    size,
    isBold: mostUsed(lines, (line) => Number(isBold(line)), chars) === 1,
    /** The leading: the usual distance between two baselines of a paragraph in type of a given size. */
    leadingOf: (of: number) => leadings.get(of) ?? usual,
  }
}

/** Minimum number of gaps needed to determine the leading of a type size. */
const FEWEST_GAPS = 10

/** Not the median, because the gaps between paragraphs of a single line must not be taken for the usual gap. */
function lowerThird(gaps: readonly { readonly gap: number }[]): number | undefined {
  return gaps.map(({ gap }) => gap).sort((a, b) => a - b)[Math.floor(gaps.length / 3)]
}

export function addPages(builder: DocumentBuilder, pages: readonly PdfPage[]): void {
  const lines = textLines(pages)
  const body = bodyOf(lines)
  const sizes = [...new Set(lines.map(({ size }) => size))].filter((size) => size >= body.size * LARGER)
  const levels = new Map(sizes.sort((a, b) => b - a).map((size, i) => [size, Math.min(i + 1, BOLD_LEVEL)]))
  const hyphenated = new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? []))
  for (const { places, isHeading: isHead } of paragraphsOf(pages, body)) {
    const { page, size, boldChars } = places[0]!
    const tables = places.flatMap(({ table }) => table ?? [])
    const text = textOf(places, hyphenated)
    if (tables.length > 0) {
      for (const { kind, text, ...row } of writeRows(tables.map(({ rows }) => rows).reduce(withNextPage)))
        builder.add(kind, text, { page, ...row })
    } else if (isHead && text.length <= LONGEST_HEADING_CHARS) {
      builder.add('heading', text, { level: levels.get(size) ?? BOLD_LEVEL, page })
    } else {
      const bold = body.isBold ? 0 : places.every(isBold) ? text.length : boldChars
      builder.add(listMarkChars(text) > 0 ? 'item' : 'paragraph', text, { page, boldChars: bold })
    }
  }
}

function paragraphsOf(pages: readonly PdfPage[], body: Body): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (const { number: page, lines } of pages) {
    for (const line of lines) {
      const place = { ...line, page, edge: edgeOf(line, lines) }
      const main = paragraphs.findLast((each) => !each.isNote)
      const near = new Set([main, paragraphs.at(-1)])
      const open = [...near].find((each) => each && goesOn(each, place, body))
      if (open) {
        open.isHeading &&= !isBoldOpening(open.places.at(-1)!, line, body)
        open.places.push(place)
      } else {
        const isNote = !!main && interrupts(main.places.at(-1)!, line, body)
        paragraphs.push({ places: [place], isHeading: isHeading(line, body), isNote })
      }
    }
  }
  return paragraphs
}

// Rule (off: false): PDFs with bold words at the beginning of a paragraph that continue on the next line, before plain words: they are not a heading.
function isBoldOpening(before: PdfLine, line: PdfLine, body: Body): boolean {
  const isInBold = line.boldChars > 0 && !isBold(line) && /^\p{Ll}/u.test(line.text)
  return isInBold && isBold(before) && before.size < body.size * LARGER
}

// Rule (off: false): PDFs with notes in smaller type at the foot of a column, in the middle of a sentence that continues in the next column.
function interrupts(before: PdfLine, line: PdfLine, { size }: Body): boolean {
  const isText = before.size > size * 0.95 && before.size < size * LARGER
  return isText && line.size < size * 0.93 && !line.table && !before.table && !endsSentence(before.text)
}

/** The right end of the longest line on the page that begins near the start of the given line. */
function edgeOf(line: PdfLine, lines: readonly PdfLine[]): number {
  const isNear = ({ x, table, isRow }: PdfLine) => !table && !isRow && Math.abs(x - line.x) < line.size * 4
  return widthOf([line, ...lines.filter(isNear)]).right
}

/** Joins lines, except after a line that ends early if the next one begins with a capital or digit: an address, a list without markers. */
function textOf(places: readonly Place[], hyphenated: ReadonlySet<string>): string {
  const pieces: string[][] = [[]]
  for (const [i, place] of places.entries()) {
    const before = places[i - 1]
    if (before && isShort(before, place) && /^[^\p{L}]{0,3}[\p{Lu}\p{N}]/u.test(place.text)) pieces.push([])
    pieces.at(-1)!.push(place.text)
  }
  return pieces.map((lines) => joinHyphenated(lines, (word) => hyphenated.has(word))).join('\n')
}

// Rule (off: false): PDFs do not mark headings, so lines in larger or bolder type than the body text are headings.
function isHeading(line: PdfLine, body: Body): boolean {
  const { text, size } = line
  if (text.length > LONGEST_HEADING_CHARS || !/\p{L}/u.test(text) || line.isRow || labelOf(text)) return false
  if (size >= body.size * LARGER) return true
  const isOpen = /[,;，；、.:。：!！]$/u.test(text) || isQuestion(text)
  return isBold(line) && !body.isBold && size >= body.size * 0.95 && !isOpen
}

function goesOn({ places, isHeading: isHead }: Paragraph, line: Place, body: Body): boolean {
  const from = places.at(-1)!
  if (from.table || line.table)
    return !!from.table && from.page === line.page - 1 && isSameTable(from.table, line.table)
  if (from.isRow || line.isRow || labelOf(line.text) || isContentsLine(from.text)) return false
  const isEnded = endsSentence(from.text)
  const isMarked = listMarkChars(line.text) > 0
  const drop = from.page === line.page ? from.y - line.y : 0
  const sizeChange = Math.abs(from.size - line.size)
  const isSameWeight = isBold(from) === isBold(line)
  const isSameStyle = sizeChange <= 0.5 && isSameWeight
  const isOpening = isBoldOpening(from, line, body)
  if (isHead && !isOpening) {
    const isNear = drop > 0 ? drop <= from.size * 1.7 : /^\p{Ll}{2}/u.test(line.text) && !isEnded
    return isNear && isSameStyle && !isQuestion(from.text) && !isMarked
  }
  // A bold question over two lines is one question; bold and plain lines are separate texts.
  if (!isSameWeight && !body.isBold && !isOpening && (isBold(from) || isEnded)) return false
  if (line.size >= body.size * LARGER && line.size > from.size + 0.5) return false
  const isOver = isShort(from, line)
  if (isMarked && (isEnded || isOver || line.x <= from.x + 1)) return false
  // Across the end of a column or page, only an unfinished sentence continues.
  if (drop <= 0 || Math.abs(from.x - line.x) >= line.edge - line.x)
    return !isEnded && isSameStyle && (/^[\p{Ll}\p{Lo}\d(]/u.test(line.text) || from.text.endsWith('-'))
  if (drop > body.leadingOf(line.size) * 1.45 || sizeChange > 1.5) return false
  // A line with its first words in bold ("Pets: welcome") begins a new paragraph.
  const isRunIn = line.boldChars > 0 && !isBold(line) && from.boldChars === 0
  const isIndented = line.x - from.x > line.size * 0.8 && listMarkChars(from.text) === 0
  return isEnded ? !isOver && !isRunIn && !isIndented : !(isOver && isQuestion(from.text))
}

// Rule (off: false): PDFs do not mark paragraphs: a line that ends early, with room for the next word, ends a paragraph or is a line by itself.
function isShort({ x, right, size, text, edge }: Place, next: PdfLine): boolean {
  if (isRightToLeft(text)) return false
  const word = /^\S+/.exec(next.text)?.[0].length ?? 0
  const wordWidth = ((next.right - next.x) * word) / Math.max(1, next.text.length)
  const isFarOff = right < edge - Math.max(size * 3, (edge - x) * 0.12)
  return isFarOff && right + size * 0.25 + wordWidth < edge
}
