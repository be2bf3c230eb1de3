/** Detects the encoding of a text: by a mark, else UTF-8, else as declared, else the most likely legacy encoding. Damage is always reported. */
import { isUtf8 } from 'node:buffer'
import { oldEncodings } from '@tandem/languages/old-files'
import { Unreadable } from './unreadable.ts'

/** The text without its byte order mark. `isDamaged` means UTF-8 with invalid bytes, which are decoded as U+FFFD. */
export type DecodedText = ReturnType<typeof decode>

const SAMPLE_CHARS = 64 * 1024

/** Throws `Unreadable` for a file that is not text; `needed` tells the user which files are accepted. */
export function decodeText(bytes: Uint8Array, needed: string) {
  const decoded = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const sample = decoded.text.slice(0, SAMPLE_CHARS)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has hardly any of these; a stray NUL does not make it binary
  const odd = sample.match(/[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0
  if (odd > 2 && odd > sample.length * 0.01) throw new Unreadable(`The file is not text; needed ${needed}.`)
  return decoded
}

function decode(bytes: Buffer) {
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
    // windows-1258 stores Vietnamese tone marks as separate characters; all other text has them composed with their vowels.
    if (!text.includes('\ufffd')) return { text: text.normalize('NFC'), encoding, isDamaged: false }
  }
  throw new Unreadable(
    'The file is damaged, or text in no encoding that is known here; save the file again, text as UTF-8 (in a spreadsheet: CSV UTF-8).',
  )
}

/** Detects UTF-16 and ISO-2022-JP by a byte order mark or a characteristic form. Must run first: both can also be valid UTF-8. */
function markedEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // ISO-2022-JP, used in Japanese mail before UTF-8, marks the beginning of other characters with ASCII escape sequences.
  const isMail = isUtf8(bytes) && (bytes.includes('\x1b$B') || bytes.includes('\x1b$@'))
  return wideWithoutMark(bytes) ?? (isMail ? 'iso-2022-jp' : undefined)
}

/** The encoding that an HTML page or an XML file declares; empty when it declares none or an unknown one. */
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

/** UTF-16 without a byte order mark contains zero bytes, and only one of the two byte orders gives ordinary characters. */
function wideWithoutMark(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, 4096)
  if (!sample.includes(0) || bytes.length % 2 !== 0) return undefined
  return ['utf-16le', 'utf-16be'].find((encoding) => {
    const text = new TextDecoder(encoding).decode(sample)
    return /[\n,;\t]/.test(text) && (text.match(ORDINARY)?.length ?? 0) > text.length * 0.97
  })
}

/** Whether the bytes are UTF-8 with a few truncated characters. Text in a legacy encoding rarely contains complete UTF-8 sequences. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString()
  const beyondAscii = text.replace(/\p{ASCII}+/gu, '')
  const whole = beyondAscii.replaceAll('\ufffd', '').length
  return text.startsWith('\ufeff') || whole > (beyondAscii.length - whole) * 9
}
