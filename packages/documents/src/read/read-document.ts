/** Reads a file of any format that documents come in, and cuts it where the splitter stands. */
import type { ReadDocument } from '../document/document.ts'
import { isHtml } from '../document/looks-like-html.ts'
import { cutDocument, splitterIn } from './cut-document.ts'
import { readValue } from './data/read-json.ts'
import { readTables } from './data/read-tables.ts'
import { readDocx } from './docx/read-docx.ts'
import { readHtml } from './html/read-html.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { isMarkdown, type Sniffed, sniffFormat } from './sniff-format.ts'
import { readMarkdown } from './text/read-markdown.ts'
import { readText } from './text/read-text.ts'

export interface ReadLimits {
  readonly pages: number
  readonly zipEntries: number
  readonly inflatedBytes: number
}

export async function readDocument(
  bytes: Uint8Array,
  fileName: string,
  splitter: string | undefined,
  limits: ReadLimits,
): Promise<ReadDocument> {
  const sniffed = await sniffFormat(bytes, fileName)
  const { format, text, warnings } = sniffed
  // The source of text is cut: marks such as ## and --- are gone once it has been read.
  const isText = format === 'MD' || format === 'TXT'
  const mark = isText && splitter !== undefined ? splitterIn(text, splitter) : undefined
  const read = await readWhole(bytes, sniffed, mark === undefined ? [text] : text.split(mark), limits)
  const document = splitter === undefined || mark !== undefined ? read : cutDocument(read, splitter)
  return { ...document, warnings: [...warnings, ...document.warnings] }
}

async function readWhole(
  bytes: Uint8Array,
  { format, text, value = null }: Sniffed,
  pieces: readonly string[],
  { pages, zipEntries, inflatedBytes }: ReadLimits,
): Promise<ReadDocument> {
  switch (format) {
    case 'PDF':
      return readPdf(bytes, pages)
    case 'DOCX':
      return asWritten(await readDocx(bytes, { entries: zipEntries, bytes: inflatedBytes }))
    case 'CSV':
    case 'XLSX':
      return readTables(bytes)
    case 'HTML':
      return readHtml(text)
    case 'JSON':
    case 'YAML':
      return readValue(value, format)
    case 'MD':
      return readMarkdown(pieces)
    case 'TXT':
      return readText(pieces)
  }
}

// Rule (off: document): HTML or Markdown that was pasted into a Word document shows its marks there, and is meant to be read without them.
function asWritten(document: ReadDocument): ReadDocument {
  const { blocks, text, format, warnings } = document
  const hasLooks = blocks.some(({ kind, boldChars }) => kind === 'heading' || kind === 'row' || boldChars)
  if (hasLooks || !(isHtml(text) || isMarkdown(text))) return document
  const read = isHtml(text) ? readHtml(text) : readMarkdown([text])
  return { ...read, format, warnings: [...warnings, ...read.warnings] }
}
