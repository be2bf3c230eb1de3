/**
 * How plausible a legacy encoding is for a text: the share of its characters beyond ASCII that are the common ones of the
 * languages written in that encoding. Those with two bytes a character sort them by how common they are.
 */
import { alphabetScores, type EncodingScore } from './score-alphabets.ts'

/** What a character beyond ASCII says for an encoding, from 0 to 1, and how many bytes it took. */
type Judge = (bytes: Uint8Array, at: number) => { weight: number; length: number }

const SAMPLE_BYTES = 256 * 1024
const WORDS_BYTES = 32 * 1024
const OLD_MAC = 0.05
const NOTHING = { weight: 0, length: 1 }

const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80
const within = (value: number | undefined, from: number, to: number) =>
  value !== undefined && value >= from && value <= to

/** A byte beyond ASCII between two Latin letters is itself a letter, and not the first half of a character. */
const isLatin = (byte: number | undefined) => within(byte, 0x41, 0x5a) || within(byte, 0x61, 0x7a)
const isInWord = (bytes: Uint8Array, at: number) =>
  !isHigh(bytes[at - 2]) && isLatin(bytes[at - 1]) && isLatin(bytes[at + 1])

const gb18030: Judge = (bytes, at) => {
  const [lead, trail] = [bytes[at]!, bytes[at + 1]]
  if (within(trail, 0x30, 0x39)) return { weight: 0.2, length: 4 }
  if (!within(lead, 0x81, 0xfe) || !within(trail, 0x40, 0xfe)) return NOTHING
  if (!within(trail, 0xa1, 0xfe)) return { weight: 0.05, length: 2 }
  if (within(lead, 0xb0, 0xd7) || within(lead, 0xa1, 0xa3)) return { weight: 1, length: 2 }
  return { weight: within(lead, 0xd8, 0xf7) ? 0.3 : 0.05, length: 2 }
}

const big5: Judge = (bytes, at) => {
  const [lead, trail] = [bytes[at]!, bytes[at + 1]]
  if (!within(trail, 0x40, 0x7e) && !within(trail, 0xa1, 0xfe)) return NOTHING
  if (isInWord(bytes, at)) return { weight: 0.3, length: 2 }
  if (within(lead, 0xa4, 0xc6) || within(lead, 0xa1, 0xa3)) return { weight: 1, length: 2 }
  return { weight: within(lead, 0xc9, 0xf9) ? 0.2 : 0, length: 2 }
}

const shiftJis: Judge = (bytes, at) => {
  const [lead, trail] = [bytes[at]!, bytes[at + 1]]
  // Half-width katakana, one byte each: rare in Japanese text, and what other encodings turn into here.
  if (within(lead, 0xa1, 0xdf)) return { weight: 0.1, length: 1 }
  if (!within(trail, 0x40, 0x7e) && !within(trail, 0x80, 0xfc)) return NOTHING
  if (isInWord(bytes, at)) return { weight: 0.3, length: 2 }
  if (within(lead, 0x81, 0x83) || within(lead, 0x88, 0x98)) return { weight: 1, length: 2 }
  return { weight: 0.2, length: 2 }
}

const eucKr: Judge = (bytes, at) => {
  const [lead, trail] = [bytes[at]!, bytes[at + 1]]
  if (!within(trail, 0xa1, 0xfe)) return { weight: 0, length: within(trail, 0x41, 0xfe) ? 2 : 1 }
  // Chinese text reads here as Hangul mixed with Hanja, which Korean text hardly has: hence less than nothing for those.
  if (within(lead, 0xb0, 0xc8)) return { weight: 1.02, length: 2 }
  return { weight: within(lead, 0xa1, 0xa3) ? 1 : -1, length: 2 }
}

