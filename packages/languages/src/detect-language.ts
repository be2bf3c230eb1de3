/**
 * Which language a text is written in, told by its script and by its most frequent little words. Cheap enough for every
 * message. Short texts often tell nothing; then what is known of the conversation decides.
 */

import { letterEvidence, littleWords } from './language-words.ts'
import { limited } from './limited.ts'

/** More of a text than this does not make it clearer. */
const MOST_CHARS = 600
/** What the best language must have gathered, and how far the next one must stay behind it. */
const ENOUGH = 1
const LEAD = 1.25
/** The shortest Latin words are words of many languages, and slang of more: one alone tells nothing. By their length. */
const SHORT = [0, 0.6, 0.6, 0.8]
/** Signs that only one language has. */
const OWN_SIGNS = /[¿¡]/
/** Addresses and names of hosts are the same in every language. */
const ADDRESS = limited(
  /\S+@\S+|(?:https?:\/\/|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|io|app|dev|shop|[a-z]{2})(?![\p{L}\p{N}])\S*/giu,
  MOST_CHARS,
)
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu
/** The same in a text of plain letters, as most are: to look for fewer letters is faster. */
const PLAIN_WORD = /[a-z]+(?:'[a-z]+)*/g
const BEYOND_PLAIN = /[\u0080-\uffff]/

type Script = 'latin' | 'han' | 'kana' | 'cyrillic' | 'arabic' | 'other' | (typeof ONE_LANGUAGE)[number][0]

/** Scripts that stand for one language, near enough, by the range of their letters. */
const ONE_LANGUAGE = [
  ['el', 0x370, 0x3ff],
  ['hy', 0x530, 0x58f],
  ['he', 0x590, 0x5ff],
  ['hi', 0x900, 0x97f],
  ['bn', 0x980, 0x9ff],
  ['pa', 0xa00, 0xa7f],
  ['gu', 0xa80, 0xaff],
  ['ta', 0xb80, 0xbff],
  ['te', 0xc00, 0xc7f],
  ['kn', 0xc80, 0xcff],
  ['ml', 0xd00, 0xd7f],
  ['si', 0xd80, 0xdff],
  ['th', 0xe00, 0xe7f],
  ['lo', 0xe80, 0xeff],
  ['my', 0x1000, 0x109f],
  ['ka', 0x10a0, 0x10ff],
  ['am', 0x1200, 0x137f],
  ['km', 0x1780, 0x17ff],
] as const

/** Most texts are looked at twice in a row: when they are stored, and when they are answered. */
let last: { readonly text: string; readonly language: string | null } = { text: '', language: null }

/** A tag such as `de`; null when the text does not tell. */
export function detectLanguage(text: string): string | null {
  if (text !== last.text) last = { text, language: detected(text) }
  return last.language
}

function detected(text: string): string | null {
  const start = text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text
  const sample = start.includes('.') || start.includes('@') ? start.replace(ADDRESS, ' ') : start
  const script = mainScript(sample)
  switch (script) {
    case undefined:
    case 'other':
      return null
    case 'kana':
      return 'ja'
    case 'han':
      return 'zh'
    case 'latin':
    case 'cyrillic':
    case 'arabic':
      return byWords(sample, script)
    default:
      return script
  }
}

/** The language to answer a text in: its own, else that of the conversation, else the agent's. */
export function languageOf(text: string, known: string | null, fallback: string): string {
  const found = detectLanguage(text)
  // A few Chinese characters may just as well be Japanese.
  if (found === 'zh' && known === 'ja' && text.length <= 12) return 'ja'
  return found ?? known ?? fallback
}

/** Letters of other scripts than Latin weigh more: they are seldom there by chance, as brand names are. */
function mainScript(text: string): Script | undefined {
  let latin = 0
  let kana = 0
  let best: Script | undefined
  let most = 0
  let counts: Map<Script, number> | undefined
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x250 || (code >= 0x1e00 && code <= 0x1eff)) {
      if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0) latin++
      continue
    }
    const script = scriptOf(code)
    if (script === undefined) continue
    if (script === 'kana') kana++
    counts ??= new Map()
    const count = (counts.get(script) ?? 0) + 1
    counts.set(script, count)
    if (count > most) {
      most = count
      best = script
    }
  }
  if (best === undefined || most * 3 < latin) return latin > 0 ? 'latin' : undefined
  return best === 'han' && kana > 0 ? 'kana' : best
}

function scriptOf(code: number): Script | undefined {
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf)) return 'han'
  if ((code >= 0x3041 && code <= 0x30ff) || (code >= 0xff66 && code <= 0xff9f)) return 'kana'
  if ((code >= 0xac00 && code <= 0xd7af) || (code >= 0x1100 && code <= 0x11ff)) return 'ko' as Script
  if (code >= 0x400 && code <= 0x52f) return 'cyrillic'
  if ((code >= 0x600 && code <= 0x6ff) || (code >= 0x750 && code <= 0x77f)) return 'arabic'
  for (const [language, from, to] of ONE_LANGUAGE) if (code >= from && code <= to) return language
  return undefined
}

function byWords(text: string, script: 'latin' | 'cyrillic' | 'arabic'): string | null {
  const scores = new Map<string, number>()
  const add = (language: string, points: number) => scores.set(language, (scores.get(language) ?? 0) + points)
  const isPlain = script === 'latin' && !BEYOND_PLAIN.test(text)
  const lower = isPlain ? text.toLowerCase() : text.toLowerCase().normalize('NFC')
  const told: string[] = []
  for (const word of lower.match(isPlain ? PLAIN_WORD : WORD) ?? []) {
    const languages = littleWords.get(word)
    if (!languages || told.includes(word)) continue
    told.push(word)
    const points = (script === 'latin' ? (SHORT[word.length] ?? 1) : 1) / Math.sqrt(languages.length)
    for (const language of languages) add(language, points)
  }
  if (!isPlain) {
    for (const char of lower) {
      const languages = char > '\x7f' ? letterEvidence.get(char) : undefined
      const points = OWN_SIGNS.test(char) ? 1 : 0.8
      if (languages) for (const language of languages) add(language, points / languages.length)
    }
  }
  return winner(scores) ?? (script === 'arabic' ? 'ar' : script === 'cyrillic' ? 'ru' : null)
}

function winner(scores: ReadonlyMap<string, number>): string | null {
  let best: string | null = null
  let most = 0
  let next = 0
  for (const [language, score] of scores) {
    if (score > most) {
      next = most
      most = score
      best = language
    } else if (score > next) next = score
  }
  return most >= ENOUGH && most >= next * LEAD ? best : null
}
