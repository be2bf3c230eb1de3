/**
 * Holds a pair a model wrote against the text it was written from: where in it the answer stands, which numbers and addresses
 * are not there, whether each of its sentences is in the text's words, and whether the question is about it. Pure.
 */

import { type Span, sentences, trimSpan } from '@tandem/documents/split-text'
import { isStopWord, termsOf } from '@tandem/search/analyse'
import { missingAddresses, withoutPhones } from './missing-addresses.ts'
import { missingNumbers } from './missing-numbers.ts'
import { isOtherLanguage, languagesOf } from './other-language.ts'

export interface Evidence {
  /** Sentences of the text that the answer was taken from, in order. */
  readonly used: readonly Span[]
  /** Why the pair is held back, a sentence each; empty when it may be shown. */
  readonly doubts: readonly string[]
}

/** A sentence counts as used when so much of it is in the answer. */
const USED_SHARE = 0.5
/** A sentence with less of its words in the text is an invention, or a translation. */
const LEAST_SUPPORT = 0.34
/** What an answer needs that no sentence of the text is behind, to a question that has no word of the text. */
const SURE_SUPPORT = 0.65
/** Fewer words say nothing either way: "Yes." */
const TELLING_TERMS = 4
/** The same of an answer that no sentence of the text is behind. */
const TELLING_ALONE = 3
/** A user's own words for a thing are a few; a question of so many, none of them in the text, is about something else. */
const TELLING_QUESTION = 4
/** So much of a word is in its other forms and compounds too. */
const ALIKE_CHARS = 5

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
  const words = [...known].join(' ')
  const languages = languagesOf(text)
  const supportOf = (terms: readonly string[]) =>
    terms.filter((term) => known.has(term)).length / Math.max(1, terms.length)
  const languageDoubts = (what: string, said: string, least?: number) => {
    const own = scriptOf(said)
    if (script !== undefined && own !== undefined && own !== script)
      return [`The ${what} is in another script than the text.`]
    return isOtherLanguage(said, languages, least)
      ? [`The ${what} is in another language than the text.`]
      : []
  }
  return ({ question, answer }) => {
    const doubts: string[] = []
    const written = `${question}\n${withoutListMarks(answer)}`
    const numbers = missingNumbers(withoutPhones(written), source)
    if (numbers.length > 0)
      doubts.push(`The text does not have the number ${numbers.slice(0, 5).join(', ')}.`)
    const addresses = missingAddresses(written, source)
    if (addresses.length > 0)
      doubts.push(`The text does not have the address ${addresses.slice(0, 5).join(', ')}.`)
    const given = new Set(termsOf(answer))
    const used = said.filter(
      ({ terms: all }) =>
        all.length > 0 && all.filter((term) => given.has(term)).length / all.length >= USED_SHARE,
    )
    const terms = tellingTerms(answer)
    const support = supportOf(terms)
    const isForeign = used.length === 0 && support === 0
    doubts.push(...languageDoubts('answer', answer, isForeign ? 1 : undefined))
    doubts.push(...languageDoubts('question', question))
    const least = used.length === 0 ? TELLING_ALONE : TELLING_TERMS
    if (terms.length >= least && support < LEAST_SUPPORT)
      doubts.push('Hardly a word of the answer is in the text.')
    else if (
      sentencesAndLines(answer).some(({ start, end }) => {
        const few = tellingTerms(answer.slice(start, end))
        return few.length >= TELLING_TERMS && supportOf(few) < LEAST_SUPPORT
      })
    )
      doubts.push('Hardly a word of a sentence of the answer is in the text.')
    const asked = tellingTerms(question)
    const isInText = (term: string) => known.has(term) || pieces(term).some((piece) => words.includes(piece))
    const isElsewhere = asked.length > 0 && !asked.some(isInText)
    if (!/\p{L}/u.test(question)) doubts.push('The question has no word.')
    else if (isElsewhere && asked.length >= TELLING_QUESTION && !asked.some((term) => given.has(term)))
      doubts.push('No word of the question is in the text.')
    else if (isElsewhere && used.length === 0 && terms.length >= TELLING_ALONE && support < SURE_SUPPORT)
      doubts.push('Neither the question nor the answer is taken from the text.')
    return { used: used.map(({ span }) => span), doubts }
  }
}

function pieces(term: string): string[] {
  const count = Math.max(0, term.length - ALIKE_CHARS + 1)
  return Array.from({ length: count }, (_, at) => term.slice(at, at + ALIKE_CHARS))
}

/** What a text is about: neither little words nor numbers. */
function tellingTerms(text: string): string[] {
  return [...new Set(termsOf(text))].filter((term) => !isStopWord(term) && /\D/u.test(term))
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

function withoutListMarks(text: string): string {
  return text.replace(/^[^\S\n\r\u2028\u2029]*(?:\(?\d{1,2}[.)、]|step \d{1,2}[:.])\s/gimu, '')
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
