/** PDF: the text runs of each page with their places, put into lines and paragraphs by their layout. */
import { getDocumentProxy } from 'unpdf'
import { checkPdfStreams } from './check-pdf-streams.ts'
import { createDocumentBuilder, type ReadDocument } from './document.ts'
import { CjkMaps } from './pdf-cjk-maps.ts'
import { type PdfPage, type Run, runsToLines } from './pdf-lines.ts'
import { addPdfLines } from './pdf-paragraphs.ts'
import { withoutRunningLines } from './pdf-running-lines.ts'
import { Unreadable } from './unreadable.ts'

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
  const pages: PdfPage[] = []
  const unread: number[] = []
  let turned = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const { runs, turnedRuns, width } = await readPage(pdf, number)
      turned += turnedRuns
      pages.push({ number, lines: runsToLines(runs, width) })
    } catch {
      unread.push(number)
    }
  }
  if (pages.length === 0)
    throw new Unreadable(
      'The PDF is damaged: none of its pages could be read. Save or print it as PDF again.',
    )
  refuseScan(pages)
  const { pages: kept, dropped } = withoutRunningLines(pages)
  addPdfLines(builder, kept)
  if (dropped.length > 0) {
    builder.warn(
      `Running headers, footers and page numbers were left out: ${dropped
        .slice(0, 5)
        .map((text) => `“${text}”`)
        .join(', ')}.`,
    )
  }
  if (unread.length > 0) builder.warn(`Pages that could not be read: ${unread.slice(0, 50).join(', ')}.`)
  if (turned > 0)
    builder.warn(`Text that stands upright or aslant on the page was left out (${turned} pieces).`)
  return builder.finish()
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

async function readPage(
  pdf: Pdf,
  number: number,
): Promise<{ runs: Run[]; turnedRuns: number; width: number }> {
  const page = await pdf.getPage(number)
  const content = await page.getTextContent({ includeMarkedContent: false })
  const [x1 = 0, , x2 = 600] = page.view
  const runs: Run[] = []
  let turnedRuns = 0
  for (const item of content.items) {
    if (!('str' in item) || !/[^\s\p{Cc}]/u.test(item.str)) continue
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[]
    if (Math.abs(b) > Math.abs(a) * 0.2) {
      turnedRuns++
      continue
    }
    const size = item.height || Math.abs(a) || 10
    runs.push({
      text: item.str.normalize('NFKC') === item.str ? item.str : unligature(item.str),
      x,
      y,
      width: item.width,
      size,
      font: item.fontName,
    })
  }
  page.cleanup()
  return { runs, turnedRuns, width: x2 - x1 }
}

/** Ligatures such as ﬁ are letters again; full-width marks stay as they are. */
function unligature(text: string): string {
  return text.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
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
