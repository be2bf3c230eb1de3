/**
 * Judges of the encodings with one byte a character: what each byte beyond ASCII says for its alphabet, from the letters its
 * languages use and where in a word they stand. Windows-1252 wins what it shares with others.
 */
/** What a character beyond ASCII says for an encoding, from 0 to 1, and how many bytes it took. */
export type Judge = (bytes: Uint8Array, at: number) => { weight: number; length: number }

const within = (value: number | undefined, from: number, to: number) =>
  value !== undefined && value >= from && value <= to
const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80
const isAsciiLetter = (byte: number | undefined) =>
  byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte))
const one = (weight: number) => ({ weight, length: 1 })

/** How many of its neighbours are beyond ASCII. */
const highBeside = (bytes: Uint8Array, at: number) =>
  [bytes[at - 1], bytes[at + 1]].filter((byte) => isHigh(byte)).length

/** § inside a word, which is the ß of old Macs. */
const isSharpS = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0xa7 &&
  (isAsciiLetter(bytes[at - 1]) || isHigh(bytes[at - 1])) &&
  isAsciiLetter(bytes[at + 1])

const TYPOGRAPHIC = new Set([
  0x80, 0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0xa0, 0xa1, 0xa3, 0xa7, 0xa9, 0xab,
  0xae, 0xb0, 0xb2, 0xb4, 0xb7, 0xbb, 0xbf,
])
/** ð ý þ and their capitals: hardly any language of this encoding has them, and Turkish has ğ ı ş in their places. */
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe])

/** Letters with marks stand alone between plain ones, sometimes two of them. */
const windows1252: Judge = (bytes, at) => {
  const byte = bytes[at]!
  const [before, after] = [bytes[at - 1], bytes[at + 1]]
  // œ is followed by u in French; elsewhere this byte is the ś of Polish.
  if (byte === 0x9c) return one(after === 0x75 ? 1 : 0.1)
  // What stands beside a word and not in it: £ and ¿ between two letters are ł and ż.
  const isInside = isAsciiLetter(before) && isAsciiLetter(after)
  if (TYPOGRAPHIC.has(byte)) return one(isInside && byte !== 0x92 ? 0.1 : 0.95)
  if (byte < 0xc0 || byte === 0xd7 || byte === 0xf7) return one(0.1)
  if (TURKISH.has(byte)) return one(0.5)
  // Portuguese writes õ before e; elsewhere this byte is the ő of Hungarian.
  if (byte === 0xf5 && after !== 0x65) return one(0.4)
  const isCedilla = byte === 0xe7 || before === 0xe7
  return one(isCedilla ? 1 : [1, 0.95, 0.2][highBeside(bytes, at)]!)
}

const CENTRAL_EUROPEAN = new Set([
  0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x9a, 0x9c, 0x9d, 0x9e, 0x9f, 0xa3, 0xa5, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe,
  0xbf,
])

const windows1250: Judge = (bytes, at) => {
  const byte = bytes[at]!
  const before = bytes[at - 1]
  const isInside = isAsciiLetter(before) && isAsciiLetter(bytes[at + 1])
  if (isSharpS(bytes, at)) return one(0)
  if (byte < 0xc0 && !CENTRAL_EUROPEAN.has(byte)) return one(TYPOGRAPHIC.has(byte) && !isInside ? 0.93 : 0.1)
  // đ, ţ and ç are rare, and a capital after a small letter is another encoding's letter.
  const isCapital = within(byte, 0x80, 0x8f)
  if ((TURKISH.has(byte) && byte !== 0xfd && byte !== 0xdd) || byte === 0xe7) return one(0.5)
  if (byte === 0xd7 || byte === 0xf7 || byte === 0xff || (isCapital && within(before, 0x61, 0x7a)))
    return one(0)
  const beside = highBeside(bytes, at)
  if (byte < 0xc0 && beside === 0 && !isAsciiLetter(before) && !isAsciiLetter(bytes[at + 1])) return one(0.2)
  return one([byte < 0xc0 ? 1 : 0.97, 0.9, 0.05][beside]!)
}

/** The six of its own, and ç ö ü â î û. */
const TURKISH_LETTERS = new Set([...TURKISH, 0xc7, 0xd6, 0xdc, 0xe7, 0xf6, 0xfc, 0xc2, 0xe2, 0xee, 0xfb])

const windows1254: Judge = (bytes, at) => {
  const byte = bytes[at]!
  if (TURKISH_LETTERS.has(byte)) return one(TURKISH.has(byte) ? 1 : 0.97)
  return one(TYPOGRAPHIC.has(byte) ? 0.93 : 0.2)
}

