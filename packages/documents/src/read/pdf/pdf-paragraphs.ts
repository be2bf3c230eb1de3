/** Lines of a PDF into headings, paragraphs and list items, by size, font, gaps, indents and how lines end. */
import { contentsLines } from '../../document/contents-lines.ts'
import type { DocumentBuilder } from '../../document/document.ts'
import { isQuestion, labelOf, listMarkChars } from '../../document/question-marks.ts'
import { type TableRow, writeRows } from '../../document/table-rows.ts'
import { outlineOf } from '../../document/text-outline.ts'
import { joinHyphenated } from '../../document/wrapped-lines.ts'
import { type Body, bodyOf, LARGER } from './pdf-body.ts'
import { createBreaks, type LineBreaks, type Place } from './pdf-breaks.ts'
import { runsRightToLeft } from './pdf-direction.ts'
import type { PdfLine, PdfPage } from './pdf-lines.ts'
import { isSameTable, withNextPage } from './pdf-table-text.ts'

const HEADING_CHARS = 140
const ENDS_SENTENCE = /[.!?。！？:：;；]["'”’»)\]」』）]*$/u

export function addPdfLines(builder: DocumentBuilder, pages: readonly PdfPage[]): void {
  const places = withoutContents(
    builder,
    pages.flatMap(({ number, lines }) => lines.map((line) => ({ line, page: number }))),
  )
  if (places.length === 0) return
  const all = places.map(({ line }) => line)
  const body = bodyOf(all)
  const levels = headingLevels(all, body.size)
  const words = new Set(all.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? []))
  const breaks = createBreaks(pages, places, body.leading)

  const outline = outlineByText(places, body)
  const found = paragraphs(places, body, breaks, outline)
  for (const [i, { places: own, isHeading, isItem, level: given }] of found.entries()) {
    if (own[0]!.line.table) {
      if (!goesOnAsTable(found[i - 1], found[i]!)) addTable(builder, found, i)
      continue
    }
    const text = joinHyphenated(
      own.map(({ line }) => line.text),
      (word) => words.has(word),
    )
    const { line, page } = own[0]!
    const level = given ?? levels.get(line.size) ?? levels.size + 1
    const { cells = [] } = line
    if (isHeading) builder.add('heading', text, { level: Math.min(level, 6), page })
    else if (cells.length === 2 && isQuestion(cells[0]!))
      builder.add('row', text, { page, cells, columns: [] })
    else {
      const isBold = own.every((place) => place.line.font !== body.font) && isQuestion(text)
      const boldChars = isBold ? text.length : leadChars(own, body)
      builder.add(isItem || listMarkChars(text) > 0 ? 'item' : 'paragraph', text, {
        page,
        ...(boldChars > 0 && { boldChars }),
      })
    }
  }
}

function goesOnAsTable(before: Paragraph | undefined, { places: [place] }: Paragraph): boolean {
  const { line, page } = before?.places[0] ?? {}
  return !!line?.table && page === place!.page - 1 && isSameTable(line.table, place!.line.table!)
}

/** A table, and the same one on the pages that follow. */
function addTable(builder: DocumentBuilder, found: readonly Paragraph[], at: number): void {
  const { line, page } = found[at]!.places[0]!
  let rows: readonly (TableRow & { readonly page: number })[] = onPage(line.table!.rows, page)
  for (
    let i = at + 1;
    i < found.length && found[i]!.places[0]!.line.table && goesOnAsTable(found[i - 1], found[i]!);
    i++
  ) {
    const next = found[i]!.places[0]!
    rows = withNextPage(rows, onPage(next.line.table!.rows, next.page))
  }
  const written = writeRows(rows)
  const body = rows.slice(rows.length - written.length)
  for (const [i, { text, cells, columns }] of written.entries())
    builder.add('row', text, { page: body[i]!.page, cells, columns })
}

const onPage = (rows: readonly TableRow[], page: number) => rows.map((row) => ({ ...row, page }))

/** A PDF without headings in type of their own is read as the plain text it was printed from: by its numbers and blank lines. */
function outlineByText(places: readonly Place[], body: Body): Map<number, number> {
  const styled = places.filter((_, i) => isHeadingLine(places, i, body)).length
  if (styled > 1) return new Map()
  const margin = Math.min(...places.map(({ line }) => line.x))
  const lines: { text: string; indent: number; place: number }[] = []
  for (const [i, { line, page }] of places.entries()) {
    const before = places[i - 1]
    const isApart = before && before.page === page && before.line.y - line.y > body.leading * 1.35
    if (isApart) lines.push({ text: '', indent: 0, place: -1 })
    lines.push({
      text: line.text.replaceAll('\n', ' '),
      indent: Math.round((line.x - margin) / line.size),
      place: i,
    })
  }
  const { numbered, names, title } = outlineOf(lines)
  const found = new Map<number, number>()
  for (const [at, level] of numbered) found.set(lines[at]!.place, level)
  for (const at of names) if (!numbered.has(at)) found.set(lines[at]!.place, at === title ? 1 : 4)
  return found
}

