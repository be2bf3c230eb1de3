/**
 * Detects encodings from before Unicode: the sample is decoded with each of them, and the characters beyond ASCII must be letters
 * of one language, in places where letters can stand. Detectors that count letter sequences need more text than a short list of
 * questions has.
 */
import { otherOldFiles } from './languages/other-languages.ts'
import { languages } from './languages.ts'

/** The letters beyond ASCII of each language, and the encodings of its files. */
const oldFiles = [...languages.flatMap(({ inOldFiles }) => inOldFiles ?? []), ...otherOldFiles].map(
  (each) => {
    const [letters = '', ...encodings] = each.split(' ')
    return { letters, encodings }
  },
)

/** Signs beyond ASCII that occur in any language. */
const SIGNS = '\u00a0“”„‚‘’«»–—…€§°©®™•·£¿¡ªº²³½№‹›'
/** In English texts the only characters beyond ASCII are often the apostrophes of isn’t, it’s and I’m. */
const ENDING = /^(?:s|t|m|d|re|ve|ll)(?![a-z])/i
/** For encodings of two bytes a character: the first bytes of the common characters, and of the rare ones. */
const TWO_BYTES: Readonly<Record<string, readonly [common: RegExp, rare: RegExp]>> = {
  'euc-kr': [/[\xa1-\xa3\xb0-\xc8]/, /(?!)/],
  'euc-jp': [/[\xa1-\xa5\xb0-\xcf]/, /[\xd0-\xf4]/],
  gb18030: [/[\xa1-\xa3\xb0-\xd7]/, /[\xd8-\xf7]/],
  big5: [/[\xa1-\xc6]/, /[\xc9-\xf9]/],
  shift_jis: [/[\x81-\x83\x88-\x98]/, /[\x99-\x9f\xe0-\xea]/],
}
const SAMPLE_BYTES = 64 * 1024
/** An encoding with a lower score would be a guess. */
const LEAST_SCORE = 0.6

/** The encodings that fit the bytes, the best first. */
export function oldEncodings(bytes: Buffer): string[] {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const sample = bytes.subarray(Math.max(0, first - 1), first + SAMPLE_BYTES)
  const scores = new Map<string, number>()
  for (const encoding of Object.keys(TWO_BYTES)) scores.set(encoding, twoByteScore(sample, encoding))
  for (const { letters, encodings } of oldFiles) {
    for (const [position, encoding] of encodings.entries()) {
      const score = letterScore(new TextDecoder(encoding).decode(sample), letters) - position * 0.02
      scores.set(encoding, Math.max(scores.get(encoding) ?? 0, score))
    }
  }
  return [...scores.keys()]
    .filter((encoding) => scores.get(encoding)! >= LEAST_SCORE)
    .sort((a, b) => scores.get(b)! - scores.get(a)!)
}

const isLetter = (char = '') => /[\p{L}\p{M}]/u.test(char) && !/[ªº]/u.test(char)

/** The mean score of the characters beyond ASCII: near 1 in text of the language, near or below 0 in other text. */
function letterScore(text: string, letters: string): number {
  const isLatin = letters[0]! < '\u0300'
  let sum = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char < '\u0080') continue
    const [before = '', after = ''] = [text[at - 1], text[at + 1]]
    const isInWord = isLetter(before) && isLetter(after)
    const rank = letters.indexOf(char.toLowerCase())
    count++
    if (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)) sum -= 2.5
    else if (rank !== -1) sum += isLatin ? 1 - rank * 0.01 : scriptWeight(rank, before, after)
    else if (char === '’' && ENDING.test(text.slice(at + 1, at + 4))) sum += 1
    else if (SIGNS.includes(char)) sum += isInWord && char !== '’' ? -1 : 0.9
    else sum -= isLetter(char) ? 0.3 : 1
  }
  return count === 0 ? 0 : sum / count
}

/** The weight of a letter of another script than Latin: no Latin letters stand beside it. */
function scriptWeight(rank: number, before: string, after: string): number {
  if (/[a-z]/i.test(before + after)) return -0.5
  if (!isLetter(before) && !isLetter(after)) return 0.5
  return rank < 14 ? 1 : rank < 24 ? 0.9 : 0.6
}

function twoByteScore(sample: Buffer, encoding: string): number {
  const [common, rare] = TWO_BYTES[encoding]!
  const text = sample.toString('latin1')
  let sum = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const lead = text[at]!
    if (lead < '\x80') continue
    count++
    // Half-width katakana take one byte. They are rare in Japanese text, but text in other encodings looks like them.
    if (encoding === 'shift_jis' && /[\xa1-\xdf]/.test(lead)) sum += 0.1
    else if ((text[at + 1] ?? '') >= '@') {
      const weight = common.test(lead) ? 1 : rare.test(lead) ? 0.3 : -0.5
      sum += isInLatinWord(text, at) ? Math.min(weight, 0.3) : weight
      at++
    }
  }
  return count === 0 ? 0 : sum / count
}

/** Two bytes inside a Latin word are accented letters, or one of them and its neighbour. */
const isInLatinWord = (text: string, at: number) =>
  /^(?:[a-z].[a-z]|[^\x80-\xff].[a-z][a-z]|[a-z].[^a-z][a-z])/s.test(text.slice(at - 1, at + 3))
