/**
 * Compares a pair that a model made with the text it was made from. A pair is held back for review when a number or an address
 * in it is not in the text, or when hardly a word of its answer, or of one sentence of it, is in the text: such an answer is an
 * invention or a translation. Pure.
 */
import { trimSpan } from '@tandem/documents/split-text'
import { languages } from '@tandem/languages/languages'
import { normalise } from '@tandem/languages/normalise'
import { type Span, sentences } from '@tandem/languages/sentences'
import { isStopWord, termsOf } from '@tandem/search/analyse'

interface Evidence {
  /** Sentences of the text that the answer was taken from, in order. */
  readonly used: readonly Span[]
  /** Why the pair is held back, a sentence each; empty when it may be shown. */
  readonly doubts: readonly string[]
}

export interface MadePair {
  readonly question: string
  readonly answer: string
}

/** A sentence of the text counts as used when this share of its words is in the answer. */
const USED_SHARE = 0.5
/** The share of its words that an answer must have in common with the text. */
const LEAST_SUPPORT = 0.34
/** The same for an answer that no sentence of the text was used for. */
const LEAST_ALONE = 0.65
/** Fewer words prove nothing either way: "Yes." */
const TELLING_TERMS = 3
const LISTED = 5

/** Reads the text once for all of its pairs. `context` (the headings, the name of the file) may be quoted too. */
export function evidenceIn(text: string, context: string): (pair: MadePair) => Evidence {
  const source = `${context}\n${text}`
  const known = new Set(termsOf(source))
  const said = sentencesAndLines(text).map((span) => {
    const terms = [...new Set(termsOf(text.slice(span.start, span.end)))]
    const telling = terms.filter((term) => !isStopWord(term))
    return { span, terms: telling.length > 0 ? telling : terms }
  })
  /** Whether enough of its words are in the text, or it has too few to tell. */
  const isSupported = (part: string, least: number) => {
    const terms = [...new Set(termsOf(part))].filter((term) => !isStopWord(term) && /\D/u.test(term))
    const share = terms.filter((term) => known.has(term)).length / terms.length
    return terms.length < TELLING_TERMS || share >= least
  }
  return ({ question, answer }) => {
    const given = new Set(termsOf(answer))
    const used = said.filter(
      ({ terms }) =>
        terms.length > 0 && terms.filter((term) => given.has(term)).length / terms.length >= USED_SHARE,
    )
    const written = `${question}\n${withoutListMarks(answer)}`
    const numbers = missingNumbers(written, source).slice(0, LISTED)
    const addresses = missingAddresses(written, source).slice(0, LISTED)
    const parts = sentencesAndLines(answer).map(({ start, end }) => answer.slice(start, end))
    const doubts: string[] = []
    if (numbers.length > 0) doubts.push(`The text does not have the number ${numbers.join(', ')}.`)
    if (addresses.length > 0) doubts.push(`The text does not have the address ${addresses.join(', ')}.`)
    if (!/\p{L}/u.test(question)) doubts.push('The question has no word.')
    if (!isSupported(answer, used.length > 0 ? LEAST_SUPPORT : LEAST_ALONE))
      doubts.push('Hardly a word of the answer is in the text.')
    else if (!parts.every((part) => isSupported(part, LEAST_SUPPORT)))
      doubts.push('Hardly a word of a sentence of the answer is in the text.')
    return { used: used.map(({ span }) => span), doubts }
  }
}

/** Also splits at line breaks: a line of a list is a statement of its own, even when it does not end like a sentence. */
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

function withoutListMarks(text: string): string {
  return text.replace(/^[^\S\n\r\u2028\u2029]*\(?\d{1,2}[.)、]\s/gmu, '')
}

/** The words for numbers in all languages: [number, word]. */
const NUMBER_WORDS = languages.flatMap(({ numbers }) =>
  numbers.split(', ').flatMap((entry) => {
    const [number = '', words = ''] = entry.split(' ')
    return words.split('|').map((word) => [number, word] as const)
  }),
)
/** A script without spaces between words. */
const SPACELESS = /[\u3040-\u9fff\uac00-\ud7a3]/u

/** Digits, with or without groups of three, with or without decimals. */
const NUMBER = /\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?/gu
const MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const LINK = /(?:\b(?:https?|ftp|file|data|javascript|vbscript):|\bwww\.)[^\s<>"'\])}|]+/giu
const DOMAIN = /(?<![\p{L}\p{N}@._/-])(?:[a-zA-Z0-9-]+\.)+[a-z]{2,}(?![\p{L}\p{N}@])(?:\/[^\s<>"'\])}|]*)?/gu
/** Begins like a phone number and consists of digits and marks of grouping. */
const PHONE = /(?<![\p{L}\p{N}.,])(?:\+|00?|\(0)\d[\d ()/\u00a0-]{5,}\d/gu

/** 1,000 and 1000 and １０００ are one number, and so are 3.50 and 3,5. A part of a date counts as a number of the source. */
export function missingNumbers(written: string, source: string): string[] {
  const numbersIn = (text: string) => text.normalize('NFKC').match(NUMBER) ?? []
  const known = new Set<string>()
  for (const number of numbersIn(source))
    for (const each of [number, ...number.split(/\D/u)]) known.add(plainNumber(each))
  const said = normalise(source)
  const words = new Set(said.match(/[\p{L}-]+/gu))
  for (const [number, word] of NUMBER_WORDS)
    if (SPACELESS.test(word) ? said.includes(word) : words.has(word)) known.add(number)
  const missing = numbersIn(written.replace(PHONE, ' ')).filter((number) => !known.has(plainNumber(number)))
  return [...new Set(missing)]
}

function plainNumber(number: string): string {
  return number
    .replace(/[.,]\d{1,2}$/u, (decimals) => decimals.replace(/0{1,2}$/u, ''))
    .replace(/\D/gu, '')
    .replace(/^0+(?=\d)/u, '')
}

/** An address must occur in the source: an invented one leads users to a place that somebody else may control. */
function missingAddresses(written: string, source: string): string[] {
  const known = addressesIn(source).map(plainAddress)
  const isKnown = (address: string) => {
    const wanted = plainAddress(address)
    return known.some(
      (each) => each === wanted || each.startsWith(`${wanted}/`) || each.endsWith(`@${wanted}`),
    )
  }
  const digits = digitsOf(source)
  const phones = (written.match(PHONE) ?? []).filter(
    (phone) => !digits.includes(digitsOf(phone).replace(/^0+/u, '')),
  )
  return [...new Set([...addressesIn(written).filter((address) => !isKnown(address)), ...phones])]
}

function addressesIn(text: string): string[] {
  const found: string[] = []
  const take = (address: string) => {
    found.push(address.replace(/(?<![.,;:!?…])[.,;:!?…]+$/u, ''))
    return ' '
  }
  text.normalize('NFKC').replace(MAIL, take).replace(LINK, take).replace(DOMAIN, take)
  return found
}

function plainAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)?(?:www\.)?/u, '')
    .replace(/(?<!\/)\/+$/u, '')
}

const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\(0\)/gu, '')
    .replace(/[\s()/.+-]/gu, '')
