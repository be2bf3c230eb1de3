/**
 * Detects the language of a text by its script and its most frequent short words. In short texts it is often not detected; then
 * the language of the conversation decides.
 */
import { otherLanguages } from './languages/other-languages.ts'
import { languages } from './languages.ts'
import { limited } from './limited.ts'

/** More text does not make the result better. */
const MOST_CHARS = 600
/** The score that the best language needs, and its lead over the next one. */
const ENOUGH = 1
const LEAD = 1.25
/** Points by length: the shortest Latin words exist in many languages, so one of them alone decides nothing. */
const SHORT_WORD = [0, 0.6, 0.6, 0.8]
const LETTER_POINTS = 0.8
/** Marks that only Spanish has count as much as a word. */
const OWN_MARK_POINTS = 1
/** Email addresses, URLs and host names belong to no language. */
const ADDRESS = limited(
  /\S+@\S+|(?:https?:\/\/|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|io|app|dev|shop|[a-z]{2})(?![\p{L}\p{N}])\S*/giu,
  MOST_CHARS,
)
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu

/** By language if a script has, nearly, only one; by its own name if words must tell its languages apart. */
const scripts = {
  ...{ latin: 'Latin', cyrillic: 'Cyrillic', arabic: 'Arabic', zh: 'Han', ja: 'Hiragana', ko: 'Hangul' },
  ...{
    el: 'Greek',
    hy: 'Armenian',
    he: 'Hebrew',
    hi: 'Devanagari',
    bn: 'Bengali',
    pa: 'Gurmukhi',
    gu: 'Gujarati',
  },
  ...{ ta: 'Tamil', te: 'Telugu', kn: 'Kannada', ml: 'Malayalam', si: 'Sinhala', th: 'Thai', lo: 'Lao' },
  ...{ my: 'Myanmar', ka: 'Georgian', am: 'Ethiopic', km: 'Khmer' },
}
const SCRIPTS = Object.entries(scripts).map(
  ([name, script]) =>
    [
      name,
      new RegExp(name === 'ja' ? '[\\u3041-\\u30ff\\uff66-\\uff9f]' : `\\p{sc=${script}}`, 'gu'),
    ] as const,
)
/** The language of most texts of a script, if words do not decide. */
const MOST_LIKELY: Readonly<Record<string, string>> = { cyrillic: 'ru', arabic: 'ar' }

/** Words are also known without their accents, which are often left out; shorter ones would be words of other languages. */
const WITHOUT_ACCENTS_CHARS = 4
const ACCENTS = /(?<=\p{sc=Latin})\p{M}+/gu

const known = [...languages, ...otherLanguages]
const languagesByWord = evidence(({ littleWords = '' }) => littleWords.split(' ').flatMap(asWritten))
const languagesByLetter = evidence(({ letters = '' }) => [...letters])

/** A tag such as `de`; null when unknown. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, MOST_CHARS).replace(ADDRESS, ' ')
  const script = mainScript(sample)
  const hasSeveral = script === 'latin' || script === 'cyrillic' || script === 'arabic'
  return hasSeveral ? (byWords(sample, script === 'latin') ?? MOST_LIKELY[script] ?? null) : script
}

/** The language to answer a text in: its own, else that of the conversation, else the agent's. */
export function languageOf(text: string, known: string | null, fallback: string): string {
  const found = detectLanguage(text)
  // A few Chinese characters may be Japanese too.
  if (found === 'zh' && known === 'ja' && text.length <= 12) return 'ja'
  return found ?? known ?? fallback
}

/** Other scripts count three times as much as Latin: many texts contain Latin brand names. */
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

/** The languages of each word or letter. */
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
