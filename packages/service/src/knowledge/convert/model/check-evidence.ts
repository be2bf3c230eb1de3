/**
 * Holds a pair a model wrote against the text it was written from: where in it the answer stands, which numbers are not
 * there, and whether it is in the text's words at all. Pure.
 */
import { isStopWord, termsOf } from '../../search/analyse.ts'
import { type Span, sentences, trimSpan } from '../document/split-text.ts'

export interface Evidence {
  /** Sentences of the text that the answer was taken from, in order. */
  readonly used: readonly Span[]
  /** Why the pair is held back, a sentence each; empty when it may be shown. */
  readonly doubts: readonly string[]
}

/** A sentence counts as used when so much of it is in the answer. */
const USED_SHARE = 0.5
/** An answer with less of its words in the text is an invention, or a translation. */
const LEAST_SUPPORT = 0.34
/** Fewer words say nothing either way: "Yes." */
const TELLING_TERMS = 4

const GROUPED = /\d{1,3}(?:[,.'’\u00a0\u202f ]\d{3})+(?!\d)/gu
const NUMBER_WORDS: readonly (readonly [number, RegExp])[] = (
  [
    [1, 'one|once|first|eins?|eine[rnms]?|un[oae]?|premier|primer[ao]?|一|壹'],
    [2, 'two|twice|second|zwei|deux|dos|due|dois|duas|二|两|兩|弐'],
    [3, 'three|third|drei|trois|tres|tre|três|三|叁'],
    [4, 'four|vier|quatre|cuatro|quattro|quatro|四'],
    [5, 'five|fünf|cinq|cinco|cinque|五'],
    [6, 'six|sechs|seis|sei|六'],
    [7, 'seven|sieben|sept|siete|sette|sete|七'],
    [8, 'eight|acht|huit|ocho|otto|oito|八'],
    [9, 'nine|neun|neuf|nueve|nove|九'],
    [10, 'ten|zehn|dix|diez|dieci|dez|十'],
    [11, 'eleven|elf|onze|once|undici|十一'],
    [12, 'twelve|dozen|zwölf|douze|doce|dodici|doze|十二'],
    [14, 'fourteen|fortnight|vierzehn|quatorze|catorce|十四'],
    [15, 'fifteen|fünfzehn|quinze|quince|十五'],
    [20, 'twenty|zwanzig|vingt|veinte|二十'],
    [24, 'twenty-four|vierundzwanzig|二十四'],
    [30, 'thirty|dreißig|trente|treinta|三十'],
    [60, 'sixty|sechzig|soixante|sesenta|六十'],
    [90, 'ninety|neunzig|noventa|九十'],
    [100, 'hundred|hundert|cent|cien|百'],
  ] as const
).map(([value, words]) => [value, wordPattern(words)] as const)

function wordPattern(words: string): RegExp {
  const [spaceless, spaced] = [/[\u3040-\u9fff]/u, /[a-z]/iu].map((script) =>
    words.split('|').filter((word) => script.test(word)),
  )
  return new RegExp(`(?<!\\p{L})(?:${spaced?.join('|')})(?!\\p{L})|${spaceless?.join('|') || '(?!)'}`, 'iu')
}

export interface MadePair {
  readonly question: string
  readonly answer: string
}

/** Checks one pair; for many of the same text see `evidenceIn`. */
export function checkEvidence(pair: MadePair, text: string, context: string): Evidence {
  return evidenceIn(text, context)(pair)
}

/** Reads the text once for all of its pairs. `context` stands beside it and may be quoted too: its headings, the file's name. */
export function evidenceIn(text: string, context: string): (pair: MadePair) => Evidence {
  const source = `${context}\n${text}`
  const known = new Set(termsOf(source))
  const script = scriptOf(text)
  const said = sentencesAndLines(text).map((span) => {
    const terms = [...new Set(termsOf(text.slice(span.start, span.end)))]
    const telling = terms.filter((term) => !isStopWord(term))
    return { span, terms: telling.length > 0 ? telling : terms }
  })
  return ({ question, answer }) => {
    const doubts: string[] = []
    const numbers = missingNumbers(`${question}\n${withoutListMarks(answer)}`, source)
    if (numbers.length > 0)
      doubts.push(`The text does not have the number ${numbers.slice(0, 5).join(', ')}.`)
    const own = scriptOf(answer)
    if (script !== undefined && own !== undefined && own !== script)
      doubts.push('The answer is in another script than the text.')
    const given = new Set(termsOf(answer))
    const terms = [...given].filter((term) => !isStopWord(term) && /\D/u.test(term))
    const support = terms.filter((term) => known.has(term)).length / Math.max(1, terms.length)
    if (terms.length >= TELLING_TERMS && support < LEAST_SUPPORT)
      doubts.push('Hardly a word of the answer is in the text.')
    const used = said.filter(
      ({ terms: all }) =>
        all.length > 0 && all.filter((term) => given.has(term)).length / all.length >= USED_SHARE,
    )
    return { used: used.map(({ span }) => span), doubts }
  }
}

/** A line of a list is a statement of its own, whether or not it ends like a sentence. */
export function sentencesAndLines(text: string): Span[] {
  return sentences(text).flatMap(({ start, end }) => {
    const spans: Span[] = []
    for (let from = start; from < end; ) {
      const newline = text.indexOf('\n', from)
      const to = newline < 0 || newline >= end ? end : newline + 1
      const span = trimSpan(text, { start: from, end: to })
      if (span.end > span.start) spans.push(span)
      from = to
    }
    return spans
  })
}

export function missingNumbers(written: string, source: string): string[] {
  const known = new Set<string>()
  for (const { whole, parts } of numbersIn(source)) for (const each of [whole, ...parts]) known.add(each)
  const isKnown = (number: string) =>
    known.has(number) || !!NUMBER_WORDS.find(([value]) => value === Number(number))?.[1].test(source)
  const missing = numbersIn(written).filter(({ whole, parts }) => !isKnown(whole) && !parts.every(isKnown))
  return [...new Set(missing.map(({ shown }) => shown))]
}

interface Found {
  readonly shown: string
  readonly whole: string
  /** The same as several numbers, which it may be: "rooms 101, 102", "5.3.". */
  readonly parts: readonly string[]
}

/** Numbers however they are written, 1,000 and 1000 and １０００ being one. */
function numbersIn(text: string): Found[] {
  const found: Found[] = []
  const take = (shown: string, whole: string) => {
    const parts = shown.split(/\D/u).map(plain)
    found.push({ shown, whole: plain(whole), parts: parts.length > 1 ? parts : [plain(whole)] })
    return ' '
  }
  const rest = text
    .normalize('NFKC')
    .replace(GROUPED, (grouped) => take(grouped, grouped.replace(/\D/gu, '')))
  for (const [number] of rest.matchAll(/\d+(?:[.,]\d+)?/gu)) take(number, number.replace(',', '.'))
  return found
}

function plain(number: string): string {
  const whole = number.replace(/^0+(?=\d)/u, '')
  return whole.includes('.') ? whole.replace(/\.?0+$/u, '') : whole
}

function withoutListMarks(text: string): string {
  return text.replace(/^\s*(?:\(?\d{1,2}[.)、]|step \d{1,2}[:.])\s/gimu, '')
}

const SCRIPTS = {
  cjk: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu,
  hangul: /\p{sc=Hangul}/gu,
  latin: /\p{sc=Latin}/gu,
  cyrillic: /\p{sc=Cyrillic}/gu,
  greek: /\p{sc=Greek}/gu,
  arabic: /\p{sc=Arabic}/gu,
  hebrew: /\p{sc=Hebrew}/gu,
  thai: /\p{sc=Thai}/gu,
  devanagari: /\p{sc=Devanagari}/gu,
} as const
/** A character of these says as much as several letters. */
const DENSE = new Set(['cjk', 'hangul'])

/** The script most of a text is in; undefined when it has too few letters to tell. */
export function scriptOf(text: string): string | undefined {
  let best: string | undefined
  let most = 11
  for (const [name, pattern] of Object.entries(SCRIPTS)) {
    const count = (text.match(pattern)?.length ?? 0) * (DENSE.has(name) ? 3 : 1)
    if (count > most) {
      best = name
      most = count
    }
  }
  return best
}
