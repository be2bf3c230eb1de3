/**
 * Finds out how a text file is encoded, and says so: a byte order mark, else strict UTF-8, else the legacy encoding that
 * decodes without error and whose characters are the most plausible. Nothing is replaced in silence.
 */
import { isUtf8 } from 'node:buffer'
import { decodeLegacy, legacyEncodings } from './legacy-encodings.ts'

export interface DecodedText {
  /** The text as UTF-8, without a byte order mark. */
  readonly utf8: Buffer
  readonly encoding: string
  /** UTF-8 with broken places in it, which read as U+FFFD. */
  readonly isDamaged: boolean
}

export function decodeText(bytes: Uint8Array): DecodedText | { reason: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return decoded(buffer, 'utf-16le')
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return decoded(buffer, 'utf-16be')
  const hasMark = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf
  const plain = hasMark ? buffer.subarray(3) : buffer
  if (isUtf8(plain)) {
    // The encoding of Japanese mails from before UTF-8 says in ASCII where other characters begin.
    if (plain.includes('\x1b$B') || plain.includes('\x1b$@')) return decoded(plain, 'iso-2022-jp')
    if (isHz(plain)) return { reason: UNKNOWN }
    const wide = wideWithoutMark(plain)
    return wide ? decoded(plain, wide) : { utf8: plain, encoding: 'utf-8', isDamaged: false }
  }
  if (hasMark || isMostlyUtf8(plain)) {
    return { utf8: Buffer.from(plain.toString('utf8')), encoding: 'utf-8', isDamaged: true }
  }
  const wide = wideWithoutMark(plain)
  if (wide) return decoded(plain, wide)
  for (const encoding of legacyEncodings(plain)) {
    const text = decoded(plain, encoding)
    if ('utf8' in text) return text
  }
  return { reason: UNKNOWN }
}

const UNKNOWN = 'The text is in no encoding that is known here; save the file as CSV UTF-8.'

/** An encoding of old Chinese mails: pairs of visible ASCII between `~{` and `~}`. */
function isHz(bytes: Buffer): boolean {
  const [, ...pieces] = bytes.toString('latin1', 0, 64 * 1024).split('~{')
  return pieces.filter((piece) => /^(?:[!-}]{2})+~\}/.test(piece)).length > 2
}

function decoded(bytes: Uint8Array, encoding: string): DecodedText | { reason: string } {
  const text = decodeLegacy(bytes, encoding)
  if (text.includes('\ufffd')) {
    return {
      reason: `The text looks like ${encoding}, but is broken in places; save the file as CSV UTF-8.`,
    }
  }
  // Vietnamese has its tones apart in its encoding, and as one character with their vowel everywhere else.
  const composed = encoding === 'windows-1258' ? text.normalize('NFC') : text
  return { utf8: Buffer.from(composed), encoding, isDamaged: false }
}

/** UTF-16 without a mark: every other byte of Latin text is zero; other text at least reads as such, and as nothing else. */
function wideWithoutMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 4096)
  if (!sample.includes(0)) return undefined
  if (sample.length < 4 || bytes.length % 2 !== 0) return undefined
  const zeros = [0, 0]
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2]!++
  const half = sample.length / 2
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.05) return 'utf-16le'
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.05) return 'utf-16be'
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => readsAs(sample, encoding))
}

const ORDINARY =
  /[\n\r\t -~\u00a0-\u052f\u0590-\u06ff\u0e00-\u0e7f\u2010-\u203b\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/gu

function readsAs(sample: Buffer, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const text = new TextDecoder(encoding).decode(sample.subarray(0, sample.length & ~1))
  return /[\n,;\t]/.test(text) && (text.match(ORDINARY)?.length ?? 0) > text.length * 0.97
}

/**
 * Whether this is UTF-8 that was damaged on the way, a character cut in half here or there: taking it for another encoding
 * would turn all of it into nonsense. In legacy text, whole UTF-8 sequences are a rare accident.
 */
function isMostlyUtf8(bytes: Buffer): boolean {
  let whole = 0
  let broken = 0
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i]!
    if (lead < 0x80) continue
    const more =
      lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0
    let n = 0
    while (n < more && (bytes[i + n + 1]! & 0xc0) === 0x80) n++
    if (more > 0 && n === more) whole++
    else broken++
    i += n
  }
  return whole > broken * 9
}