function withoutContents(builder: DocumentBuilder, places: readonly Place[]): readonly Place[] {
  const contents = contentsLines(places.map(({ line }) => line.text))
  if (contents.size === 0) return places
  builder.warn(`A table of contents was left out (${contents.size} lines).`)
  return places.filter((_, i) => !contents.has(i))
}

/** "Check-in: from three": how much at the beginning is set in another font than the text it goes on with. */
function leadChars(own: readonly Place[], body: Body): number {
  const { leadFont, leadChars: chars, text, font } = own[0]!.line
  const goesOnPlain = font === body.font || own.some(({ line }) => line.font === body.font)
  return leadFont !== body.font && chars < text.length && goesOnPlain ? chars : 0
}

interface Paragraph {
  readonly places: Place[]
  readonly isHeading: boolean
  /** One of several lines that were ended where they end. */
  isItem: boolean
  /** Of a heading known by its text and not by its type. */
  readonly level?: number
}

function paragraphs(
  places: readonly Place[],
  body: Body,
  breaks: LineBreaks,
  outline: ReadonlyMap<number, number>,
): Paragraph[] {
  const found: Paragraph[] = []
  for (const [i, place] of places.entries()) {
    const level = outline.get(i)
    if (level !== undefined) {
      found.push({ places: [place], isHeading: true, isItem: false, level })
      continue
    }
    const isHeading = isHeadingLine(places, i, body)
    const current = found.at(-1)
    const previous = places[i - 1]
    if (
      current &&
      previous &&
      current.isHeading === isHeading &&
      current.level === undefined &&
      goesOn(previous, place, isHeading, body, breaks)
    ) {
      if (isHeading || !breaks.isWanted(i)) {
        current.places.push(place)
        continue
      }
      current.isItem = true
      found.push({ places: [place], isHeading, isItem: true })
    } else found.push({ places: [place], isHeading, isItem: false })
  }
  return found
}

function isHeadingLine(places: readonly Place[], at: number, body: Body): boolean {
  const { line } = places[at]!
  const { text, size, font } = line
  if (line.table || text.length > HEADING_CHARS || !/\p{L}/u.test(text) || labelOf(text)) return false
  if (size >= body.size * LARGER) return true
  // Bold type of the same size: another font, a line of its own, no sentence.
  if (font === body.font || size < body.size * 0.98 || /[.!。！:：;,，]$/u.test(text) || text.includes(' | '))
    return false
  const before = places[at - 1]?.line
  const isApart =
    !before ||
    before.column !== line.column ||
    Math.abs(before.y - line.y) > body.leading * 1.25 ||
    before.font !== font
  return (
    isApart &&
    !/^\p{Ll}/u.test(text) &&
    (before === undefined || before.font !== font || before.size !== size || ENDS_SENTENCE.test(before.text))
  )
}

function goesOn(
  before: Place,
  place: Place,
  isHeading: boolean,
  { leading }: Body,
  breaks: LineBreaks,
): boolean {
  const from = before.line
  const { line } = place
  if (from.table || line.table) return false
  if (isHeading) {
    const isNear =
      before.page === place.page &&
      from.y - line.y > 0 &&
      from.y - line.y <= Math.max(from.size, line.size) * 1.7
    return isNear && from.size === line.size && from.font === line.font && !isQuestion(from.text)
  }
  if (runsRightToLeft([from]) !== runsRightToLeft([line]) && /\p{L}/u.test(line.text)) return false
  // "Pets: welcome", the first words in bold, begins anew.
  const isNamed = line.leadFont !== line.font && line.leadFont !== from.font && /[:：.]$/u.test(leadOf(line))
  if (isNamed && ENDS_SENTENCE.test(from.text)) return false
  if (labelOf(line.text) || from.text.includes(' | ') || line.text.includes(' | ')) return false
  const isSamePlace = before.page === place.page && from.column === line.column
  const endsSentence = ENDS_SENTENCE.test(from.text)
  if (listMarkChars(line.text) > 0 && (endsSentence || breaks.isShort(before, place) || line.x <= from.x + 1))
    return false
  // Over a column's or page's end only a sentence that is still open goes on.
  if (!isSamePlace) return !endsSentence && (/^[\p{Ll}\p{Lo}\d(]/u.test(line.text) || from.text.endsWith('-'))
  if (from.y - line.y > leading * 1.45 || Math.abs(from.size - line.size) > 1.5) return false
  if (isQuestion(from.text) && (breaks.isShort(before, place) || from.font !== line.font)) return false
  if (endsSentence && breaks.isShort(before, place)) return false
  const isIndented = line.x - from.x > line.size * 0.8 && listMarkChars(from.text) === 0
  return !(isIndented && endsSentence)
}

const leadOf = ({ text, leadChars }: PdfLine) => text.slice(0, leadChars).trimEnd()

function headingLevels(lines: readonly PdfLine[], bodySize: number): Map<number, number> {
  const sizes = new Set(lines.filter(({ size }) => size >= bodySize * LARGER).map(({ size }) => size))
  return new Map([...sizes].sort((a, b) => b - a).map((size, i) => [size, i + 1]))
}
