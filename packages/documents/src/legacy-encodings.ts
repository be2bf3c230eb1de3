/**
 * Tells the encodings from before Unicode apart by evidence: the sample is decoded in each of them, and the characters beyond
 * ASCII must be letters that one language uses, standing as letters stand in words. Detectors that count letter sequences
 * need longer texts than a short list of questions has.
 */

/** The letters beyond ASCII of each language, the common ones first, and the encodings of its files, likewise. */
const WESTERN = ['windows-1252', 'iso-8859-15', 'macintosh', 'ibm850']
const CENTRAL = ['windows-1250', 'iso-8859-2', 'ibm852']
const CYRILLIC = ['windows-1251', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic']
const LANGUAGES: readonly (readonly [letters: string, encodings: readonly string[]])[] = [
  ['äöüß', [...WESTERN, ...CENTRAL]],
  ['éèàêçùôûîâïëœ', WESTERN],
  ['áéíóúñü', WESTERN],
  ['ãçáéíóêõúâôà', WESTERN],
  ['àèùòéì', WESTERN],
  ['äåöøæé', WESTERN],
  ['àéèíóúçòïü', WESTERN],
  ['áíðéóþúæöý', WESTERN],
  ['ęąłóżśćńź', CENTRAL],
  ['íáéěřšžčýůúťňďó', CENTRAL],
  ['áíéščžýúľťôňóäďĺŕ', CENTRAL],
  ['áéöíőóüúű', CENTRAL],
  ['čšžćđ', CENTRAL],
  ['ăîţâş', CENTRAL],
  ['ışğüçöâî', ['windows-1254']],
  ['ėąšįųžūčę', ['windows-1257']],
  ['āīšēņļūžčķģ', ['windows-1257']],
  ['äõüöšž', ['windows-1257']],
  ['đâêôươăáàãéèíìóòõúùý\u0301\u0300\u0309\u0303\u0323', ['windows-1258']],
  ['оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', [...CYRILLIC, 'koi8-r']],
  ['оаинвіетрслкудмпзяьбгйчюхцжїшєфщґ', [...CYRILLIC, 'koi8-u']],
  ['аоиенртсјуквдпмлзгбчшљцћњжхђфџ', CYRILLIC],
  ['αοιετσνηυρπκμλςίάδγωέόχθφήβύώζξψϊϋΐΰ', ['windows-1253', 'iso-8859-7']],
  ['ויהלאמרתבשנכחדקפעצגםןזטסךץף', ['windows-1255']],
  ['اليمنرتبعدسهوقفحكجشصخطأةىضإثذغزءئؤظآًّ،؟؛', ['windows-1256', 'iso-8859-6']],
  ['ایرندهمتبوسکشلزگخعفجقپحصآچطضغئذظثژء،؟؛', ['windows-1256']],
]
/** Signs that texts have beside words, in any language. */
const SIGNS = '\u00a0“”„‚‘’«»–—…€§°©®™•·£¿¡ªº²³½№‹›'
/** Letters that are words by themselves in one language or another. */
const WORDS_OF_ONE = 'àèéòóáâåöøæíôú'
/** The upper halves of the code pages of DOS that Excel still writes as "CSV (MS-DOS)" and Node does not know. */
const DOS: Readonly<Record<string, string>> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}
/** For encodings of two bytes a character: the first bytes of the common characters, and of the rare ones. */
const TWO_BYTES: Readonly<Record<string, { common: string; rare: string }>> = {
  'euc-kr': { common: 'a1-a3 b0-c8', rare: '' },
  'euc-jp': { common: 'a1-a5 b0-cf', rare: 'd0-f4' },
  gb18030: { common: 'a1-a3 b0-d7', rare: 'd8-f7' },
  big5: { common: 'a1-a3 a4-c6', rare: 'c9-f9' },
  shift_jis: { common: '81-83 88-98', rare: '99-9f e0-ea' },
}
const SAMPLE_BYTES = 64 * 1024
/** Below this an encoding is a guess, and its text would be nonsense. */
const LEAST_SCORE = 0.6

/** The encodings that fit the bytes, the best first. */
export function legacyEncodings(bytes: Buffer): string[] {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  )
  const sample = bytes.subarray(Math.max(0, first - 1), first + SAMPLE_BYTES)
  const scores = new Map<string, number>()
  for (const encoding of Object.keys(TWO_BYTES)) scores.set(encoding, twoByteScore(sample, encoding))
  scores.set('windows-874', thaiScore(sample))
  const texts = new Map<string, string>()
  for (const [letters, encodings] of LANGUAGES) {
    for (const [position, encoding] of encodings.entries()) {
      const text = texts.get(encoding) ?? decodeLegacy(sample, encoding)
      texts.set(encoding, text)
      scores.set(encoding, Math.max(scores.get(encoding) ?? 0, letterScore(text, letters) - position * 0.02))
    }
  }
  return [...scores]
    .filter(([, score]) => score >= LEAST_SCORE)
    .sort(([, a], [, b]) => b - a)
    .map(([encoding]) => encoding)
}

