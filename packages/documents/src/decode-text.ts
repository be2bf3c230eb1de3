/** Finds out how a text is encoded: by a mark, else UTF-8, else what a page declares, else the likeliest old encoding. Nothing is replaced in silence. */
import { isUtf8 } from 'node:buffer'
import { oldEncodings } from '@tandem/languages/old-files'
import { Unreadable } from './unreadable.ts'

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string
  readonly encoding: string
  /** UTF-8 with broken places in it, which read as U+FFFD. */
  readonly isDamaged: boolean
}

const SAMPLE_CHARS = 64 * 1024

/** Where the file is no text, the reason says what is needed instead. */
export function decodeText(bytes: Uint8Array, needed: string): DecodedText {
  const decoded = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const sample = decoded.text.slice(0, SAMPLE_CHARS)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has hardly any of these; a stray NUL does not make it binary
  const odd = sample.match(/[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0
  if (odd > 2 && odd > sample.length * 0.01) throw new Unreadable(`The file is not text; needed ${needed}.`)
  return decoded
}

function decode(bytes: Buffer): DecodedText {
  const marked = markedEncoding(bytes)
  try {
    const decoder = marked && new TextDecoder(marked, { fatal: true })
    if (decoder) return { text: decoder.decode(bytes), encoding: decoder.encoding, isDamaged: false }
  } catch {
    throw new Unreadable(`The text looks like ${marked}, but is broken in places; save the file as UTF-8.`)
  }
  if (isUtf8(bytes) || isMostlyUtf8(bytes))
    return { text: new TextDecoder().decode(bytes), encoding: 'utf-8', isDamaged: !isUtf8(bytes) }
  for (const encoding of [...declaredIn(bytes), ...oldEncodings(bytes)]) {
    const text = new TextDecoder(encoding).decode(bytes)
    // Vietnamese has its tones apart in its encoding, and as one character with their vowel everywhere else.
    if (!text.includes('\ufffd')) return { text: text.normalize('NFC'), encoding, isDamaged: false }
  }
  throw new Unreadable(
    'The file is damaged, or text in no encoding that is known here; save the file again, text as UTF-8 (in a spreadsheet: CSV UTF-8).',
  )
}

/** What is known by its mark or its form, before any other. */
function markedEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // The encoding of Japanese mails from before UTF-8 says in ASCII where other characters begin.
  const isMail = isUtf8(bytes) && (bytes.includes('\x1b$B') || bytes.includes('\x1b$@'))
  return wideWithoutMark(bytes) ?? (isMail ? 'iso-2022-jp' : undefined)
}

/** The encoding that an HTML page or an XML file names. */
function declaredIn(bytes: Buffer): string[] {
  const opening = bytes.toString('latin1', 0, 2048)
  const name = /^\s*<[\s\S]*?(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(opening)?.[1]
  try {
    return name === undefined ? [] : [new TextDecoder(name).encoding]
  } catch {
    return []
  }
}

const ORDINARY =
  /[\n\r\t -~\u00a0-\u052f\u0590-\u06ff\u0e00-\u0e7f\u2010-\u203b\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/gu

/** UTF-16 without a mark has bytes of zero, and reads as ordinary characters in one of its two ways only. */
function wideWithoutMark(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, 4096)
  if (!sample.includes(0) || bytes.length % 2 !== 0) return undefined
  return ['utf-16le', 'utf-16be'].find((encoding) => {
    const text = new TextDecoder(encoding).decode(sample)
    return /[\n,;\t]/.test(text) && (text.match(ORDINARY)?.length ?? 0) > text.length * 0.97
  })
}

/** Whether this is UTF-8 with a character cut in half here or there. In legacy text, whole UTF-8 sequences are a rare accident. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString()
  const beyondAscii = text.replace(/\p{ASCII}+/gu, '')
  const whole = beyondAscii.replaceAll('\ufffd', '').length
  return text.startsWith('\ufeff') || whole > (beyondAscii.length - whole) * 9
}
