/** Lines of a PDF into headings, paragraphs and list items, by size, weight, gaps and how lines end. */
import { BOLD_LEVEL, type DocumentBuilder, LONGEST_HEADING_CHARS } from '../../document/document.ts'
import { isQuestion, labelOf, listMarkChars } from '../../document/question-marks.ts'
import { type TableRow, writeRows } from '../../document/table-rows.ts'
import { endsSentence, isContentsLine, joinHyphenated } from '../../document/wrapped-lines.ts'
import { isRightToLeft } from './pdf-letters.ts'
import { mostUsed, type PdfLine } from './pdf-lines.ts'
import { isSameTable, type PdfTable, withNextPage } from './pdf-tables.ts'

export interface PdfPage {
  readonly number: number
  /** In reading order. */
  readonly items: readonly (PdfLine | PdfTable)[]
}

export interface Body {
  readonly size: number
  readonly isBold: boolean
  /** The distance between two lines of a paragraph in type of a size. */
  readonly leadingOf: (size: number) => number
}

interface Place {
  readonly line: PdfLine
  readonly page: number
  /** Where the lines around it end on the right. */
  readonly edge: number
}

interface Paragraph {
  readonly places: Place[]
  isHeading: boolean
}

/** Type larger than this against the text stands out. */
export const LARGER = 1.12

export const isTable = (item: object): item is PdfTable => 'rows' in item
export const isBold = ({ boldChars, text }: PdfLine) => boldChars >= text.length

export function bodyOf(lines: readonly PdfLine[]): Body {
  const chars = ({ text }: PdfLine) => text.length
  const gaps = lines.flatMap((line, i) => {
    const before = lines[i - 1]
    const gap = before && before.size === line.size ? before.y - line.y : 0
    return gap > 0 && gap < line.size * 3 ? [{ size: line.size, gap }] : []
  })
  const size = mostUsed(lines, (line) => line.size, chars)
  const bySize = [...Map.groupBy(gaps, (each) => each.size)].filter(([, some]) => some.length >= FEWEST_GAPS)
  const own = new Map(bySize.map(([of, some]) => [of, lowerThird(some)!]))
  const usual = lowerThird(gaps) ?? size * 1.4
  return {
    size,
    isBold: mostUsed(lines, (line) => Number(isBold(line)), chars) === 1,
    leadingOf: (of) => own.get(of) ?? usual,
  }
}

/** Fewer say nothing about type of their size. */
const FEWEST_GAPS = 10

/** Paragraphs of one line must not make the gaps between them the usual. */
function lowerThird(gaps: readonly { readonly gap: number }[]): number | undefined {
  return gaps.map(({ gap }) => gap).sort((a, b) => a - b)[Math.floor(gaps.length / 3)]
}

export function addPages(builder: DocumentBuilder, pages: readonly PdfPage[]): void {
  const lines = pages.flatMap(({ items }) => items.filter((item) => !isTable(item)) as PdfLine[])
  const body = bodyOf(lines)
  const sizes = [...new Set(lines.map(({ size }) => size))].filter((size) => size >= body.size * LARGER)
  const levels = new Map(sizes.sort((a, b) => b - a).map((size, i) => [size, i + 1]))
  const hyphenated = new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? []))
  let open: Paragraph | undefined
  let notes: Place[] = []
  let table: { last: PdfTable; rows: readonly TableRow[]; first: number; page: number } | undefined
  const endTable = () => {
    for (const { kind, text, cells, columns } of table ? writeRows(table.rows) : [])
      builder.add(kind, text, { page: table!.first, cells, columns })
    table = undefined
  }
  const endParagraph = () => {
    if (open) addParagraph(builder, open, body, levels, hyphenated)
    open = undefined
    const held = notes
    notes = []
    for (const place of held) addLine(place)
  }
  const addLine = (place: Place) => {
    const before = open?.places.at(-1)
    if (open && before && isBoldOpening(before, place, body)) open.isHeading = false
    if (open && before && goesOn(before, place, open, body)) open.places.push(place)
    else if (open && before && interrupts(before.line, place.line, body)) notes.push(place)
    else if (notes.length > 0) {
      endParagraph()
      addLine(place)
    } else {
      endParagraph()
      open = { places: [place], isHeading: isHeading(place.line, body) }
    }
  }
  for (const { number, items } of pages) {
    for (const item of items) {
      if (isTable(item)) {
        endParagraph()
        if (table && (table.page !== number - 1 || !isSameTable(table.last, item))) endTable()
        const rows = table ? withNextPage(table.rows, item.rows) : item.rows
        table = { last: item, rows, first: table?.first ?? number, page: number }
      } else {
        endTable()
        addLine({ line: item, page: number, edge: edgeOf(item, items) })
      }
    }
  }
  endParagraph()
  endParagraph()
  endTable()
}

// Rule (off: false): bold words that go on in the next line, before plain ones, begin a paragraph and are no heading.
function isBoldOpening(before: Place, { line }: Place, body: Body): boolean {
  const isInBold = line.boldChars > 0 && !isBold(line) && /^\p{Ll}/u.test(line.text)
  return isInBold && isBold(before.line) && before.line.size < body.size * LARGER
}

