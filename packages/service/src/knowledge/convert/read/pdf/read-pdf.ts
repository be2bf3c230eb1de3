/** PDF: the text runs of each page with their places, put into lines and paragraphs by their layout. */
import { getDocumentProxy } from 'unpdf'
import { createDocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { shorten } from '../../document/section-question.ts'
import { Unreadable } from '../../document/unreadable.ts'
import { checkPdfStreams } from './check-pdf-streams.ts'
import { CjkMaps } from './pdf-cjk-maps.ts'
import { readingOrder } from './pdf-direction.ts'
import { type PdfPage, runsToLines } from './pdf-lines.ts'
import { readPage } from './pdf-page.ts'
import { addPdfLines } from './pdf-paragraphs.ts'
import { withoutRunningLines } from './pdf-running-lines.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const STREAM_LIMITS = { streamBytes: 150_000_000, totalBytes: 1_000_000_000 }
const SCANNED_CHARS_PER_PAGE = 8

export async function readPdf(bytes: Uint8Array, pageLimit: number): Promise<ReadDocument> {
  checkPdfStreams(bytes, STREAM_LIMITS)
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
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await readPage(pdf, number)
      leftOut.push(...page.leftOut)
      const width = page.sheets[0]!.width
      const lines = page.sheets.flatMap((sheet, i) => {
        const own = runsToLines(sheet.runs, sheet.width)
        return i === 0 ? own : own.map((line) => ({ ...line, column: `turned.${i}.${line.column}` }))
      })
      read.push({ number, width, lines })
    } catch {
      unread.push(number)
    }
  }
  const pages = inReadingOrder(read)
  if (pages.length === 0)
    throw new Unreadable(
      'The PDF is damaged: none of its pages could be read. Save or print it as PDF again.',
    )
  refuseScan(pages)
  const { pages: kept, dropped } = withoutRunningLines(pages)
  addPdfLines(builder, kept)
  if (dropped.length > 0)
    builder.warn(`Running headers, footers and page numbers were left out: ${listed(dropped)}.`)
  if (unread.length > 0) builder.warn(`Pages that could not be read: ${unread.slice(0, 50).join(', ')}.`)
  if (leftOut.length > 0)
    builder.warn(
      `Text that stands upright or aslant on the page was left out: ${listed([...new Set(leftOut)])}.`,
    )
  return builder.finish()
}

const LISTED = 20

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
      ...(line.cells && { cells: line.cells.map(order) }),
    })),
  }))
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    const cjkMaps = { cMapUrl: 'maps/', cMapPacked: false, useWorkerFetch: false, BinaryDataFactory: CjkMaps }
    return await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: false, ...cjkMaps })
  } catch (error) {
    if ((error as Error).name === 'PasswordException') {
      throw new Unreadable('The PDF is protected with a password. Send a copy without one.')
    }
    throw new Unreadable(
      'The PDF is damaged or was cut off on its way: it could not be opened. Send it again, or print it as PDF anew.',
    )
  }
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
