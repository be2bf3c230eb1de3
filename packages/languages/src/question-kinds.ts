/**
 * What kind of thing a question asks for, told by its question word: an amount, a time, a place, a person, or one of the many
 * that English asks for by "how". Questions that ask for different kinds are different questions, though all else is the same.
 */
import { languages } from './languages.ts'
import { LETTER, normalise } from './normalise.ts'

const BEGINS = String.raw`(?:^|[.!?:;,¿]\s{0,4}|(?<!${LETTER})(?:and|und|et|y|e|en|i|и|know|tell me|wissen|savoir|saber|sapere)\s{1,4})`
const WORD_START = `(?<!${LETTER})`
const WORD_END = `(?!${LETTER})`
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u
const ASCII = /^[\x20-\x7e\s]*$/
const ASCII_WORDS = /[a-z]+/g

/** In the order in which they are looked for: "how much" is a part of "how much time", and counts once. */
const kindsWritten = [...new Set(languages.flatMap(({ questionKinds }) => Object.keys(questionKinds)))].map(
  (kind, i) => {
    const phrases = languages.flatMap(({ questionKinds }) => questionKinds[kind]?.split(' / ') ?? [])
    return { kind, bit: 1 << i, phrases, pattern: patternOf(phrases) }
  },
)
const WISH = new RegExp(
  languages
    .flatMap(({ wish }) => wish?.split('|') ?? [])
    .map((wish) => (wish.startsWith('^') ? `${wish}(?!\\p{sc=Latin}|\\p{sc=Cyrillic})` : wish))
    .join('|'),
  'u',
)
const ALL_KINDS = (1 << kindsWritten.length) - 1
/** By a word that some phrases cannot do without: the kinds of those. Most texts hold none, and no pattern is tried on them. */
const kindsByWord = new Map<string, number>()
for (const { bit, phrases } of kindsWritten) {
  for (const phrase of phrases) {
    const needed = neededWord(phrase)
    if (needed) kindsByWord.set(needed, (kindsByWord.get(needed) ?? 0) | bit)
  }
}

export function questionKinds(text: string): ReadonlySet<string> {
  let folded = normalise(text).trim()
  const kinds = new Set<string>()
  const possible = possibleKinds(folded)
  if (possible === 0) return kinds
  for (const { kind, bit, pattern } of kindsWritten) {
    if ((possible & bit) === 0) continue
    const left = folded.replace(pattern, ' ')
    if (left !== folded) kinds.add(kind)
    folded = left
  }
  return kinds
}

/** The kinds whose phrases may be in a text. Told of plain letters only, the other scripts are few. */
function possibleKinds(folded: string): number {
  if (!ASCII.test(folded)) return ALL_KINDS
  let possible = 0
  for (const word of folded.match(ASCII_WORDS) ?? []) possible |= kindsByWord.get(word) ?? 0
  return possible
}

/** The longest word that stands in a phrase as it is; phrases begin and end where words do. */
function neededWord(phrase: string): string | undefined {
  const words = phrase.replace('^', '').split(' ')
  return words.filter((word) => /^[a-z]+$/.test(word)).sort((a, b) => b.length - a.length)[0]
}

const isWish = (text: string): boolean => WISH.test(normalise(text).trim())

function patternOf(phrases: readonly string[]): RegExp {
  const each = phrases.map((phrase) => {
    if (EAST_ASIAN.test(phrase)) return phrase
    return phrase.startsWith('^')
      ? `${BEGINS}${phrase.slice(1)}${WORD_END}`
      : `${WORD_START}${phrase}${WORD_END}`
  })
  return new RegExp(each.join('|'), 'gu')
}

/** Whether two questions ask for different kinds of things, as "how much" and "how long" do, or one only states a wish. */
export function asksOtherKind(asked: string, question: string): boolean {
  const wanted = questionKinds(asked)
  if (wanted.size === 0) return false
  const stored = questionKinds(question)
  return stored.size > 0 ? wanted.isDisjointFrom(stored) : isWish(question) && !isWish(asked)
}