const eucJp: Judge = (bytes, at) => {
  const [lead, trail] = [bytes[at]!, bytes[at + 1]]
  if (!within(trail, 0xa1, 0xfe)) return NOTHING
  // Kana are what tells Japanese from Chinese, which has the same bytes for its own characters.
  if (lead === 0xa4 || lead === 0xa5) return { weight: 1.03, length: 2 }
  if (within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xcf)) return { weight: 1, length: 2 }
  return { weight: within(lead, 0xd0, 0xf4) ? 0.3 : 0, length: 2 }
}

/** Vowels written before a consonant, and signs written above or below one, must have it. */
const thai: Judge = (bytes, at) => {
  const byte = bytes[at]!
  const [before, after] = [bytes[at - 1], bytes[at + 1]]
  const isSign = (each: number | undefined) =>
    each === 0xd1 || within(each, 0xd4, 0xda) || within(each, 0xe7, 0xee)
  if (within(byte, 0xe0, 0xe4)) return { weight: within(after, 0xa1, 0xce) ? 1.01 : -0.5, length: 1 }
  if (isSign(byte)) return { weight: within(before, 0xa1, 0xce) || isSign(before) ? 1.01 : -0.5, length: 1 }
  // Letters that hardly a word has.
  if ([0xa3, 0xa5, 0xa6, 0xac, 0xae, 0xaf, 0xb1, 0xb2, 0xcc].includes(byte)) return { weight: 0.2, length: 1 }
  const isWord = isHigh(before) || isHigh(after)
  return {
    weight: within(byte, 0xa1, 0xd3) ? (isWord ? 1 : 0.3) : byte === 0xa0 && isWord ? -0.5 : 0.1,
    length: 1,
  }
}

const judges: Readonly<Record<string, Judge>> = {
  gb18030,
  big5,
  shift_jis: shiftJis,
  'euc-kr': eucKr,
  'euc-jp': eucJp,
  'windows-874': thai,
}

/** Below this an encoding is a guess, and its text would be nonsense. Rare characters of two bytes count little, and are none. */
export const leastScore = (encoding: string): number =>
  encoding in judges && encoding !== 'windows-874' ? 0.5 : 0.75

/** Best first. */
export function legacyScores(bytes: Uint8Array): EncodingScore[] {
  const firstHigh = Math.max(0, bytes.findIndex(isHigh) - 1)
  const sample = bytes.subarray(firstHigh, firstHigh + SAMPLE_BYTES)
  const scores = Object.entries(judges).map(([encoding, judge]) => ({
    encoding,
    score: scoreOf(sample, judge),
  }))
  const opening = bytes.subarray(0, WORDS_BYTES)
  // Only old Macs ended lines so.
  const isOldMac = opening.includes(0x0d) && !opening.includes(0x0a)
  const alphabets = alphabetScores(sample, plainWords(opening)).map(({ encoding, score }) => ({
    encoding,
    score: isOldMac && encoding.includes('mac') ? score + OLD_MAC : score,
  }))
  return [...alphabets, ...scores].sort((a, b) => b.score - a.score)
}

/** Words all of whose letters are ASCII. */
function plainWords(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1').toLowerCase()
  return text.match(/(?<![\w\x80-\xff])[a-z]{2,12}(?![\w\x80-\xff])/g) ?? []
}

function scoreOf(sample: Uint8Array, judge: Judge): number {
  let sum = 0
  let characters = 0
  for (let at = 0; at < sample.length; ) {
    if (!isHigh(sample[at])) {
      at++
      continue
    }
    const { weight, length } = judge(sample, at)
    sum += length === 2 && isPartOfWord(sample, at) ? Math.min(weight, 0.3) : weight
    characters++
    at += length
  }
  return characters === 0 ? 0 : sum / characters
}

/** One character of two bytes in the middle of a Latin word is two letters with marks; one that took a Latin letter along, likewise. */
function isPartOfWord(bytes: Uint8Array, at: number): boolean {
  const [before, after] = [bytes[at - 1], bytes[at + 2]]
  return (
    within(after, 0x61, 0x7a) && !isHigh(before) && (within(before, 0x61, 0x7a) || isLatin(bytes[at + 1]))
  )
}
