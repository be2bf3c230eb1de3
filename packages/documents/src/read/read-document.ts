/** Reads a file of any supported format into blocks, and cuts the document at the splitter. */
import type { Block, DocumentFormat, ReadDocument } from '../document/document.ts'
import { trimSpan } from '../document/split-text.ts'
import { readValue } from './data/read-json.ts'
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
  const { format, text, value = null, warnings } = await sniffFormat(bytes, fileName)
  // Text formats are cut before they are read, because reading removes marks such as ## and ---.
  const isText = format === 'MD' || format === 'TXT'
  const mark = isText && splitter !== undefined ? splitterIn(text, splitter) : undefined
  const pieces = mark === undefined ? [text] : text.split(mark)
  const readers: Record<DocumentFormat, () => ReadDocument | Promise<ReadDocument>> = {
    PDF: () => readPdf(bytes, limits.pages),
    DOCX: () => readDocx(bytes, { entries: limits.zipEntries, bytes: limits.inflatedBytes }),
    CSV: () => readTables(bytes),
    XLSX: () => readTables(bytes),
    HTML: () => readHtml(text),
    JSON: () => readValue(value, 'JSON'),
    YAML: () => readValue(value, 'YAML'),
    MD: () => readMarkdown(pieces),
    TXT: () => readText(pieces),
  }
  const read = await readers[format]()
  const document = splitter === undefined || mark !== undefined ? read : cutDocument(read, splitter)
  return { ...document, warnings: [...warnings, ...document.warnings] }
}

/** Cuts a document that has been read at each occurrence of the splitter; a block that contains it is divided. */
function cutDocument(document: ReadDocument, splitter: string): ReadDocument {
  const { text } = document
  const mark = splitterIn(text, splitter)
  if (mark === undefined) {
    const warning = `The splitter “${splitter}” does not occur in the document, which was cut by chunk_token instead.`
    return { ...document, warnings: [...document.warnings, warning] }
  }
  let at = text.indexOf(mark)
  let piece = 0
  const blocks = document.blocks.flatMap((block) => {
    const parts: Block[] = []
    let from = block.start
    for (; at >= 0 && at < block.end; at = text.indexOf(mark, at + mark.length)) {
      parts.push(partOf(block, text, from, Math.max(from, at), piece++))
      from = Math.max(from, Math.min(block.end, at + mark.length))
    }
    return [...parts, partOf(block, text, from, block.end, piece)].filter((part) => part.text)
  })
  return { ...document, blocks }
}

function partOf(block: Block, text: string, from: number, to: number, piece: number): Block {
  const span = trimSpan(text, { start: from, end: to })
  if (span.start === block.start && span.end === block.end) return { ...block, piece }
  const { cells: _cells, columns: _columns, boldChars: _bold, ...rest } = block
  const kind = block.kind === 'row' ? 'paragraph' : block.kind
  return { ...rest, ...span, kind, text: text.slice(span.start, span.end), piece }
}

/** The splitter as it occurs in a text: as given, or with a typed \n and \t replaced by a line break and a tab. */
function splitterIn(text: string, splitter: string): string | undefined {
  const unescaped = splitter.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  return [splitter, unescaped].find((mark) => mark !== '' && text.includes(mark))
}
