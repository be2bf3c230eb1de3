/** Reads a file of any format that documents come in, and cuts it where the splitter stands. */

import type { ReadDocument } from '../document/document.ts'
import { cutDocument, notFoundWarning, splitterIn } from './cut-document.ts'
import { readJson } from './data/read-json.ts'
import { readTables } from './data/read-tables.ts'
import { readDocx } from './docx/read-docx.ts'
import { readHtml } from './html/read-html.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { sniffFormat } from './sniff-format.ts'
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
  if (!('text' in sniffed)) {
    const { zipEntries, inflatedBytes } = limits
    const zipLimits = { entries: zipEntries, entryBytes: inflatedBytes, totalBytes: inflatedBytes }
    if (sniffed.format === 'XLSX') return cutDocument(await readTables(bytes), splitter)
    const read = sniffed.format === 'PDF' ? readPdf(bytes, limits.pages) : readDocx(bytes, zipLimits)
    return cutDocument(await read, splitter)
  }
  const { format, text, warnings } = sniffed
  const document =
    format === 'CSV' ? cutDocument(await readTables(bytes), splitter) : readTextual(format, text, splitter)
  return { ...document, warnings: [...warnings, ...document.warnings] }
}

function readTextual(
  format: 'HTML' | 'MD' | 'TXT' | 'JSON',
  text: string,
  splitter: string | undefined,
): ReadDocument {
  if (format === 'HTML') return cutDocument(readHtml(text), splitter)
  if (format === 'JSON') return cutDocument(readJson(text), splitter)
  // Of text, the source is cut: marks such as ## and --- are gone once it has been read.
  const read = format === 'MD' ? readMarkdown : readText
  const mark = splitter === undefined ? undefined : splitterIn(text, splitter)
  if (mark !== undefined) return read(text, text.split(mark))
  const document = read(text)
  return splitter === undefined
    ? document
    : { ...document, warnings: [...document.warnings, notFoundWarning(splitter)] }
}
