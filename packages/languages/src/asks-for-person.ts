/**
 * Whether the user asks for a person. Quotes and phrases that only sound like it ("human resources") are removed first. The words
 * around a request decide whether it is meant ("I never want to talk to a human"). The patterns are in the file of each language.
 */
import type { HandoffSettings } from '@tandem/contract/agent-settings'
import { detectLanguage } from './detect-language.ts'
import type { Language } from './language.ts'
import { languages } from './languages.ts'
import { plain, wordPattern } from './normalise.ts'
import { withoutQuotedLines, withoutQuotes } from './quoted.ts'

/** Users ask for a person at the beginning or at the end of a text. */
const EACH_END_CHARS = 600
/** How much text before and after a request can change its meaning. */
const AROUND_CHARS = 80
const SENTENCE_ENDS = /[.!?。！？؟¡¿]+/

const readers = languages.map(readerOf)
type Reader = ReturnType<typeof readerOf>

function readerOf({ code, isSpaceless, asksForPerson: patterns }: Language) {
  const { cues, not, asks, alone, refused, whyNot, aside, others, me, after } = patterns
  const blank = isSpaceless ? '' : ' '
  const then = (words: string, least = 0) => (words ? `(?:${blank}(?:${words})›){${least},6}` : '')
  return {
    code,
    cues: compiled(cues),
    not: not.map((source) => compiled(source, 'g')),
    asks: asks.map((source) => compiled(source, 'g')),
    alone: compiled(`^(?:${alone})$`),
    refused: atEnd(refused && `‹(?:${refused.by})${then(refused.between)}`),
    whyNot: atEnd(whyNot && `(?:${whyNot})${then(refused?.between ?? '')}`),
    aside: atEnd(aside),
    people: atEnd(others && `‹(?:${others.people})${then(others.do)}`),
    nouns: atEnd(others?.nouns && `‹${others.nouns}${then(others.do, 1)}`),
    me: compiled(me ?? '(?!)'),
    after: compiled(after ? `^(?:${after})` : '(?!)'),
  }
}

function compiled(source: string, flags = ''): RegExp {
  return new RegExp(wordPattern(source), flags)
}

/** Without a pattern, the expression matches nothing. */
function atEnd(source: string | undefined): RegExp {
  return compiled(source ? `(?:${source})$` : '(?!)')
}

/** The languages in which the text asks for a person: empty for one of the agent's own phrases, undefined when it does not ask. */
export function askedIn(
  text: string,
  settings: Pick<HandoffSettings, 'phrases'>,
): readonly string[] | undefined {
  const words = endsOf(withoutQuotedLines(text))
  if (words === '') return undefined
  const own = withoutQuotes(words, (quoted) => readers.some((reader) => asks(quoted, reader)))
  const asked = readers.filter((reader) => asks(own, reader) || standsAlone(own, reader))
  if (asked.length > 0) return asked.map(({ code }) => code)
  return settings.phrases.some(phrasesIn(words)) ? [] : undefined
}

function asks(text: string, reader: Reader): boolean {
  if (!reader.cues.test(text)) return false
  const left = withoutSimilar(text, reader)
  return reader.asks.some((pattern) => [...left.matchAll(pattern)].some((match) => isMeant(match, reader)))
}

/** A first or last sentence of just "agent" is a request too. */
function standsAlone(text: string, reader: Reader): boolean {
  if (!reader.cues.test(text)) return false
  const sentences = withoutSimilar(text, reader).split(SENTENCE_ENDS)
  const said = sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
  return [said.at(0), said.at(-1)].some((sentence = '') => reader.alone.test(sentence))
}

const withoutSimilar = (text: string, { not }: Reader) =>
  not.reduce((left, similar) => left.replace(similar, ' … '), text).trim()

function isMeant({ index, input, 0: ask }: RegExpExecArray, reader: Reader): boolean {
  const { refused, whyNot, aside, people, nouns, me, after } = reader
  const end = index + ask.length
  const before = input.slice(Math.max(0, index - AROUND_CHARS), index).trimEnd()
  if (refused.test(before) && !whyNot.test(before)) return false
  if (aside.test(before) || after.test(input.slice(end, end + AROUND_CHARS))) return false
  return me.test(ask) || !(people.test(before) || nouns.test(before))
}

/** In a longer text the other words are better evidence of its language than the request. */
const SHORT_CHARS = 80

/**
 * The language of a text that asks for a person in the languages `asked`. The language of a short text is often not detected, or
 * wrongly, but the request shows it. `known` is the language of the conversation, `fallback` the agent's. Null when unknown.
 */
export function languageOfAsk(
  text: string,
  asked: readonly string[],
  known: string | null,
  fallback: string,
): string | null {
  const detected = detectLanguage(text)
  const [first] = asked
  if (first === undefined || (detected !== null && asked.includes(detected))) return detected
  if (detected !== null && text.length > SHORT_CHARS) return detected
  if (known !== null && asked.includes(known)) return known
  return known === null && asked.includes(fallback) ? null : first
}

/** Cut again, because normalising can turn one character into 18. */
const endsOf = (text: string) => bothEnds(plain(bothEnds(text)))

function bothEnds(text: string): string {
  if (text.length <= 2 * EACH_END_CHARS) return text
  return `${text.slice(0, EACH_END_CHARS)} … ${text.slice(-EACH_END_CHARS)}`
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const WORD_SIGN = /[\p{L}\p{N}]/u

/**
 * Returns a function that tells whether the text contains a phrase as whole words, or anywhere in scripts without spaces. The
 * text is prepared once for all phrases, of which an agent may have thousands.
 */
export function phrasesIn(text: string): (phrase: string) => boolean {
  const within = endsOf(text)
  return (phrase) => {
    const wanted = plain(phrase)
    if (wanted === '') return false
    for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
      if (isEdge(within[at - 1], wanted[0]) && isEdge(within[at + wanted.length], wanted.at(-1))) return true
    }
    return false
  }
}

function isEdge(outside: string | undefined, inside: string | undefined): boolean {
  if (outside === undefined || inside === undefined || SPACELESS.test(inside)) return true
  return !WORD_SIGN.test(outside) || !WORD_SIGN.test(inside)
}
