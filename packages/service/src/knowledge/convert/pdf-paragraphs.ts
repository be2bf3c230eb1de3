/** Lines of a PDF into headings, paragraphs and list items, by size, font, gaps, indents and how lines end. */
import type { DocumentBuilder } from './document.ts'
import { mostUsed, type PdfLine, type PdfPage } from './pdf-lines.ts'
import { isQuestion, labelOf, listMarkChars } from './question-marks.ts'
import { joinHyphenated } from './wrapped-lines.ts'

interface Place {
  readonly line: PdfLine
  readonly page: number
}

const LARGER = 1.12
const HEADING_CHARS = 140
const ENDS_SENTENCE = /[.!?。！？:：;；]["'”’»)\]」』）]*$/u

export function addPdfLines(builder: DocumentBuilder, pages: readonly PdfPage[]): void {
  const places = pages.flatMap(({ number, lines }) => lines.map((line) => ({ line, page: number })))
  if (places.length === 0) return
  const all = places.map(({ line }) => line)
  const body = { size: mostUsed(all, ({ size }) => size), font: mostUsed(all, ({ font }) => font) }
  const leading = usualLeading(all)
  const levels = headingLevels(all, body.size)
  const words = new Set(all.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+-\p{L}+/gu) ?? []))
  const rightEdges = columnEdges(places)

  for (const { places: own, isHeading } of paragraphs(places, body, leading, rightEdges)) {
    const text = joinHyphenated(
      own.map(({ line }) => line.text),
      (word) => words.has(word),
    )
    const { line, page } = own[0]!
    const level = levels.get(line.size) ?? levels.size + 1
    if (isHeading) builder.add('heading', text, { level: Math.min(level, 6), page })
    else {
      const isBold = own.every((place) => place.line.font !== body.font) && isQuestion(text)
      builder.add(listMarkChars(text) > 0 ? 'item' : 'paragraph', text, {
        page,
        ...(isBold && { boldChars: text.length }),
      })
    }
  }
}

interface Paragraph {
  readonly places: Place[]
  readonly isHeading: boolean
}

function paragraphs(
  places: readonly Place[],
  body: { size: number; font: string },
  leading: number,
  rightEdges: ReadonlyMap<string, number>,
): Paragraph[] {
  const found: Paragraph[] = []
  for (const [i, place] of places.entries()) {
    const isHeading = isHeadingLine(places, i, body, leading)
    const current = found.at(-1)
    const previous = places[i - 1]
    if (
      current &&
      previous &&
      current.isHeading === isHeading &&
      goesOn(previous, place, isHeading, leading, rightEdges)
    ) {
      current.places.push(place)
    } else found.push({ places: [place], isHeading })
  }
  return found
}

function isHeadingLine(
  places: readonly Place[],
  at: number,
  body: { size: number; font: string },
  leading: number,
): boolean {
  const { line } = places[at]!
  const { text, size, font } = line
  if (text.length > HEADING_CHARS || !/\p{L}/u.test(text) || labelOf(text)) return false
  if (size >= body.size * LARGER) return true
  // Bold type of the same size: another font, a line of its own, no sentence.
  if (font === body.font || size < body.size * 0.98 || /[.!。！:：;,，]$/u.test(text) || text.includes(' | '))
    return false
  const before = places[at - 1]?.line
  const isApart =
    !before ||
    before.column !== line.column ||
    Math.abs(before.y - line.y) > leading * 1.25 ||
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
  leading: number,
  rightEdges: ReadonlyMap<string, number>,
): boolean {
  const from = before.line
  const { line } = place
  if (isHeading) {
    const isNear =
      before.page === place.page &&
      from.y - line.y > 0 &&
      from.y - line.y <= Math.max(from.size, line.size) * 1.7
    return isNear && from.size === line.size && from.font === line.font && !isQuestion(from.text)
  }
  if (labelOf(line.text) || from.text.includes(' | ') || line.text.includes(' | ')) return false
  const isSamePlace = before.page === place.page && from.column === line.column
  const endsSentence = ENDS_SENTENCE.test(from.text)
  if (listMarkChars(line.text) > 0 && (endsSentence || isShort(before, rightEdges) || line.x <= from.x + 1))
    return false
  // Over a column's or page's end only a sentence that is still open goes on.
  if (!isSamePlace) return !endsSentence && (/^[\p{Ll}\p{Lo}\d(]/u.test(line.text) || from.text.endsWith('-'))
  if (from.y - line.y > leading * 1.45 || Math.abs(from.size - line.size) > 1.5) return false
  if (isQuestion(from.text) && (isShort(before, rightEdges) || from.font !== line.font)) return false
  if (endsSentence && isShort(before, rightEdges)) return false
  const isIndented = line.x - from.x > line.size * 0.8 && listMarkChars(from.text) === 0
  return !(isIndented && endsSentence)
}

/** Whether a line ends well before its column does, as the last line of a paragraph. */
function isShort({ line, page }: Place, rightEdges: ReadonlyMap<string, number>): boolean {
  const edge = rightEdges.get(`${page}/${line.column}`) ?? line.right
  return line.right < edge - Math.max(line.size * 4, (edge - line.x) * 0.12)
}

function columnEdges(places: readonly Place[]): Map<string, number> {
  const edges = new Map<string, number>()
  for (const { line, page } of places) {
    const key = `${page}/${line.column}`
    edges.set(key, Math.max(edges.get(key) ?? 0, line.right))
  }
  return edges
}

/** The usual distance between two lines of one paragraph. */
function usualLeading(lines: readonly PdfLine[]): number {
  const gaps: number[] = []
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1]
    const gap = before && before.column === line.column && before.size === line.size ? before.y - line.y : 0
    if (gap > 0 && gap < line.size * 3) gaps.push(gap)
  }
  gaps.sort((a, b) => a - b)
  // The lower third: paragraphs of one line must not make the gaps between them the usual.
  return gaps[Math.floor(gaps.length / 3)] ?? (lines[0]?.size ?? 10) * 1.4
}

function headingLevels(lines: readonly PdfLine[], bodySize: number): Map<number, number> {
  const sizes = new Set(lines.filter(({ size }) => size >= bodySize * LARGER).map(({ size }) => size))
  return new Map([...sizes].sort((a, b) => b - a).map((size, i) => [size, i + 1]))
}