/** Bytes that are no character of the encoding become U+FFFD. */
export function decodeLegacy(bytes: Uint8Array, encoding: string): string {
  const upper = DOS[encoding]
  if (upper) {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\x80-\xff]/g, (char) => upper[char.charCodeAt(0) - 0x80]!)
  }
  return new TextDecoder(encoding).decode(bytes)
}

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{M}]/u.test(char)
const isAsciiLetter = (char: string | undefined) => char !== undefined && /[a-z]/i.test(char)

/** The mean over the characters beyond ASCII: near 1 in the language's own text, near or below 0 in others. */
function letterScore(text: string, letters: string): number {
  const isLatin = letters[0]!.toLowerCase() < '\u0300'
  let sum = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char < '\u0080') continue
    const [before, after] = [text[at - 1], text[at + 1]]
    count++
    const rank = letters.indexOf(char.toLowerCase())
    if (isLetter(char) && !/[ªº]/u.test(char)) {
      const isCapitalInWord = /\p{Lu}/u.test(char) && /\p{Ll}/u.test(before ?? '')
      if (isCapitalInWord) sum -= 2.5
      else if (rank === -1) sum -= 0.3
      else if (isLatin) sum += latinWeight(char, before, after) - rank * 0.01
      else sum += scriptWeight(rank, before, after)
    } else if (rank !== -1) sum += 1
    else if (!SIGNS.includes(char)) sum -= 1
    else sum += isLetter(before) && isLetter(after) && char !== '’' ? -1 : 0.9
  }
  return count === 0 ? 0 : sum / count
}

/** A letter alone is seldom a word, and a Latin word seldom has three such letters in a row. */
function latinWeight(char: string, before: string | undefined, after: string | undefined): number {
  if (!isLetter(before) && !isLetter(after)) return WORDS_OF_ONE.includes(char.toLowerCase()) ? 0.9 : 0.4
  return isBeyond(before) && isBeyond(after) ? 0.3 : 1
}

/** Words of other scripts have no Latin letters in them. */
function scriptWeight(rank: number, before: string | undefined, after: string | undefined): number {
  if (isAsciiLetter(before) || isAsciiLetter(after)) return -0.5
  if (!isLetter(before) && !isLetter(after)) return 0.5
  return rank < 14 ? 1 : rank < 24 ? 0.9 : 0.6
}

const isBeyond = (char: string | undefined) => isLetter(char) && char! >= '\u0080'

function twoByteScore(sample: Uint8Array, encoding: string): number {
  const { common, rare } = TWO_BYTES[encoding]!
  let sum = 0
  let count = 0
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at]!
    if (lead < 0x80) continue
    count++
    // Half-width katakana take one byte: rare in Japanese text, and what other encodings turn into here.
    if (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) {
      sum += 0.1
      continue
    }
    const trail = sample[at + 1] ?? 0
    if (trail < 0x40) continue
    const isAsciiTrail = trail < 0x80
    const weight =
      isWithin(lead, common) && (!isAsciiTrail || !encoding.includes('-'))
        ? 1
        : isWithin(lead, rare)
          ? 0.3
          : -0.5
    sum += isInLatinWord(sample, at) ? Math.min(weight, 0.3) : weight
    at++
  }
  return count === 0 ? 0 : sum / count
}

/** Two bytes in the middle of a Latin word are letters with marks, or one such letter and its neighbour. */
function isInLatinWord(bytes: Uint8Array, at: number): boolean {
  const isLower = (byte = 0) => byte >= 0x61 && byte <= 0x7a
  const [before = 0, trail = 0] = [bytes[at - 1], bytes[at + 1]]
  if (before >= 0x80) return false
  return isLower(trail)
    ? isLower(before) || isLower(bytes[at + 2])
    : isLower(before) && isLower(bytes[at + 2])
}

function isWithin(byte: number, ranges: string): boolean {
  return ranges.split(' ').some((range) => {
    const [from, to] = range.split('-')
    return byte >= Number.parseInt(from!, 16) && byte <= Number.parseInt(to!, 16)
  })
}

/** Thai vowels that stand before a consonant, and signs above or below one, must have it. */
function thaiScore(sample: Uint8Array): number {
  const text = decodeLegacy(sample, 'windows-874')
  const beyond = text.match(/[^\0-\x7f]/g)?.length ?? 0
  if (beyond === 0) return 0
  const wellFormed = text.match(/[เ-ไ]?[ก-ฮ][ัิ-ฺ็-๎]*[ะาำๅๆฯ]?/g)?.join('').length ?? 0
  const wrong = text.match(/\ufffd|[a-z][ก-๛]|[ก-๛][a-z]/gi)?.length ?? 0
  return (wellFormed - 2 * wrong) / beyond
}