/** Old Macs have their letters where others have quotation marks and dashes. */
const macintosh: Judge = (bytes, at) => {
  const byte = bytes[at]!
  const isInWord = isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 1])
  if (within(byte, 0x80, 0x9f)) return one(isInWord ? 0.94 : 0.1)
  return one(isSharpS(bytes, at) ? 0.94 : within(byte, 0xd0, 0xd5) ? 0.5 : 0.1)
}

/** Whole words of letters beyond ASCII, most of them small; a capital between small ones is a sign of another encoding. */
function words(
  isSmall: (byte: number) => boolean,
  isCapital: (byte: number) => boolean,
  weight: number,
): Judge {
  return (bytes, at) => {
    const byte = bytes[at]!
    const before = bytes[at - 1] ?? 0
    if (!isSmall(byte) && !isCapital(byte)) return one(within(byte, 0x91, 0x97) || byte === 0xa0 ? 0.9 : 0.1)
    if (highBeside(bytes, at) === 0) return one(0.4)
    if (isCapital(byte)) return one(isSmall(before) ? 0 : isCapital(before) ? weight - 0.2 : weight)
    return one(weight)
  }
}

const cyrillic = words(
  (byte) => byte >= 0xe0 || [0xb3, 0xb8, 0xba, 0xbf].includes(byte),
  (byte) => within(byte, 0xc0, 0xdf) || [0xa8, 0xaa, 0xaf, 0xb2].includes(byte),
  0.97,
)
/** ъ and щ are rare, and in Hebrew the same bytes are two of the most common letters. */
const windows1251: Judge = (bytes, at) =>
  bytes[at] === 0xfa
    ? one(0.3)
    : bytes[at] === 0xf9
      ? one(0.6)
      : bytes[at] === 0xb9
        ? one(0.9)
        : cyrillic(bytes, at)

const koi8r = words(
  (byte) => within(byte, 0xc0, 0xdf) || byte === 0xa3,
  (byte) => byte >= 0xe0 || byte === 0xb3,
  0.96,
)

/** ΰ, which Greek hardly has, is the byte of the Russian а. */
const greek = words(
  (byte) => within(byte, 0xdc, 0xfe) && byte !== 0xe0,
  (byte) => within(byte, 0xc1, 0xdb) || within(byte, 0xb8, 0xbf) || byte === 0xa2,
  0.96,
)

const HEBREW_FINALS = new Set([0xea, 0xed, 0xef, 0xf3, 0xf5])

const windows1255: Judge = (bytes, at) => {
  const byte = bytes[at]!
  if (!within(byte, 0xe0, 0xfa)) return one(TYPOGRAPHIC.has(byte) ? 0.9 : 0)
  if (highBeside(bytes, at) === 0) return one(0.4)
  return one(HEBREW_FINALS.has(byte) && within(bytes[at + 1], 0xe0, 0xfa) ? 0 : 0.965)
}

const isArabic = (byte: number | undefined) =>
  within(byte, 0xc1, 0xd6) ||
  within(byte, 0xd8, 0xdb) ||
  within(byte, 0xdd, 0xdf) ||
  within(byte, 0xe3, 0xe6) ||
  [0x81, 0x8d, 0x8e, 0x90, 0xe1, 0xec, 0xed].includes(byte ?? 0)

const windows1256: Judge = (bytes, at) => {
  const byte = bytes[at]!
  if (isArabic(byte)) return one(isArabic(bytes[at - 1]) || isArabic(bytes[at + 1]) ? 0.98 : 0.4)
  // The comma, the question mark and the semicolon of Arabic, and its vowel signs.
  return one([0xa1, 0xba, 0xbf].includes(byte) || within(byte, 0xf0, 0xfa) ? 0.8 : 0)
}

/** Vowels written before a consonant, and signs written above or below one, must have it. */
const thai: Judge = (bytes, at) => {
  const byte = bytes[at]!
  const [before, after] = [bytes[at - 1], bytes[at + 1]]
  const isSign = (each: number | undefined) =>
    each === 0xd1 || within(each, 0xd4, 0xda) || within(each, 0xe7, 0xee)
  if (within(byte, 0xe0, 0xe4)) return one(within(after, 0xa1, 0xce) ? 1.01 : -0.5)
  if (isSign(byte)) return one(within(before, 0xa1, 0xce) || isSign(before) ? 1.01 : -0.5)
  return one(within(byte, 0xa1, 0xd3) ? (isHigh(before) || isHigh(after) ? 1 : 0.3) : 0.1)
}

export const alphabetJudges: Readonly<Record<string, Judge>> = {
  'windows-1252': windows1252,
  'windows-1251': windows1251,
  'windows-1250': windows1250,
  'windows-1254': windows1254,
  'windows-1253': greek,
  'windows-1255': windows1255,
  'windows-1256': windows1256,
  'windows-874': thai,
  'koi8-r': koi8r,
  macintosh,
}
