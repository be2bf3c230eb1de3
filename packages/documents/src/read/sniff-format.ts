/** Detects the format of a file: by its content where that is unambiguous, otherwise by its file extension. */
import { decodeText } from '../decode-text.ts'
import type { DocumentFormat } from '../document/document.ts'
import { sniffDelimiter } from '../lists/open-tables.ts'
import { openZip } from '../open-zip.ts'
import { archiveKind, isZip, openingOf, refuseForeign, Unreadable } from '../unreadable.ts'
import { type Json, parseJson, parseYaml } from './data/json-records.ts'

const NEEDED = 'PDF, DOCX, XLSX, HTML, Markdown, TXT, JSON, YAML or CSV'

/** Also returns the text of a text file, and the parsed value of JSON and YAML. */
export async function sniffFormat(bytes: Uint8Array, fileName: string) {
  refuseForeign(bytes, NEEDED)
  if (openingOf(bytes).includes('%PDF-')) return { format: 'PDF' as const, text: '', warnings: [] }
  if (isZip(bytes)) return { format: await archiveFormat(bytes), text: '', warnings: [] }
  const { text: decoded, encoding, isDamaged } = decodeText(bytes, NEEDED)
  const text = decoded.replace(/\r\n?/g, '\n')
  if (!/\S/.test(text)) throw new Unreadable('The file holds nothing but blanks.')
  const warnings: string[] = []
  if (isDamaged) warnings.push('The text is damaged in places: characters that could not be read show as �.')
  if (encoding !== 'utf-8') warnings.push(`The file was read as ${encoding}.`)
  return { ...textFormat(text, fileName), text, warnings }
}

async function archiveFormat(bytes: Uint8Array): Promise<DocumentFormat> {
  const kind = archiveKind((await openZip(bytes, { entries: 10_000, bytes: 0 })).names)
  if (kind === 'a Word document') return 'DOCX'
  if (kind === 'an Excel workbook') return 'XLSX'
  throw new Unreadable(`The file is ${kind}; needed ${NEEDED}.`)
}

function textFormat(text: string, fileName: string): { format: DocumentFormat; value?: Json } {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const json = parseJson(text)
  if (json !== undefined) return { format: 'JSON', value: json }
  const yaml = /^ya?ml$/.test(extension) ? parseYaml(text) : undefined
  if (yaml) return { format: 'YAML', value: yaml }
  if (isPage(text)) return { format: 'HTML' }
  if (/^(?:md|markdown|mdx)$/.test(extension)) return { format: 'MD' }
  if (/^[ct]sv$/.test(extension)) return { format: 'CSV' }
  if (sniffDelimiter(text).isPairTable) return { format: 'CSV' }
  const isNamedPage = /^x?html?$/.test(extension) && /<[a-z!][^<>]{0,200}>/i.test(text)
  return { format: isHtml(text) || isNamedPage ? 'HTML' : isMarkdown(text) ? 'MD' : 'TXT' }
}

/** A single # may be anything, so two kinds of Markdown syntax or at least three headings are required. */
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

/** Limits for distinguishing HTML from text that merely contains angle brackets. */
const OPENING_CHARS = 4000
const SAMPLE_CHARS = 50_000
const FEWEST_TAGS = 4
const COMMENT = /<!--[\s\S]*?-->/g

/** Whether a text begins like an HTML page, ignoring comments. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text.slice(0, OPENING_CHARS).replace(COMMENT, ''))
}

const TAG =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|table|tr|td|section|article|main|span|details|dl|br)\b[^<>]{0,2000}>/gi

export function isHtml(text: string): boolean {
  if (isPage(text) || /^\s*<\?xml\b/i.test(text)) return true
  return /^\s*</.test(text) && (text.slice(0, SAMPLE_CHARS).match(TAG)?.length ?? 0) >= FEWEST_TAGS
}
