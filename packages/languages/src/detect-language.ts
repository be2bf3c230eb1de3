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

/** By language where a script stands for one, near enough; those of several languages by themselves: words tell these apart. */
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
