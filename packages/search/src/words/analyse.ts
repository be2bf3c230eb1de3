/**
 * The one analyser: turns text into the words it consists of, the terms it is found by, and the character pieces it is
 * compared by. Words of alphabetic scripts are folded and stemmed. Chinese and Japanese are written without spaces: a run of
 * them is found by each character, each pair of characters, and the longer words that Intl.Segmenter finds. Thai, Lao, Khmer
 * and Burmese are found by the segmenter's words, Korean by whole words and pairs of syllables.
 */
import { normalise } from '@tandem/languages/normalise'
import { stem } from '@tandem/languages/stem'
import { stopWords } from '@tandem/languages/stop-words'

const WORDS = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu
const ASCII = /^[\x20-\x7e\s]*$/
const ASCII_WORDS = /[a-z0-9]+(?:'[a-z]+)*/g
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]/u
const RUNS =
  /(?<cjk>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+)|(?<thai>[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+)|(?<hangul>\p{sc=Hangul}+)|(?<other>[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]+)/gu
const HIRAGANA_ONLY = /^[\p{sc=Hiragana}ー]+$/u
/** The segmenter's words of one or two characters are terms already. */
const SEGMENT_CHARS = 3
/** A longer run of letters is no word; its beginning is enough to find it by. */
const TERM_CHARS = 64
/** More characters of one word add nothing to a comparison. */
const COMPARED_CHARS = 400
const LONGEST_PIECE = 4

let segmenter: Intl.Segmenter | undefined

/** The segmenter's dictionaries go by script, not by language. They load slowly, so the first word that needs them loads them. */
function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

/** The words of a text, folded. A run without spaces is one word. */
export function wordsOf(text: string): string[] {
  const folded = normalise(text)
  return folded.match(ASCII.test(folded) ? ASCII_WORDS : WORDS) ?? []
}

/** The terms that a word of `wordsOf` is found by. */
export function termsOfWord(word: string): string[] {
  if (!SPACELESS.test(word)) return wordTerms(word)
  return [...word.matchAll(RUNS)].flatMap(({ groups, 0: run }) => {
    if (groups?.cjk) return characterTerms(run)
    if (groups?.thai) return segmentsOf(run)
    return groups?.hangul ? syllableTerms(run) : wordTerms(run)
  })
}

/** The terms of a text in order, repeated ones included. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap(termsOfWord)
}

export const isStopWord = (term: string) => stopTerms.has(term)

/** Whether a whole word, given with its terms, is a stop word. */
export const isStopRun = (word: string, terms: readonly string[]) =>
  stopTerms.has(terms.length === 1 ? (terms[0] as string) : word)

/** The pieces of two to four characters of a word and its borders; of two in scripts where a character is nearly a word. */
export function piecesOf(word: string): string[] {
  const chars = [' ', ...word.slice(0, COMPARED_CHARS), ' ']
  const longest = SPACELESS.test(word) ? 2 : LONGEST_PIECE
  const pieces: string[] = []
  for (let from = 0; from < chars.length; from++) {
    let piece = chars[from] as string
    for (let length = 2; length <= longest && from + length <= chars.length; length++) {
      piece += chars[from + length - 1]
      pieces.push(piece)
    }
  }
  return pieces
}

function wordTerms(word: string): string[] {
  const term = termOf(word)
  return term === '' ? [] : [term]
}

function termOf(word: string): string {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word
  return stem(bare.replaceAll("'", '').slice(0, TERM_CHARS))
}

const stopTerms: ReadonlySet<string> = new Set(Array.from(stopWords, termOf))

function characterTerms(run: string): string[] {
  const chars = [...run]
  const terms: string[] = []
  for (const [i, one] of chars.entries()) {
    terms.push(one)
    if (i + 1 < chars.length) terms.push(one + (chars[i + 1] as string))
  }
  for (const segment of segmentsOf(run)) if ([...segment].length >= SEGMENT_CHARS) terms.push(segment)
  return terms.filter((term) => !HIRAGANA_ONLY.test(term))
}

function syllableTerms(run: string): string[] {
  const terms = [run]
  if (run.length > 2) for (let i = 0; i + 2 <= run.length; i++) terms.push(run.slice(i, i + 2))
  return terms
}
