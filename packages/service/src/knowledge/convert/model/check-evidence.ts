/**
 * Compares a pair that a model made with the text it was made from. A pair is held back for review when a number or an address
 * in it is not in the text, or when hardly a word of its answer, or of one sentence of it, is in the text: such an answer is an
 * invention or a translation. Pure.
 */
import { type Span, sentences, trimSpan } from '@tandem/documents/split-text'
import { isStopWord, termsOf } from '@tandem/search/analyse'
import { missingAddresses, missingNumbers } from './missing-facts.ts'

export interface Evidence {
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
/** Fewer words say nothing either way: "Yes." */
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
    const doubts = [
      ...(numbers.length > 0 ? [`The text does not have the number ${numbers.join(', ')}.`] : []),
      ...(addresses.length > 0 ? [`The text does not have the address ${addresses.join(', ')}.`] : []),
      ...(/\p{L}/u.test(question) ? [] : ['The question has no word.']),
      ...(isSupported(answer, used.length > 0 ? LEAST_SUPPORT : LEAST_ALONE)
        ? parts.every((part) => isSupported(part, LEAST_SUPPORT))
          ? []
          : ['Hardly a word of a sentence of the answer is in the text.']
        : ['Hardly a word of the answer is in the text.']),
    ]
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

function withoutListMarks(text: string): string {
  return text.replace(/^[^\S\n\r\u2028\u2029]*\(?\d{1,2}[.)、]\s/gmu, '')
}