// Rule (off: false): notes at the foot of a column, in smaller type, stand in the middle of a sentence that goes on in the next one.
function interrupts(before: PdfLine, line: PdfLine, body: Body): boolean {
  const isNote = line.size < body.size * 0.93 && before.size > body.size * 0.95
  return isNote && before.size < body.size * LARGER && !endsSentence(before.text)
}

/** Where the longest of the lines that begin near a line on its page ends. */
function edgeOf(line: PdfLine, items: PdfPage['items']): number {
  let edge = line.right
  for (const other of items)
    if (!isTable(other) && !other.isRow && Math.abs(other.x - line.x) < line.size * 4)
      edge = Math.max(edge, other.right)
  return edge
}

function addParagraph(
  builder: DocumentBuilder,
  { places, isHeading: isHead }: Paragraph,
  body: Body,
  levels: ReadonlyMap<number, number>,
  hyphenated: ReadonlySet<string>,
): void {
  const { line, page } = places[0]!
  const text = textOf(places, hyphenated)
  if (isHead && text.length <= LONGEST_HEADING_CHARS) {
    builder.add('heading', text, { level: Math.min(levels.get(line.size) ?? BOLD_LEVEL, BOLD_LEVEL), page })
    return
  }
  const boldChars = body.isBold
    ? 0
    : places.every((place) => isBold(place.line))
      ? text.length
      : line.boldChars
  const kind = listMarkChars(text) > 0 ? 'item' : 'paragraph'
  builder.add(kind, text, { page, boldChars })
}

/** Lines that end early without ending a sentence, before one that begins anew, stay lines: an address, a list without bullets. */
function textOf(places: readonly Place[], hyphenated: ReadonlySet<string>): string {
  const pieces: string[][] = [[]]
  for (const [i, place] of places.entries()) {
    const before = places[i - 1]
    if (before && isShort(before, place) && /^[^\p{L}]{0,3}[\p{Lu}\p{N}]/u.test(place.line.text))
      pieces.push([])
    pieces.at(-1)!.push(place.line.text)
  }
  return pieces.map((lines) => joinHyphenated(lines, (word) => hyphenated.has(word))).join('\n')
}

// Rule (off: false): larger or bolder lines than the text are headings: PDFs have no other mark of them.
function isHeading(line: PdfLine, body: Body): boolean {
  const { text, size } = line
  if (text.length > LONGEST_HEADING_CHARS || !/\p{L}/u.test(text) || line.isRow) return false
  if (/[,;，；、]$/u.test(text) || labelOf(text) || isQuestion(text))
    return size >= body.size * LARGER && !labelOf(text)
  if (size >= body.size * LARGER) return true
  return isBold(line) && !body.isBold && size >= body.size * 0.95 && !/[.:。：!！]$/u.test(text)
}

function goesOn(before: Place, place: Place, { isHeading: isHead }: Paragraph, body: Body): boolean {
  const [from, line] = [before.line, place.line]
  if (from.isRow || line.isRow || labelOf(line.text) || isContentsLine(from.text)) return false
  const distance = from.y - line.y
  const isSameStyle = Math.abs(from.size - line.size) <= 0.5 && isBold(from) === isBold(line)
  const isEnded = endsSentence(from.text)
  if (isHead) {
    const isOver = before.page !== place.page || distance <= 0
    const isNear = isOver ? /^\p{Ll}{2}/u.test(line.text) && !isEnded : distance <= from.size * 1.7
    return isNear && isSameStyle && !isQuestion(from.text) && listMarkChars(line.text) === 0
  }
  // A bold question over two lines is one question; bold lines and plain ones are not one text.
  const isOneText = isBold(from) === isBold(line) || body.isBold || isBoldOpening(before, place, body)
  if (!isOneText && (isBold(from) || isEnded)) return false
  if (line.size >= body.size * LARGER && line.size > from.size + 0.5) return false
  if (listMarkChars(line.text) > 0 && (isEnded || isShort(before, place) || line.x <= from.x + 1))
    return false
  const isBelow =
    before.page === place.page && distance > 0 && Math.abs(from.x - line.x) < place.edge - place.line.x
  if (!isBelow) {
    // Over the end of a column or page only an open sentence goes on.
    return !isEnded && isSameStyle && (/^[\p{Ll}\p{Lo}\d(]/u.test(line.text) || from.text.endsWith('-'))
  }
  if (distance > body.leadingOf(line.size) * 1.45 || Math.abs(from.size - line.size) > 1.5) return false
  if (isQuestion(from.text) && isShort(before, place)) return false
  // "Pets: welcome", the first words in bold, begins anew.
  if (line.boldChars > 0 && !isBold(line) && from.boldChars === 0 && isEnded) return false
  const isIndented = line.x - from.x > line.size * 0.8 && listMarkChars(from.text) === 0
  return !(isEnded && (isShort(before, place) || isIndented))
}

// Rule (off: false): a line that ends well before its column does, with room for the word that follows, ends a paragraph, or is a line by itself.
function isShort({ line, edge }: Place, next: Place): boolean {
  const word = /^\S+/.exec(next.line.text)?.[0].length ?? 0
  const wordWidth = ((next.line.right - next.line.x) * word) / Math.max(1, next.line.text.length)
  if (isRightToLeft(line.text)) return false
  const isFarOff = line.right < edge - Math.max(line.size * 3, (edge - line.x) * 0.12)
  return isFarOff && line.right + line.size * 0.25 + wordWidth < edge
}
