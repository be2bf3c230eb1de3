/**
 * How plausible a legacy encoding is for a text: the share of its characters beyond ASCII that are the common ones of the
 * languages written in that encoding. Judged on bytes, since the encodings sort their characters by how common they are.
 */
import { alphabetJudges, type Judge } from './score-alphabets.ts'

export interface EncodingScore {
  readonly encoding: string
  readonly score: number
}

const SAMPLE_BYTES = 256 * 1024
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

const judges: Readonly<Record<string, Judge>> = {
  gb18030,
  big5,
  shift_jis: shiftJis,
  'euc-kr': eucKr,
  'euc-jp': eucJp,
  ...alphabetJudges,
}

/** Best first. */
export function legacyScores(bytes: Uint8Array): EncodingScore[] {
  const firstHigh = Math.max(0, bytes.findIndex(isHigh) - 1)
  const sample = bytes.subarray(firstHigh, firstHigh + SAMPLE_BYTES)
  return Object.entries(judges)
    .map(([encoding, judge]) => ({ encoding, score: scoreOf(sample, judge) }))
    .sort((a, b) => b.score - a.score)
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
    sum += weight
    characters++
    at += length
  }
  return characters === 0 ? 0 : sum / characters
}
