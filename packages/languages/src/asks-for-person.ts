/**
 * Whether the user asks for a person. How each language does is in `phrases/`: first what is only quoted and what only sounds
 * like it ("human resources") is taken out, then what is left is looked at, and what stands around a phrase tells whether it
 * is meant ("I never want to talk to a human").
 */
import type { HandoffSettings } from '@tandem/contract/agent-settings'
import { detectLanguage } from './detect-language.ts'
import { ar } from './phrases/ar.ts'
import type { AskPatterns } from './phrases/ask-patterns.ts'
import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { it } from './phrases/it.ts'
import { ja } from './phrases/ja.ts'
import { ko } from './phrases/ko.ts'
import { nl } from './phrases/nl.ts'
import { pl } from './phrases/pl.ts'
import { pt } from './phrases/pt.ts'
import { ru } from './phrases/ru.ts'
import { tr } from './phrases/tr.ts'
import { zh } from './phrases/zh.ts'
import { withoutQuotedLines, withoutQuotes } from './quoted.ts'

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
const LETTER = '[a-z0-9_\\u00df-\\u024f\\u0370-\\u05ff\\u0620-\\u06ff]'

/** In patterns ‹ and › stand for the beginning and the end of a word, in any script that has spaces. */
function compiled(source: string): RegExp {
  const pattern = withoutAccents(source).replaceAll('‹', `(?<!${LETTER})`).replaceAll('›', `(?!${LETTER})`)
  return new RegExp(pattern, 'g')
}

interface Table {
  readonly cues: readonly string[]
  readonly not: readonly RegExp[]
  readonly asks: readonly RegExp[]
  readonly alone: readonly RegExp[]
  readonly before: readonly RegExp[]
  readonly others: readonly RegExp[]
  readonly own: RegExp | undefined
  readonly after: readonly RegExp[]
}
function tableOf(patterns: AskPatterns): Table {
  return {
    cues: patterns.cues,
    not: patterns.not.map(compiled),
    asks: patterns.asks.map(compiled),
    alone: patterns.alone.map((source) => compiled(`^(?:${source})$`)),
    before: patterns.before.map((source) => compiled(`(?:${source})$`)),
    others: patterns.others.map((source) => compiled(`(?:${source})$`)),
    own: patterns.own === undefined ? undefined : compiled(patterns.own),
    after: patterns.after.map((source) => compiled(`^(?:${source})`)),
  }
}

const tables = Object.entries({ en, es, de, fr, pt, it, nl, pl, ru, tr, zh, ja, ko, ar }).map(
  ([language, patterns]) => ({ language, table: tableOf(patterns) }),
)

/** The languages in which the text asks for a person; none for a phrase of the agent's own; undefined when it does not ask. */
export function askedIn(
  text: string,
  settings: Pick<HandoffSettings, 'phrases'>,
): readonly string[] | undefined {
  // Cut again, because folding makes up to 18 characters of one.
  const words = clipped(plain(clipped(withoutQuotedLines(text))))
  if (words === '') return undefined
  const own = withoutQuotes(words, (quoted) => tables.some(({ table }) => asks(quoted, table, false)))
  const languages = tables.flatMap(({ language, table }) => (asks(own, table, true) ? [language] : []))
  if (languages.length > 0) return languages
  return settings.phrases.some((phrase) => hasPhrase(words, phrase)) ? [] : undefined
}

/** `mayStandAlone`: a sentence that is nothing but "agent" asks too. */
function asks(words: string, table: Table, mayStandAlone: boolean): boolean {
  if (!table.cues.some((cue) => words.includes(cue))) return false
  const left = table.not.reduce((rest, pattern) => rest.replace(pattern, ' … '), words).trim()
  if (table.asks.some((pattern) => isMeant(left, pattern, table))) return true
  if (!mayStandAlone) return false
  const sentences = left.split(/[.!?。！？؟¡¿]+/).flatMap((sentence) => sentence.trim() || [])
  return [sentences.at(0), sentences.at(-1)].some((sentence = '') =>
    table.alone.some((pattern) => sentence.search(pattern) !== -1),
  )
}

/** So much of what stands before a phrase can turn it round. */
const BEFORE_CHARS = 80

function isMeant(text: string, pattern: RegExp, { before, others, own, after }: Table): boolean {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length
    const ahead = text.slice(Math.max(0, match.index - BEFORE_CHARS), match.index).trimEnd()
    const behind = text.slice(end, end + BEFORE_CHARS)
    if (before.some((turn) => ahead.search(turn) !== -1)) continue
    const isOwn = own !== undefined && match[0].search(own) !== -1
    if (!isOwn && others.some((turn) => ahead.search(turn) !== -1)) continue
    if (after.some((turn) => behind.search(turn) !== -1)) continue
    return true
  }
  return false
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
