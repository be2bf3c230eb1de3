/** PDF: the text runs of each page with their places, put into lines and paragraphs by their layout. */
import { getDocumentProxy } from 'unpdf'
import { createDocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { shorten } from '../../document/section-question.ts'
import { Unreadable } from '../../unreadable.ts'
import { hasLongDrawing } from './has-long-drawing.ts'
import { CjkMaps } from './pdf-cjk-maps.ts'
import { readingOrder } from './pdf-direction.ts'
import type { Drawing } from './pdf-drawing.ts'
import { levelTables } from './pdf-level-tables.ts'
import { type PdfLine, type PdfPage, runsToLines } from './pdf-lines.ts'
import { openTables } from './pdf-open-tables.ts'
import { readPage } from './pdf-page.ts'
import { addPdfLines } from './pdf-paragraphs.ts'
import { type RuledTable, ruledTables } from './pdf-ruled-tables.ts'
import { withoutRunningLines } from './pdf-running-lines.ts'
import { isSameTable } from './pdf-table-text.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const PICTURE_SHARE = 0.5
const PICTURE_CHARS = 100
/** Share of the glyphs without a letter from which on the rest makes no sense. */
const MOST_UNKNOWN = 0.5
/** As many may belong to letters that are drawn by several glyphs. */
const FEW_UNKNOWN = 4
const FEW_UNKNOWN_SHARE = 0.05
const SCANNED_CHARS_PER_PAGE = 8

export async function readPdf(bytes: Uint8Array, pageLimit: number): Promise<ReadDocument> {
  const isDrawn = !hasLongDrawing(bytes)
  const pdf = await open(bytes)
  if (pdf.numPages > pageLimit) {
    throw new Unreadable(
      `The PDF says it has ${pdf.numPages} pages; at most ${pageLimit} are read. Split it into several files.`,
    )
  }
  const builder = createDocumentBuilder('PDF')
  const read: PdfPage[] = []
  const unread: number[] = []
  const leftOut: string[] = []
  const seen = { pictures: [] as number[], glyphs: 0, unknownGlyphs: 0 }
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await readPage(pdf, number, isDrawn)
      leftOut.push(...page.leftOut)
      const width = page.sheets[0]!.width
      const rulings = page.isUpright ? page.drawing.rulings : []
      const ruled = ruledTables(rulings, page.sheets[0]!.runs)
      const level = levelTables(rulings, ruled.rest)
      const { tables, rest } = openTables(level.rest)
      const open = read.at(-1)?.lines.findLast(({ table }) => table)?.table
      const lines = page.sheets.flatMap((sheet, i) => {
        const isOpen = (table: RuledTable) => !!open && isSameTable(open, table)
        const own =
          i === 0
            ? runsToLines(rest, sheet.width, [...ruled.tables, ...level.tables, ...tables], isOpen)
            : runsToLines(sheet.runs, sheet.width)
        return i === 0 ? own : own.map((line) => ({ ...line, column: `turned.${i}.${line.column}` }))
      })
      read.push({ number, width, lines })
      if (isPicture(page.drawing, lines)) seen.pictures.push(number)
      seen.glyphs += page.drawing.glyphs
      seen.unknownGlyphs += page.drawing.unknownGlyphs
    } catch {
      unread.push(number)
    }
  }
  const pages = inReadingOrder(read)
  if (pages.length === 0)
    throw new Unreadable(
      'The PDF is damaged: none of its pages could be read. Save or print it as PDF again.',
    )
  refuseUnknown(seen)
  refuseScan(pages)
  const { pages: kept, dropped } = withoutRunningLines(pages)
  addPdfLines(builder, kept)
  if (dropped.length > 0)
    builder.warn(`Running headers, footers and page numbers were left out: ${listed(dropped)}.`)
  if (unread.length > 0) builder.warn(`Pages that could not be read: ${numbered(unread)}.`)
  if (seen.pictures.length > 0)
    builder.warn(
      `Pages that are pictures, of which no text is read: ${numbered(seen.pictures)}. Text recognition (OCR) makes text of them.`,
    )
  if (seen.unknownGlyphs > Math.max(FEW_UNKNOWN, seen.glyphs * FEW_UNKNOWN_SHARE))
    builder.warn(
      `${seen.unknownGlyphs} of ${seen.glyphs} characters could not be read: the PDF does not say which letters its glyphs are.`,
    )
  if (leftOut.length > 0)
    builder.warn(
      `Text that stands upright or aslant on the page was left out: ${listed([...new Set(leftOut)])}.`,
    )
  return builder.finish()
}

const LISTED = 20
const NUMBERS_LISTED = 50

function numbered(pages: readonly number[]): string {
  const more = pages.length - NUMBERS_LISTED
  return pages.slice(0, NUMBERS_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, LISTED).map((text) => `“${shorten(text, 80)}”`)
  const more = texts.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Right-to-left text that was drawn the wrong way round is put right, over the whole document or not at all. */
function inReadingOrder(pages: readonly PdfPage[]): PdfPage[] {
  const order = readingOrder(pages.flatMap(({ lines }) => lines.map(({ text }) => text)))
  return pages.map((page) => ({
    ...page,
    lines: page.lines.map((line) => ({
      ...line,
      text: order(line.text),
      ...(line.table && {
        table: {
          ...line.table,
          rows: line.table.rows.map((row) => ({ ...row, cells: row.cells.map(order) })),
        },
      }),
      ...(line.cells && { cells: line.cells.map(order) }),
    })),
  }))
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    const cjkMaps = { cMapUrl: 'maps/', cMapPacked: false, useWorkerFetch: false, BinaryDataFactory: CjkMaps }
    // Pictures are not read, and are not unpacked either.
    return await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: false, maxImageSize: 1, ...cjkMaps })
  } catch (error) {
    if ((error as Error).name === 'PasswordException') {
      throw new Unreadable('The PDF is protected with a password. Send a copy without one.')
    }
    throw new Unreadable(
      'The PDF is damaged or was cut off on its way: it could not be opened. Send it again, or print it as PDF anew.',
    )
  }
}

/** Something is drawn and nothing written, or little beside a picture of most of the page. */
function isPicture({ isBlank, pictureShare }: Drawing, lines: readonly PdfLine[]): boolean {
  const chars = lines.reduce((sum, { text }) => sum + text.length, 0)
  return chars === 0 ? !isBlank : pictureShare > PICTURE_SHARE && chars < PICTURE_CHARS
}

function refuseUnknown({ glyphs, unknownGlyphs }: { glyphs: number; unknownGlyphs: number }): void {
  if (unknownGlyphs <= glyphs * MOST_UNKNOWN) return
  throw new Unreadable(
    'The PDF does not say which letters its glyphs are, so that its text cannot be read. Send the document it was made from, or run text recognition (OCR) over it.',
  )
}

function refuseScan(pages: readonly PdfPage[]): void {
  let chars = 0
  for (const { lines } of pages) for (const { text } of lines) chars += text.length
  if (chars === 0 || (pages.length > 1 && chars < SCANNED_CHARS_PER_PAGE * pages.length)) {
    throw new Unreadable(
      'The PDF holds no text, only pictures of pages (a scan). Run text recognition (OCR) over it and send the result.',
    )
  }
}
