/**
 * The one analyser: turns text into the terms it is found by. Words of alphabetic scripts are folded and stemmed. Chinese
 * and Japanese have no spaces: their characters count one by one and in twos, and as the words Intl.Segmenter finds when
 * those are longer. Thai and its neighbours need the segmenter; Korean words count whole and in twos of syllables.
 * The segmenter is slow, so it sees only the runs that need it.
 */
import { normalise } from '@tandem/languages/normalise'
import { stem } from '@tandem/languages/stem'
import { stopWords } from '@tandem/languages/stop-words'

const WORDS = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu
export const ASCII = /^[\x20-\x7e\s]*$/
const ASCII_WORDS = /[a-z0-9]+(?:'[a-z]+)*/g
const PLAIN_WORD = /^[a-z0-9']+$/
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]/u
const RUNS =
  /(?<cjk>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+)|(?<thai>[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+)|(?<hangul>\p{sc=Hangul}+)|(?<other>[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]+)/gu
const HIRAGANA_ONLY = /^[\p{sc=Hiragana}ー]+$/u
const LONG_WORD_CHARS = 3
/** A longer run of letters is no word; what it starts with is enough to find it by. */
const WORD_CHARS = 64

/** Words that were analysed before, so that a query seldom analyses any. */
const KEPT_WORDS = 20_000
const KEPT_CHARS = 32
const analysed = new Map<string, readonly string[]>()

const LONGEST_GRAM = 4
const SPACELESS_GRAM = 2
const GRAM_CHARS = 400

/** Made when first needed: their tables take a while to load. */
const segmenters = new Map<string, Intl.Segmenter>()
function segments(language: 'ja' | 'th', run: string): Intl.Segments {
  let segmenter = segmenters.get(language)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' })
    segmenters.set(language, segmenter)
  }
  return segmenter.segment(run)
}

/** The words of a text, folded; a run without spaces is one word here. */
export function wordsOf(text: string): string[] {
  return wordsOfFolded(normalise(text))
}

/** The words of a text that `normalise` has seen. */
export function wordsOfFolded(folded: string): string[] {
  return folded.match(ASCII.test(folded) ? ASCII_WORDS : WORDS) ?? []
}

/** The terms a word of `wordsOf` is found by. */
export function termsOfWord(word: string): readonly string[] {
  const known = analysed.get(word)
  if (known) return known
  const terms: string[] = []
  if (PLAIN_WORD.test(word) || !SPACELESS.test(word)) addWord(word, terms)
  else addRuns(word, terms)
  if (word.length > KEPT_CHARS) return terms
  if (analysed.size >= KEPT_WORDS) analysed.clear()
  analysed.set(word, terms)
  return terms
}

/** The terms of a text in their order, each as often as it occurs. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap(termsOfWord)
}

/** Pieces of 2 to 4 characters of a word with its borders; of 2 where a character is nearly a word by itself. */
export function gramsOf(word: string): string[] {
  const chars = [' ', ...word.slice(0, GRAM_CHARS), ' ']
  const longest = SPACELESS.test(word) ? SPACELESS_GRAM : LONGEST_GRAM
  const grams: string[] = []
  for (let from = 0; from < chars.length; from++) {
    let gram = chars[from] as string
    for (let n = 2; n <= longest && from + n <= chars.length; n++) {
      gram += chars[from + n - 1]
      grams.push(gram)
    }
  }
  return grams
}

/**
 * The same pieces as keys that are quick to look up: those of plain words as numbers, six bits a letter and two for the length.
 */
export function gramKeysOf(word: string): readonly (number | string)[] {
  if (!PLAIN_WORD.test(word)) return gramsOf(word)
  const keys: number[] = []
  const length = Math.min(word.length, GRAM_CHARS)
  const codeAt = (at: number) => (at === 0 || at > length ? 0 : plainCode(word.charCodeAt(at - 1)))
  for (let from = 0; from <= length; from++) {
    let key = codeAt(from)
    for (let n = 2; n <= LONGEST_GRAM && from + n <= length + 2; n++) {
      key = (key << 6) | codeAt(from + n - 1)
      keys.push((key << 2) | (n - 2))
    }
  }
  return keys
}

/** How many characters the piece of a key has. */
export const gramLength = (key: number | string) => (typeof key === 'number' ? (key & 3) + 2 : key.length)

/** A letter as 1 to 26, a digit as 27 to 36, an apostrophe as 37. */
function plainCode(char: number): number {
  return char >= 97 ? char - 96 : char >= 48 ? char - 21 : 37
}

export function isStopWord(term: string): boolean {
  return stopTerms.has(term)
}

/** The same of a whole word with its terms. */
export function isStopRun(word: string, terms: readonly string[]): boolean {
  return stopTerms.has(terms.length === 1 ? (terms[0] as string) : word)
}

function plainTerm(word: string): string {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word
  return stem(bare.replaceAll("'", '').slice(0, WORD_CHARS))
}

function addWord(word: string, terms: string[]): void {
  const term = plainTerm(word)
  if (term !== '') terms.push(term)
}

const stopTerms: ReadonlySet<string> = new Set([...stopWords].map(plainTerm))

function addRuns(word: string, terms: string[]): void {
  for (const { groups, 0: run } of word.matchAll(RUNS)) {
    if (groups?.cjk) addCharacters(run, terms)
    else if (groups?.thai) for (const { segment } of segments('th', run)) terms.push(segment)
    else if (groups?.hangul) addSyllables(run, terms)
    else addWord(run, terms)
  }
}

function addCharacters(run: string, terms: string[]): void {
  const chars = [...run]
  for (let i = 0; i < chars.length; i++) {
    const [one, next] = [chars[i] as string, chars[i + 1]]
    if (!HIRAGANA_ONLY.test(one)) terms.push(one)
    if (next !== undefined && !HIRAGANA_ONLY.test(one + next)) terms.push(one + next)
  }
  for (const { segment } of segments('ja', run)) {
    if ([...segment].length >= LONG_WORD_CHARS && !HIRAGANA_ONLY.test(segment)) terms.push(segment)
  }
}

function addSyllables(run: string, terms: string[]): void {
  terms.push(run)
  if (run.length > 2) for (let i = 0; i + 2 <= run.length; i++) terms.push(run.slice(i, i + 2))
}
