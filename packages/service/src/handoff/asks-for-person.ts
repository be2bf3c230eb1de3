/**
 * Whether the user asks for a person. The phrases of each language are in `person-phrases.ts`: first what only sounds like
 * it ("human resources", "I do not need an agent") is taken out, then what is left is looked at.
 */
import type { HandoffSettings } from '@tandem/contract/agent-settings'
import { detectLanguage } from '../conversations/detect-language.ts'
import { type AskPatterns, personPhrases } from './person-phrases.ts'
import { personPhrasesEast } from './person-phrases-east.ts'
import { personPhrasesWest } from './person-phrases-west.ts'

/** Whoever asks for a person does so at the beginning or at the end. */
const LOOKED_AT_CHARS = 600

/** Same letters, same meaning: case, width, accents and kinds of apostrophes and hamza make no difference. */
export function plain(text: string): string {
  return withoutAccents(text.normalize('NFKC').toLowerCase())
    .replace(/[‘’`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[أإآ]/g, 'ا')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
}

/** Latin, Greek, Cyrillic, Hebrew and Arabic: spelled out, because `\p{L}` takes a second to compile so often. */
const LETTER = '[a-z0-9_\\u00df-\\u024f\\u0370-\\u06ff]'

/** In patterns ‹ and › stand for the beginning and the end of a word, in any script that has spaces. */
function compiled(source: string): RegExp {
  const pattern = withoutAccents(source).replaceAll('‹', `(?<!${LETTER})`).replaceAll('›', `(?!${LETTER})`)
  return new RegExp(pattern, 'g')
}

const all = [
  ...Object.entries(personPhrases),
  ...Object.entries(personPhrasesWest),
  ...Object.entries(personPhrasesEast),
]
const compiledTables = new Map<AskPatterns, { not: readonly RegExp[]; asks: readonly RegExp[] }>()

/** Compiled when a language is first needed: it takes a moment. */
function tableOf(patterns: AskPatterns) {
  let table = compiledTables.get(patterns)
  if (!table) {
    table = { not: patterns.not.map(compiled), asks: patterns.asks.map(compiled) }
    compiledTables.set(patterns, table)
  }
  return table
}

/** The languages in which the text asks for a person; none for a phrase of the agent's own; undefined when it does not ask. */
export function askedIn(
  text: string,
  settings: Pick<HandoffSettings, 'phrases'>,
): readonly string[] | undefined {
  const words = plain(clipped(text))
  if (words === '') return undefined
  const languages = all.flatMap(([language, patterns]) => (asks(words, patterns) ? [language] : []))
  if (languages.length > 0) return languages
  return settings.phrases.some((phrase) => hasPhrase(words, phrase)) ? [] : undefined
}

function asks(words: string, patterns: AskPatterns): boolean {
  if (!patterns.cues.some((cue) => words.includes(cue))) return false
  const { not, asks } = tableOf(patterns)
  const left = not.reduce((rest, pattern) => rest.replace(pattern, ' … '), words).trim()
  return asks.some((pattern) => left.search(pattern) !== -1)
}

/** In a longer text its other words tell more than the phrase. */
const SHORT_CHARS = 80

/**
 * The language of a text that asks for a person in one of `languages`. A short text often does not tell its own, or tells a
 * wrong one, but its phrase does. `known` is that of the conversation, `fallback` the agent's; null when it stays open.
 */
export function languageOfAsk(
  text: string,
  languages: readonly string[],
  known: string | null,
  fallback: string,
): string | null {
  const detected = detectLanguage(text)
  const [first] = languages
  if (first === undefined || (detected !== null && languages.includes(detected))) return detected
  if (detected !== null && text.length > SHORT_CHARS) return detected
  if (known !== null && languages.includes(known)) return known
  return known === null && languages.includes(fallback) ? null : first
}

function clipped(text: string): string {
  if (text.length <= 2 * LOOKED_AT_CHARS) return text
  return `${text.slice(0, LOOKED_AT_CHARS)} … ${text.slice(-LOOKED_AT_CHARS)}`
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const wordLike = /[\p{L}\p{N}]/u

/** Whether the text holds the phrase as whole words; in scripts without spaces, anywhere. */
export function hasPhrase(text: string, phrase: string): boolean {
  const wanted = plain(phrase)
  const within = plain(text)
  if (wanted === '') return false
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    if (isEdge(within[at - 1], wanted[0]) && isEdge(within[at + wanted.length], wanted.at(-1))) return true
  }
  return false
}

function isEdge(outside: string | undefined, inside: string | undefined): boolean {
  if (outside === undefined || inside === undefined || spaceless.test(inside)) return true
  return !wordLike.test(outside) || !wordLike.test(inside)
}
