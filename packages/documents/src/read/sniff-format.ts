/** Decides what a file is: by its content where that is clear, else by its name. A wrong extension does no harm. */

import type { DocumentFormat } from '../document/document.ts'
import { isHtml } from '../document/looks-like-html.ts'
import { findQaColumns } from '../document/qa-columns.ts'
import { sampleRows, sniffDelimiter } from '../lists/sniff-delimiter.ts'
import { openZip } from '../open-zip.ts'
import { Unreadable } from '../unreadable.ts'
import { decodeDocument } from './decode-document.ts'

export type Sniffed =
  | { readonly format: 'PDF' | 'DOCX' | 'XLSX' }
  | {
      readonly format: Exclude<DocumentFormat, 'PDF' | 'DOCX' | 'XLSX'>
      readonly text: string
      readonly warnings: readonly string[]
    }

const BY_EXTENSION: Record<string, DocumentFormat> = {
  pdf: 'PDF',
  docx: 'DOCX',
  html: 'HTML',
  htm: 'HTML',
  xhtml: 'HTML',
  md: 'MD',
  markdown: 'MD',
  mdx: 'MD',
  txt: 'TXT',
  text: 'TXT',
  log: 'TXT',
  json: 'JSON',
  jsonl: 'JSON',
  ndjson: 'JSON',
  csv: 'CSV',
  tsv: 'CSV',
}

const FOREIGN: [name: string, magic: string, advice: string][] = [
  [
    'an older Word, Excel or PowerPoint file, or one with a password',
    'd0cf11e0',
    'Save it as .docx without a password.',
  ],
  ['an RTF file', '7b5c727466', 'Save it as .docx.'],
  ['a PNG picture', '89504e47', 'Send its text: run text recognition (OCR) over it first.'],
  ['a JPEG picture', 'ffd8ff', 'Send its text: run text recognition (OCR) over it first.'],
  ['a GIF picture', '47494638', 'Send its text: run text recognition (OCR) over it first.'],
  ['a gzip archive', '1f8b', 'Unpack it and send the document inside.'],
  ['a RAR archive', '52617221', 'Unpack it and send the document inside.'],
  ['a 7-Zip archive', '377abcaf', 'Unpack it and send the document inside.'],
]

export async function sniffFormat(bytes: Uint8Array, fileName: string): Promise<Sniffed> {
  if (bytes.length === 0)
    throw new Unreadable('The file is empty: 0 bytes. Send it again; the download may have failed.')
  if (isPdf(bytes)) return { format: 'PDF' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2]! < 9) return sniffZip(bytes)
  const opening = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const foreign = FOREIGN.find(([, magic]) => opening.startsWith(magic))
  if (foreign) throw new Unreadable(`The file is ${foreign[0]}, which is not read. ${foreign[2]}`)
  const { text: raw, warnings } = decodeDocument(bytes)
  const text = raw.replace(/\r\n?/g, '\n')
  if (!/\S/.test(text)) throw new Unreadable('The file holds nothing but blanks.')
  return { format: textFormat(text, fileName), text, warnings }
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1').includes('%PDF-')
}

async function sniffZip(bytes: Uint8Array): Promise<Sniffed> {
  const zip = await openZip(bytes, { entries: 10_000, entryBytes: 0, totalBytes: 0 })
  const names = [...zip.names]
  if (names.includes('word/document.xml')) return { format: 'DOCX' }
  if (names.some((name) => name.startsWith('xl/'))) return { format: 'XLSX' }
  if (names.some((name) => name.startsWith('ppt/'))) {
    throw new Unreadable('The file is a presentation (PPTX), which is not read. Export it as PDF.')
  }
  if (names.includes('META-INF/container.xml')) {
    throw new Unreadable('The file is an e-book (EPUB), which is not read. Convert it to .docx, HTML or PDF.')
  }
  if (names.includes('content.xml')) {
    throw new Unreadable('The file is an OpenDocument file, which is not read. Save it as .docx.')
  }
  throw new Unreadable(
    'The file is a ZIP archive without a Word document in it. Unpack it and send the documents inside.',
  )
}

function textFormat(text: string, fileName: string): Exclude<DocumentFormat, 'PDF' | 'DOCX' | 'XLSX'> {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const named = BY_EXTENSION[extension]
  if (isJson(text)) return 'JSON'
  if (named === 'MD' || named === 'CSV') return isWholeHtml(text) ? 'HTML' : named
  if (isPairTable(text)) return 'CSV'
  if (isHtml(text) || (named === 'HTML' && /<[a-z][^<>]{0,200}>/i.test(text))) return 'HTML'
  if (
    named === 'HTML' ||
    named === 'JSON' ||
    named === undefined ||
    named === 'PDF' ||
    named === 'DOCX' ||
    named === 'XLSX' ||
    named === 'TXT'
  ) {
    return isMarkdown(text) ? 'MD' : 'TXT'
  }
  return named
}

const SAMPLE_CHARS = 64 * 1024

/** Rows alike under a first one that names a column of questions and one of answers. */
function isPairTable(text: string): boolean {
  const end = text.lastIndexOf('\n', SAMPLE_CHARS)
  const utf8 = Buffer.from(text.length > SAMPLE_CHARS && end > 0 ? text.slice(0, end) : text)
  const delimiter = sniffDelimiter(utf8, SAMPLE_CHARS)
  // Bars are a table of Markdown as often.
  if (delimiter === '|') return false
  const [header, ...rows] = sampleRows(utf8, { delimiter, recordLimitBytes: SAMPLE_CHARS })
  if (!header || rows.length === 0 || !findQaColumns(header.cells)) return false
  return rows.every(({ cells, broken }) => !broken && cells.length === header.cells.length)
}

function isWholeHtml(text: string): boolean {
  return /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html)\b/i.test(text)
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    const lines = text.split('\n').filter((line) => line.trim())
    return lines.length > 1 && lines.slice(0, 5).every((line) => /^\s*\{.*\}\s*$/.test(line) && parses(line))
  }
}

function parses(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Two kinds of Markdown marks, or several headings, are needed: one # may be anything. */
function isMarkdown(text: string): boolean {
  const headings = text.match(/^#{1,6} \S.*$/gm)?.length ?? 0
  const kinds = [
    headings > 0,
    /^```/m.test(text),
    /\*\*[^*\n]+\*\*/.test(text),
    /^\|.*\|\s*\n\|[\s:|-]+\|/m.test(text),
    /\[[^\]\n]+\]\(https?:[^)\n]+\)/.test(text),
  ]
  return headings > 2 || kinds.filter(Boolean).length >= 2
}
