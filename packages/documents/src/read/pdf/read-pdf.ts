/** PDF: reads the lines of each page with PDFium, and combines them into tables, headings and paragraphs by their layout. */
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { someOf } from '../../document/left-out.ts'
import { Unreadable } from '../../unreadable.ts'
import { type LetterWidths, withAccents, withLostLetters } from './pdf-letters.ts'
import { lineOf } from './pdf-lines.ts'
import { inReadingOrder, withColumns, withMarks, withRows } from './pdf-order.ts'
import { addPages } from './pdf-paragraphs.ts'
import { withoutRunningLines } from './pdf-running-lines.ts'
import { createDivider, rulingsOf, withTables } from './pdf-tables.ts'
import { readPageText } from './pdf-text.ts'
import { type Pdfium, withPdf } from './pdfium.ts'

/** A page is a picture if pictures cover more than this share of it, and it has fewer characters than the number below. */
const PICTURE_SHARE = 0.5
const PICTURE_CHARS = 100
/** Maximum share of unknown glyphs; above it the remaining text makes no sense. */
const MOST_UNKNOWN = 0.5
/** Up to this share, unknown glyphs may be parts of letters that are drawn with several glyphs. */
const FEW_UNKNOWN = 0.05

type ReadPage = ReturnType<typeof readPage>

export async function readPdf(bytes: Uint8Array, pageLimit: number): Promise<ReadDocument> {
  const builder = createDocumentBuilder('PDF')
  const pages = await withPdf(bytes, (pdf) => readPages(pdf, pageLimit, builder))
  sayWhatIsLost(builder, pages)
  const { pages: kept, dropped } = withoutRunningLines(pages)
  for (const text of dropped) builder.leaveOut('Left out as running headers, footers and page numbers', text)
  addPages(builder, kept)
  return builder.finish()
}

function readPages(pdf: Pdfium, pageLimit: number, { warn }: DocumentBuilder): ReadPage[] {
  const count = pdf.FPDF_GetPageCount(pdf.document)
  // The page count of a file may be false, so the page after the limit must exist.
  if (count > pageLimit && pdf.FPDF_LoadPage(pdf.document, pageLimit)) {
    throw new Unreadable(
      `The PDF says it has ${count} pages; at most ${pageLimit} are read. Split it into several files.`,
    )
  }
  const widths: LetterWidths = new Map()
  const pages: ReadPage[] = []
  const unread: number[] = []
  for (let number = 1; number <= Math.min(count, pageLimit); number++) {
    const page = pdf.FPDF_LoadPage(pdf.document, number - 1)
    if (page) pages.push(readPage(pdf, page, number, widths))
    else if (count <= pageLimit) unread.push(number)
  }
  if (pages.length === 0) {
    throw new Unreadable(
      'The PDF is damaged: none of its pages could be read. Save or print it as PDF again.',
    )
  }
  if (unread.length > 0) warn(`Pages that could not be read: ${someOf(unread)}.`)
  return pages
}

function readPage(pdf: Pdfium, page: number, number: number, widths: LetterWidths) {
  const { boxes, pictureShare, lines: raw, ...counted } = readPageText(pdf, page)
  pdf.FPDF_ClosePage(page)
  const rulings = rulingsOf(boxes)
  const isDivided = createDivider(rulings)
  const drawn = raw.flatMap((chars) => lineOf(withLostLetters(withAccents(chars), widths), isDivided) ?? [])
  const chars = drawn.reduce((sum, { text }) => sum + text.length, 0)
  const isPicture = pictureShare > PICTURE_SHARE && chars < PICTURE_CHARS
  const lines = inReadingOrder(withRows(withColumns(withTables(withMarks(drawn, isDivided), rulings))))
  return { ...counted, number, isPicture, lines }
}

/** Warns of lost text; refuses a file without text, or with text that makes no sense. */
function sayWhatIsLost({ warn, leaveOut }: DocumentBuilder, pages: readonly ReadPage[]): void {
  const sumOf = (count: 'glyphs' | 'unknownGlyphs') => pages.reduce((sum, page) => sum + page[count], 0)
  const [glyphs, unknown] = [sumOf('glyphs'), sumOf('unknownGlyphs')]
  if (unknown > glyphs * MOST_UNKNOWN) {
    throw new Unreadable(
      'The PDF does not say which letters its glyphs are, so that its text cannot be read. Send the document it was made from, or run text recognition (OCR) over it.',
    )
  }
  const pictures = pages.filter(({ isPicture }) => isPicture).map(({ number }) => number)
  if (pages.every(({ lines }) => lines.length === 0)) {
    throw new Unreadable(
      pictures.length > 0
        ? 'The PDF holds no text, only pictures of pages (a scan). Run text recognition (OCR) over it and send the result.'
        : 'The PDF holds no text: its pages are empty, or its letters were turned into shapes. Send the document it was made from.',
    )
  }
  if (pictures.length > 0)
    warn(
      `Pages that are pictures, of which no text is read: ${someOf(pictures)}. Text recognition (OCR) makes text of them.`,
    )
  if (unknown > glyphs * FEW_UNKNOWN)
    warn(
      `${unknown} of ${glyphs} characters could not be read: the PDF does not say which letters its glyphs are.`,
    )
  for (const text of new Set(pages.flatMap((page) => page.leftOut)))
    leaveOut('Left out as text that stands upright or aslant on the page', text)
}
