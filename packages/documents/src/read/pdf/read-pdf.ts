/** PDF: the lines of each page as PDFium reads them, put into tables, headings and paragraphs by their layout. */
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { someOf } from '../../document/left-out.ts'
import { Unreadable } from '../../unreadable.ts'
import { type Ruling, readDrawing, rulingsOf, turnedBox } from './pdf-drawing.ts'
import { charsOf, type PdfLine } from './pdf-lines.ts'
import { inReadingOrder, withLoneMarks, withoutInterleaving, withRows } from './pdf-order.ts'
import { addPages, type PdfPage } from './pdf-paragraphs.ts'
import { withoutRunningLines } from './pdf-running-lines.ts'
import { createDivider, type FoundTable, findTables, type PdfTable } from './pdf-tables.ts'
import { type Fonts, type PageText, readPageText } from './pdf-text.ts'
import { type Pdfium, withPdf } from './pdfium.ts'

/** A page with a picture over so much of it and fewer characters is a picture. */
const PICTURE_SHARE = 0.5
const PICTURE_CHARS = 100
/** Share of the glyphs without a letter from which on the rest makes no sense. */
const MOST_UNKNOWN = 0.5
/** So many may belong to letters that are drawn by several glyphs. */
const FEW_UNKNOWN = 4
const FEW_UNKNOWN_SHARE = 0.05

interface ReadPage extends PageText {
  readonly number: number
  readonly pictureShare: number
  readonly rulings: readonly Ruling[]
}

export async function readPdf(bytes: Uint8Array, pageLimit: number): Promise<ReadDocument> {
  const { pages, unread } = await withPdf(bytes, (pdf) => readPages(pdf, pageLimit))
  refuseUnreadable(pages)
  const { pages: kept, dropped } = withoutRunningLines(pages.map(laidOut))
  const builder = createDocumentBuilder('PDF')
  addPages(builder, kept)
  for (const text of dropped) builder.leaveOut('Left out as running headers, footers and page numbers', text)
  if (unread.length > 0) builder.warn(`Pages that could not be read: ${someOf(unread)}.`)
  warnOfLosses(builder, pages)
  return builder.finish()
}

function readPages(pdf: Pdfium, pageLimit: number): { pages: ReadPage[]; unread: number[] } {
  const count = pdf.FPDF_GetPageCount(pdf.document)
  // A file may claim any number of pages.
  if (count > pageLimit && pdf.FPDF_LoadPage(pdf.document, pageLimit)) {
    throw new Unreadable(
      `The PDF says it has ${count} pages; at most ${pageLimit} are read. Split it into several files.`,
    )
  }
  const fonts: Fonts = new Map()
  const pages: ReadPage[] = []
  const unread: number[] = []
  for (let i = 0; i < Math.min(count, pageLimit); i++) {
    const page = pdf.FPDF_LoadPage(pdf.document, i)
    if (!page) {
      unread.push(i + 1)
      continue
    }
    const size = { width: pdf.FPDF_GetPageWidthF(page), height: pdf.FPDF_GetPageHeightF(page) }
    const { boxes, pictureShare } = readDrawing(pdf, page, size)
    const byQuarter = [0, 1, 2, 3].map((quarters) =>
      rulingsOf(boxes.map((box) => turnedBox(box, quarters, size))),
    )
    const text = readPageText(pdf, page, { size, isDivided: byQuarter.map(createDivider), fonts })
    pages.push({ ...text, number: i + 1, rulings: byQuarter[text.turn]!, pictureShare })
    pdf.FPDF_ClosePage(page)
  }
  if (pages.length === 0) {
    throw new Unreadable(
      'The PDF is damaged: none of its pages could be read. Save or print it as PDF again.',
    )
  }
  return { pages, unread: count > pageLimit ? [] : unread }
}

/** Tables stand where their first line does; the other lines are put into reading order. */
function laidOut({ number, lines: drawn, rulings }: ReadPage): PdfPage {
  const lines = withLoneMarks(drawn)
  const tables = findTables(rulings, lines)
  const owners = new Map(
    tables.flatMap((found) => [...found.lines.keys()].map((line) => [line, found] as const)),
  )
  const rows = withRows(withoutInterleaving(lines, owners), owners)
  const items: (PdfLine | PdfTable)[] = []
  const added = new Set<FoundTable>()
  for (const line of inReadingOrder(rows)) {
    const own = owners.get(line)
    const beside = own?.lines.get(line)
    if (!own) items.push(line)
    else if (!added.has(own)) items.push(own.table)
    if (own) added.add(own)
    if (beside) items.push(beside)
  }
  return { number, items }
}

function isPicture(page: ReadPage): boolean {
  return page.pictureShare > PICTURE_SHARE && charsOf(page.lines) < PICTURE_CHARS
}

function refuseUnreadable(pages: readonly ReadPage[]): void {
  if (sumOf(pages, 'unknownGlyphs') > sumOf(pages, 'glyphs') * MOST_UNKNOWN) {
    throw new Unreadable(
      'The PDF does not say which letters its glyphs are, so that its text cannot be read. Send the document it was made from, or run text recognition (OCR) over it.',
    )
  }
  if (pages.some((page) => charsOf(page.lines) > 0)) return
  if (pages.some(isPicture)) {
    throw new Unreadable(
      'The PDF holds no text, only pictures of pages (a scan). Run text recognition (OCR) over it and send the result.',
    )
  }
  throw new Unreadable(
    'The PDF holds no text: its pages are empty, or its letters were turned into shapes. Send the document it was made from.',
  )
}

const sumOf = (pages: readonly PageText[], count: 'glyphs' | 'unknownGlyphs') =>
  pages.reduce((sum, page) => sum + page[count], 0)

function warnOfLosses({ warn, leaveOut }: DocumentBuilder, pages: readonly ReadPage[]): void {
  const pictures = pages.filter(isPicture)
  if (pictures.length > 0)
    warn(
      `Pages that are pictures, of which no text is read: ${someOf(pictures.map(({ number }) => number))}. Text recognition (OCR) makes text of them.`,
    )
  const [glyphs, unknownGlyphs] = [sumOf(pages, 'glyphs'), sumOf(pages, 'unknownGlyphs')]
  if (unknownGlyphs > Math.max(FEW_UNKNOWN, glyphs * FEW_UNKNOWN_SHARE))
    warn(
      `${unknownGlyphs} of ${glyphs} characters could not be read: the PDF does not say which letters its glyphs are.`,
    )
  for (const text of new Set(pages.flatMap((page) => page.leftOut)))
    leaveOut('Left out as text that stands upright or aslant on the page', text)
}
