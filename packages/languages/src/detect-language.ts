/**
 * Which language a text is written in, told by its script and by its most frequent little words. Short texts often tell nothing;
 * then the language of the conversation decides.
 */

import { otherLanguages } from './languages/other-languages.ts'
import { languages } from './languages.ts'
import { limited } from './limited.ts'

/** More of a text than this does not make it clearer. */
const MOST_CHARS = 600
/** What the best language must have gathered, and how far the next one must stay behind it. */
const ENOUGH = 1
const LEAD = 1.25
/** The shortest Latin words are words of many languages, and slang of more: one alone tells nothing. By their length. */
const SHORT_WORD = [0, 0.6, 0.6, 0.8]
const LETTER_POINTS = 0.8
/** Marks that only Spanish has weigh as much as a word. */
const OWN_MARK_POINTS = 1
/** Addresses and names of hosts are the same in every language. */
const ADDRESS = limited(
  /\S+@\S+|(?:https?:\/\/|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|io|app|dev|shop|[a-z]{2})(?![\p{L}\p{N}])\S*/giu,
  MOST_CHARS,
)
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu

/** Scripts that stand for one language, near enough; and those of several, which words tell apart. By ranges of letters. */
const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['latin', /[a-z\u00c0-\u024f\u1e00-\u1eff]/gi],
  ['cyrillic', /[\u0400-\u052f]/g],
  ['arabic', /[\u0600-\u06ff\u0750-\u077f]/g],
  ['zh', /[\u3400-\u4dbf\u4e00-\u9fff]/g],
  ['ja', /[\u3041-\u30ff\uff66-\uff9f]/g],
  ['ko', /[\uac00-\ud7af\u1100-\u11ff]/g],
  ['el', /[\u0370-\u03ff]/g],
  ['hy', /[\u0530-\u058f]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['bn', /[\u0980-\u09ff]/g],
  ['pa', /[\u0a00-\u0a7f]/g],
  ['gu', /[\u0a80-\u0aff]/g],
  ['ta', /[\u0b80-\u0bff]/g],
  ['te', /[\u0c00-\u0c7f]/g],
  ['kn', /[\u0c80-\u0cff]/g],
  ['ml', /[\u0d00-\u0d7f]/g],
  ['si', /[\u0d80-\u0dff]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['lo', /[\u0e80-\u0eff]/g],
  ['my', /[\u1000-\u109f]/g],
  ['ka', /[\u10a0-\u10ff]/g],
  ['am', /[\u1200-\u137f]/g],
  ['km', /[\u1780-\u17ff]/g],
]
/** Where words do not tell: what most texts of the script are in. */
const MOST_LIKELY: Readonly<Record<string, string>> = { cyrillic: 'ru', arabic: 'ar' }

/** Accents are often left out; a shorter word without them would be a word of another language. */
const WITHOUT_ACCENTS_CHARS = 4
const ACCENTS = /(?<=\p{sc=Latin})\p{M}+/gu

const known = [...languages, ...otherLanguages]
const languagesByWord = evidence(({ littleWords = '' }) => littleWords.split(' ').flatMap(asWritten))
const languagesByLetter = evidence(({ letters = '' }) => [...letters])

/** A tag such as `de`; null when the text does not tell. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, MOST_CHARS).replace(ADDRESS, ' ')
  const script = mainScript(sample)
  const hasSeveral = script === 'latin' || script === 'cyrillic' || script === 'arabic'
  return hasSeveral ? (byWords(sample, script === 'latin') ?? MOST_LIKELY[script] ?? null) : script
}

/** The language to answer a text in: its own, else that of the conversation, else the agent's. */
export function languageOf(text: string, known: string | null, fallback: string): string {
  const found = detectLanguage(text)
  // A few Chinese characters may just as well be Japanese.
  if (found === 'zh' && known === 'ja' && text.length <= 12) return 'ja'
  return found ?? known ?? fallback
}

/** Letters of other scripts than Latin weigh more: they are seldom there by chance, as brand names are. */
function mainScript(text: string): string | null {
  const counts = SCRIPTS.map(([name, pattern]) => [name, text.match(pattern)?.length ?? 0] as const)
  const countOf = Object.fromEntries(counts)
  const [best, most] = counts.slice(1).reduce((a, b) => (b[1] > a[1] ? b : a))
  if (most * 3 < (countOf.latin ?? 0) || most === 0) return countOf.latin ? 'latin' : null
  return best === 'zh' && countOf.ja ? 'ja' : best
}

function byWords(text: string, isLatin: boolean): string | null {
  const lower = text.toLowerCase().normalize('NFC')
  const scores = new Map<string, number>()
  const add = (found: readonly string[] | undefined, points: number) => {
    for (const language of found ?? []) scores.set(language, (scores.get(language) ?? 0) + points)
  }
  for (const word of new Set(lower.match(WORD))) {
    const found = languagesByWord.get(word)
    if (found) add(found, (isLatin ? (SHORT_WORD[word.length] ?? 1) : 1) / Math.sqrt(found.length))
  }
  for (const letter of lower) {
    const found = letter > '\x7f' ? languagesByLetter.get(letter) : undefined
    if (found) add(found, ('¿¡'.includes(letter) ? OWN_MARK_POINTS : LETTER_POINTS) / found.length)
  }
  const [best, next] = [...scores].sort((a, b) => b[1] - a[1])
  return best && best[1] >= ENOUGH && best[1] >= (next?.[1] ?? 0) * LEAD ? best[0] : null
}

/** By a word or letter: the languages that have it. */
function evidence(of: (language: (typeof known)[number]) => readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const language of known)
    for (const each of new Set(of(language))) found.set(each, [...(found.get(each) ?? []), language.code])
  return found
}

function asWritten(word: string): readonly string[] {
  const bare = word.normalize('NFD').replace(ACCENTS, '').normalize('NFC').replaceAll('ł', 'l')
  const plain = bare.replaceAll('ı', 'i')
  return plain === word || plain.length < WITHOUT_ACCENTS_CHARS ? [word.normalize('NFC')] : [word, plain]
}
