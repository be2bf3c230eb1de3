/**
 * The kind of thing a question asks for, by its question word: an amount, a time, a place, a person, or one of the many that
 * English asks for with "how". Questions of different kinds are different questions, even if all other words are the same.
 */
import { languages } from './languages.ts'
import { LETTER, normalise } from './normalise.ts'

const BEGINS = String.raw`(?:^|[.!?:;,¿]\s{0,4}|(?<!${LETTER})(?:and|und|et|y|e|en|i|и|know|tell me|wissen|savoir|saber|sapere)\s{1,4})`
const WORD_START = `(?<!${LETTER})`
const WORD_END = `(?!${LETTER})`
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u

/** In search order: "how much" is a part of "how much time", and must not count again. */
const kindsWritten = [...new Set(languages.flatMap(({ questionKinds }) => Object.keys(questionKinds)))].map(
  (kind) => {
    const phrases = languages.flatMap(({ questionKinds }) => questionKinds[kind]?.split(' / ') ?? [])
    return { kind, pattern: patternOf(phrases) }
  },
)
const WISH = new RegExp(
  languages
    .flatMap(({ wish }) => wish?.split('|') ?? [])
    .map((wish) => (wish.startsWith('^') ? `${wish}(?!\\p{sc=Latin}|\\p{sc=Cyrillic})` : wish))
    .join('|'),
  'u',
)

export function questionKinds(text: string): ReadonlySet<string> {
  let folded = normalise(text).trim()
  const kinds = new Set<string>()
  for (const { kind, pattern } of kindsWritten) {
    const left = folded.replace(pattern, ' ')
    if (left !== folded) kinds.add(kind)
    folded = left
  }
  return kinds
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

/** Whether two questions ask for different kinds of things, such as "how much" and "how long", or `question` only states a wish. */
export function asksOtherKind(asked: string, question: string): boolean {
  const wanted = questionKinds(asked)
  if (wanted.size === 0) return false
  const stored = questionKinds(question)
  return stored.size > 0 ? wanted.isDisjointFrom(stored) : isWish(question) && !isWish(asked)
}
