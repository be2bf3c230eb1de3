/**
 * How plausible an encoding with one byte a character is: the characters beyond ASCII must be letters of one language, stand
 * in words as letters do, and signs must stand beside words and not in them.
 */
import { type Alphabet, alphabets, type Language } from './alphabets.ts'
import { upperHalf } from './one-byte-encodings.ts'

export interface EncodingScore {
  readonly encoding: string
  readonly score: number
}

/** What a byte is in an encoding. */
const OTHER = 0
const SMALL = 1
const CAPITAL = 2
/** A letter without case, or a mark on one. */
const UNCASED = 3

/** Where a letter stands: alone, after or before another beyond ASCII, between two, and so on. */
const ALONE = 0
const IN_PAIR = 1
const IN_RUN = 2
const CAPITAL_IN_WORD = 3
const AFTER_CAPITAL = 4
/** Beside Latin letters only. */
const IN_LATIN = 5
const ENDS_LATIN = 6
/** Between one beyond ASCII and a Latin one. */
const HALF_LATIN = 7
/** A sign: this beside no letter, the next beside one, the one after that between two. */
const SIGN = 8
const PLACES = 11

interface Reading {
  readonly alphabet: Alphabet
  readonly kinds: Uint8Array
  /** For each language, what each byte says in each place. */
  readonly weights: readonly (readonly [Language, Float32Array])[]
}

let known: readonly Reading[] | undefined

/** What an encoding has less than others to begin with counts as much as in a text of so many characters beyond ASCII. */
const PRIOR_CHARS = 20
/** The most that common words of a language add, and the share of them at which they do. */
const WORDS_WEIGHT = 0.12
const WORDS_SHARE = 0.15

/** Scores of all of them for the same bytes, in the order of `alphabets`. `words` are words of the text without such bytes. */
export function alphabetScores(sample: Uint8Array, words: readonly string[]): EncodingScore[] {
  known ??= alphabets.map(readingOf)
  const wordScores = new Map<Language, number>()
  for (const { languages } of alphabets)
    for (const language of languages)
      if (!wordScores.has(language)) wordScores.set(language, wordScore(language, words))
  return known.map(({ alphabet, kinds, weights }) => {
    const { encoding, prior } = alphabet
    const { counts, total } = countPlaces(sample, kinds)
    if (total === 0) return { encoding, score: 0 }
    const best = Math.max(
      ...weights.map(([language, each]) => scoreOf(counts, each) / total + wordScores.get(language)!),
    )
    return { encoding, score: best - (1 - prior) * Math.min(1, PRIOR_CHARS / total) }
  })
}

function wordScore({ words: common }: Language, words: readonly string[]): number {
  if (words.length === 0 || common.size === 0) return 0
  const share = words.filter((word) => common.has(word)).length / words.length
  return WORDS_WEIGHT * Math.min(1, share / WORDS_SHARE)
}

function scoreOf(counts: Uint32Array, weights: Float32Array): number {
  let sum = 0
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) sum += counts[i]! * weights[i]!
  return sum
}

function countPlaces(sample: Uint8Array, kinds: Uint8Array): { counts: Uint32Array; total: number } {
  const counts = new Uint32Array(128 * PLACES)
  let total = 0
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at]!
    if (byte < 0x80) continue
    total++
    counts[(byte - 0x80) * PLACES + placeOf(sample, at, kinds)]!++
  }
  return { counts, total }
}

function placeOf(sample: Uint8Array, at: number, kinds: Uint8Array): number {
  const before = sample[at - 1] ?? 0x20
  const after = sample[at + 1] ?? 0x20
  const kind = kinds[sample[at]!]
  const kindBefore = kinds[before]
  const isLetterBefore = kindBefore !== OTHER
  const isLetterAfter = kinds[after] !== OTHER
  if (kind === OTHER) return SIGN + Number(isLetterBefore) + Number(isLetterAfter)
  if (kind === CAPITAL && kindBefore === SMALL) return CAPITAL_IN_WORD
  if (kind === CAPITAL && kindBefore === CAPITAL && before >= 0x80) return AFTER_CAPITAL
  const beyond = Number(isLetterBefore && before >= 0x80) + Number(isLetterAfter && after >= 0x80)
  const isLatin = (isLetterBefore && before < 0x80) || (isLetterAfter && after < 0x80)
  if (beyond === 2) return IN_RUN
  if (beyond === 1) return isLatin ? HALF_LATIN : IN_PAIR
  return !isLatin ? ALONE : isLetterAfter ? IN_LATIN : ENDS_LATIN
}

