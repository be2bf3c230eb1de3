/** The text of a document's bytes: decoded by evidence, as CSV files are, or as an HTML page declares; refused when it is no text. */
import { isUtf8 } from 'node:buffer'
import { decodeText } from '../lists/decode-text.ts'
import { Unreadable } from '../unreadable.ts'

const SAMPLE_CHARS = 20_000

export function decodeDocument(bytes: Uint8Array): { text: string; warnings: string[] } {
  const declared = asDeclared(bytes)
  if (declared !== undefined) return { text: declared, warnings: [] }
  const decoded = decodeText(bytes)
  if ('reason' in decoded) throw new Unreadable(NOT_TEXT)
  const text = decoded.utf8.toString('utf8')
  refuseBinary(text)
  const warnings = decoded.isDamaged
    ? ['The text is damaged in places: characters that could not be read show as �.']
    : []
  if (decoded.encoding !== 'utf-8') warnings.push(`The file was read as ${decoded.encoding}.`)
  return { text, warnings }
}

const NOT_TEXT =
  'The file is not text, nor any format that is read (PDF, DOCX, HTML, Markdown, TXT, JSON, CSV). Save it as one of these.'

/** An HTML page or XML file that names another encoding than UTF-8, and whose bytes agree. */
function asDeclared(bytes: Uint8Array): string | undefined {
  const opening = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const name = /^\s*<[\s\S]*?(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(opening)?.[1]
  if (!name || /^utf-?8$/i.test(name) || isUtf8(bytes)) return undefined
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function refuseBinary(text: string): void {
  const sample = text.slice(0, SAMPLE_CHARS)
  let odd = 0
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i)
    if (code < 8 || (code > 13 && code < 32 && code !== 27) || code === 0x7f || code === 0xfffd) odd++
  }
  if (odd > 2 && odd > sample.length * 0.01) throw new Unreadable(NOT_TEXT)
}
