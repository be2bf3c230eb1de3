/**
 * How plausible a legacy encoding is for a text: the share of its characters beyond ASCII that are the common ones of the
 * languages written in that encoding. Judged on bytes, since the encodings sort their characters by how common they are.
 */
export interface EncodingScore {
  readonly encoding: string
  readonly score: number
}

/** What a character beyond ASCII says for an encoding, from 0 to 1, and how many bytes it took. */
type Judge = (bytes: Uint8Array, at: number) => { weight: number; length: number }

const SAMPLE_BYTES = 256 * 1024
const NOTHING = { weight: 0, length: 1 }

const within = (value: number | undefined, from: number, to: number) =>
  value !== undefined && value >= from && value <= to

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
  if (within(lead, 0xa4, 0xc6) || within(lead, 0xa1, 0xa3)) return { weight: 1, length: 2 }
  return { weight: within(lead, 0xc9, 0xf9) ? 0.2 : 0, length: 2 }
}

const shiftJis: Judge = (bytes, at) => {
  const [lead, trail] = [bytes[at]!, bytes[at + 1]]
  // Half-width katakana, one byte each: rare in Japanese text, and what other encodings turn into here.
  if (within(lead, 0xa1, 0xdf)) return { weight: 0.1, length: 1 }
  if (!within(trail, 0x40, 0x7e) && !within(trail, 0x80, 0xfc)) return NOTHING
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

const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80
const TYPOGRAPHIC = new Set([
  0x80, 0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0xa0, 0xa1, 0xa3, 0xa7, 0xa9, 0xab,
  0xae, 0xb0, 0xb2, 0xb4, 0xb7, 0xbb, 0xbf,
])

/** Letters with marks stand alone between plain ones, sometimes two of them. */
const windows1252: Judge = (bytes, at) => {
  const byte = bytes[at]!
  const isAlone = !isHigh(bytes[at - 1]) && !isHigh(bytes[at + 1])
  if (TYPOGRAPHIC.has(byte)) return { weight: 0.95, length: 1 }
  if (byte < 0xc0 || byte === 0xd7 || byte === 0xf7) return { weight: 0.1, length: 1 }
  return { weight: isAlone ? 1 : 0.4, length: 1 }
}

/** Whole words of letters beyond ASCII. */
const windows1251: Judge = (bytes, at) => {
  const byte = bytes[at]!
  if (byte < 0xc0)
    return { weight: within(byte, 0x91, 0x97) || [0xa8, 0xb8, 0xb9].includes(byte) ? 0.9 : 0.2, length: 1 }
  const isInWord = isHigh(bytes[at - 1]) || isHigh(bytes[at + 1])
  // Small letters are the rule, and a capital between small ones is a sign of another encoding.
  const isOdd = byte < 0xe0 && within(bytes[at - 1], 0xe0, 0xff)
  return { weight: isOdd ? 0 : isInWord ? 0.97 : 0.4, length: 1 }
}

const judges: Readonly<Record<string, Judge>> = {
  gb18030,
  big5,
  shift_jis: shiftJis,
  'euc-kr': eucKr,
  'windows-1252': windows1252,
  'windows-1251': windows1251,
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
