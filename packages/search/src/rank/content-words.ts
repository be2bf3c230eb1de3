/**
 * The words of a text that say what is meant, each once; those of scripts without spaces as the segmenter has them. What was
 * found out of a word is kept, and of the question that is read beside hit after hit.
 */
import { isStopWord, termsOfWord, wordsOf } from '../words/analyse.ts'

export interface ContentWord {
  readonly text: string
  readonly stem: string
  /** Written without spaces between words, so where it begins is not sure. */
  readonly isRun: boolean
  /** In a script of which two signs are nearly a word. */
  readonly isDense: boolean
}

export interface Reading {
  readonly words: readonly string[]
  readonly content: readonly ContentWord[]
}

const SPACELESS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]/u
const HANGUL = /\p{sc=Hangul}/u
const HIRAGANA_ONLY = /^[\p{sc=Hiragana}ー]+$/u
const NUMBER = /^\p{N}+$/u

const KEPT_WORDS = 20_000
const KEPT_CHARS = 32
/** By word of a text: what of it says what is meant. */
const known = new Map<string, readonly ContentWord[]>()

/**
 * Words that frame a question beside the stop words: parts of question words, and verbs that go with any noun. As stop words
 * they would weigh less in the ranking, which was tuned without them.
 */
const framing = new Set(
  [
    'long soon time take come work happen give make possible question information info yes yeah ok',
    'lange lang dauert dauern geht gehen moglich gibt frage mochte will brauche brauchen',
    'temps combien question voudrais veux',
    'tiempo cuanto cuanta tarda hace hacer pregunta quiero',
    'tempo quanto demora fazer pergunta quero domanda voglio',
    'lang duurt mogelijk vraag graag',
    'dlugo ile czas chce jest',
    'долго сколько времени нужно вопрос',
    'kadar zaman istiyorum musunuz misiniz',
    '时候 想 能 会 要 问',
  ]
    .join(' ')
    .split(' ')
    .map((word) => (SPACELESS.test(word) ? word : (termsOfWord(word)[0] as string))),
)

const isLittle = (term: string) => isStopWord(term) || framing.has(term)

let lastText: string | undefined
let last: Reading = { words: [], content: [] }

/** The same, of a question that is read beside several others. */
export function readOnce(text: string): Reading {
  if (text !== lastText) {
    last = read(text)
    lastText = text
  }
  return last
}

export function read(text: string): Reading {
  const words = wordsOf(text)
  const content: ContentWord[] = []
  for (const word of words.length > 1 ? new Set(words) : words) {
    for (const each of contentOfWord(word)) content.push(each)
  }
  return { words, content }
}

function contentOfWord(word: string): readonly ContentWord[] {
  const before = known.get(word)
  if (before) return before
  const found = contentOf(word)
  if (word.length > KEPT_CHARS) return found
  if (known.size >= KEPT_WORDS) known.clear()
  known.set(word, found)
  return found
}

const NOTHING: readonly ContentWord[] = []

function contentOf(word: string): readonly ContentWord[] {
  if (NUMBER.test(word)) return NOTHING
  if (SPACELESS.test(word)) return segmentsOf(word)
  const terms = termsOfWord(word)
  const stem = terms[0]
  if (stem === undefined || stem.length < 2 || terms.every(isStopWord) || isLittle(stem)) return NOTHING
  return [{ text: word, stem, isRun: false, isDense: HANGUL.test(word) }]
}

let segmenter: Intl.Segmenter | undefined

function segmentsOf(run: string): ContentWord[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const words: ContentWord[] = []
  for (const { segment: text } of segmenter.segment(run)) {
    const isEmpty = HIRAGANA_ONLY.test(text) || isLittle(text) || [...text].every(isStopWord)
    if (isEmpty) continue
    const isRun = SPACELESS.test(text)
    words.push({ text, stem: text, isRun, isDense: isRun || HANGUL.test(text) })
  }
  return words
}