function readingOf(alphabet: Alphabet): Reading {
  const chars = upperHalf(alphabet.encoding)
  const kinds = new Uint8Array(256)
  for (let byte = 0; byte < 256; byte++) {
    kinds[byte] = kindOf(byte < 0x80 ? String.fromCharCode(byte) : chars[byte - 0x80]!)
  }
  return {
    alphabet,
    kinds,
    weights: alphabet.languages.map((language) => {
      const ranks = new Map([...language.letters].map((letter, i) => [letter, i]))
      const weights = new Float32Array(128 * PLACES)
      for (const [i, char] of chars.entries()) {
        const from = i * PLACES
        if (kinds[i + 0x80] === OTHER) weights.set(signWeights(char), from + SIGN)
        else weights.set(letterWeights(char, language, ranks), from)
      }
      return [language, weights]
    }),
  }
}

function kindOf(char: string): number {
  if (/^\p{Ll}$/u.test(char)) return SMALL
  if (/^\p{Lu}$/u.test(char)) return CAPITAL
  return /^[\p{Lo}\p{Lm}\p{M}]$/u.test(char) && !/[ªº]/u.test(char) ? UNCASED : OTHER
}

/** Letters with marks that are words by themselves in one language or another. */
const WORDS_OF_ONE = 'àèéòóáâåöøæíôúÀÈÉÓÖ'

/** Forms of letters that only end a word. */
const FINALS = 'ςךםןףץ'

function letterWeights(char: string, language: Language, ranks: ReadonlyMap<string, number>): number[] {
  const rank = ranks.get(char.toLowerCase().replace('i\u0307', 'i'))
  const weights = new Array<number>(SIGN)
  const { prior, isOwnScript, isFinal } = language
  if (rank === undefined) {
    weights.fill(isOwnScript ? -0.5 : -0.1)
    weights[IN_RUN] = weights[IN_PAIR] = -0.4
  } else if (isOwnScript) {
    weights.fill((rank < 14 ? 1 : rank < 24 ? 0.9 : 0.6) * prior)
    weights[ALONE] = 0.5
    if (FINALS.includes(char)) weights[IN_RUN] = -1
    weights[AFTER_CAPITAL]! -= 0.25
    weights[IN_LATIN] = weights[ENDS_LATIN] = weights[HALF_LATIN] = -0.5
  } else {
    const own = (1 - 0.015 * rank) * prior
    weights.fill(own)
    weights[ALONE] = (WORDS_OF_ONE.includes(char) ? 0.9 : 0.4) * own
    weights[AFTER_CAPITAL] = 0.9 * own
    weights[IN_PAIR] = weights[HALF_LATIN] = 0.95 * own
    weights[IN_RUN] = 0.3 * own
    if (isFinal) weights[IN_LATIN] = 0.5 * own
  }
  // Hardly a word has one, and another encoding's letters are capitals as often as not.
  weights[CAPITAL_IN_WORD] = -2.5
  return weights
}

const COMMON_SIGNS = /[\u00a0“”„‚‘’«»–—…€§°©®™•·£¿¡ªº²³½¼¾№،؛؟‹›]/u
const RARE_SIGNS = /[±µ×÷¹‰†‡¥¢´¶]/u

/** Beside no letter, beside one, between two. */
function signWeights(char: string): number[] {
  if (char === '’') return [0.9, 0.95, 1]
  if (char === '\u00a0') return [0.95, 0.95, 0]
  if (char === '\u00ad' || char === '·') return [0, 0.3, 0.3]
  if (char === '–' || char === '—') return [0.95, 0.9, 0.2]
  if (COMMON_SIGNS.test(char)) return [0.95, 0.9, -1]
  if (RARE_SIGNS.test(char)) return [0.7, -0.3, -1]
  return [-0.3, -1, -1]
}
