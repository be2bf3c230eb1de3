/**
 * Whether a question names another value than the stored one in the same place: "25 December" beside "24 December", "size XL"
 * beside "size M", "plan A" beside "plan B"; or denies what the other asks. Letters and weights hardly notice one sign, and the
 * answer turns on it. A value of which the stored question does not speak (the number of an order, say) is no difference.
 */

import { normalise } from '@tandem/languages/normalise'
import { isStopWord, termsOfWord } from '../words/analyse.ts'
import { deniesOther } from './denies-other.ts'
import { numberWords } from './number-words.ts'

interface Value {
  readonly text: string
  readonly isNumber: boolean
  /** Written as such; any single letter may be one where the other question has one. */
  readonly isCode: boolean
  /** The words beside it, little or not, and the nearest that say something. */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly near: readonly string[]
}

const SPACELESS_SIGN = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}ー々]`
const SPACELESS = new RegExp(SPACELESS_SIGN, 'u')
const LETTERS = String.raw`(?:(?!${SPACELESS_SIGN})[\p{L}\p{M}])+`
/** Numbers and words; the letter of “t-shirt” is a part of its word. */
const TOKENS = new RegExp(
  String.raw`\p{Nd}+(?:[.,:]\p{Nd}+)*|${SPACELESS_SIGN}+|(?:(?<![\p{L}-])\p{L}-(?=\p{L}{2}))?${LETTERS}(?:['’]${LETTERS})*`,
  'gu',
)
const PLAIN_TOKENS = /\d+(?:[.,:]\d+)*|(?:(?<![a-z-])[a-z]-(?=[a-z]{2}))?[a-z]+(?:'[a-z]+)*/gi
const PLAIN = /^[\x20-\x7e]*$/
const DIGIT = /^\p{Nd}/u
/** "I" is whoever asks. */
const LETTER = /^[A-HJ-Za-hj-z]$/
const CAPITALS = /^[A-Z]{2,4}$/
/** As people write them small too. */
const sizes = new Set('xs xl xxl xxxl xxs'.split(' '))
/** Words of a language are single letters too: "a", "y", "o", "w". */
const wordLetters = new Set('aeiouwyz')
const ordinalEndings = new Set('st nd rd th er ere eme ter'.split(' '))
const THOUSANDS = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+$/u
/** Longer ones are numbers of orders, or of telephones. */
const MOST_DIGITS = 6
/** More of an answer, and more words of a question, are not looked into. */
const ANSWER_CHARS = 4_000
const MOST_TOKENS = 60
/** How far from a value the word may stand that says what it is of: "24th of the December". */
const NEAR = 3

export function differsInValue(asked: string, question: string, answer = ''): boolean {
  if (asked === question) return false
  return hasOtherValue(asked, question, answer) || deniesOther(asked, question)
}

function hasOtherValue(asked: string, question: string, answer: string): boolean {
  const inQuestion = tokensOf(question)
  const stored = valuesOf(inQuestion)
  if (stored.length === 0) return false
  const inAsked = tokensOf(asked)
  const wanted = valuesOf(inAsked)
  const unmet = stored.filter((value) => !isNamed(value, wanted, inAsked))
  if (unmet.length === 0) return false
  const others = wanted.filter(
    (value) => !isNamed(value, stored, inQuestion) && unmet.some((each) => isInPlaceOf(value, each)),
  )
  if (others.length === 0) return false
  const told = valuesOf(tokensOf(answer.slice(0, ANSWER_CHARS), Number.POSITIVE_INFINITY))
  return others.some((value) => !told.some((each) => (each.isNumber || each.isCode) && isSame(each, value)))
}

/** What is a code to one may be a word to the other, "a usb port"; but the "a" in it does not name a plan A. */
function isNamed(value: Value, among: readonly Value[], tokens: readonly string[]): boolean {
  if (value.isCode && wordLetters.has(value.text))
    return among.some((each) => isSame(each, value) && (each.isCode || isInPlaceOf(each, value)))
  if (among.some((each) => isSame(each, value))) return true
  return !value.isNumber && tokens.some((token) => token.toLowerCase() === value.text)
}

/** “24.12” is the 24th as well, and “2.0” is 2. */
function isSame(a: Value, b: Value): boolean {
  if (a.isNumber !== b.isNumber) return false
  return a.text === b.text || (a.isNumber && (isStartOf(a.text, b.text) || isStartOf(b.text, a.text)))
}

const isStartOf = (short: string, long: string) =>
  long.startsWith(`${short}.`) || long.startsWith(`${short}:`)

/** Of the same kind, and beside the same word; a little word counts where the other side speaks of nothing else. */
function isInPlaceOf(a: Value, b: Value): boolean {
  if (a.isNumber !== b.isNumber) return false
  if (!a.isNumber && !(a.isCode && b.isCode)) return isBareLetter(a, b)
  if (a.near.some((word) => b.near.includes(word))) return true
  if (!a.isNumber) return false
  const isBeside =
    (a.before !== undefined && a.before === b.before) || (a.after !== undefined && a.after === b.after)
  return isBeside && (a.near.length === 0 || b.near.length === 0)
}

/** “Does plan a include it?”: "a" is no article right behind what "B" stands behind. */
const isBareLetter = (a: Value, b: Value) =>
  (a.isCode || b.isCode) &&
  a.text.length === 1 &&
  a.before !== undefined &&
  a.before === b.before &&
  a.near.includes(a.before)

function tokensOf(text: string, most = MOST_TOKENS): readonly string[] {
  const isPlain = PLAIN.test(text)
  const tokens = isPlain ? text.match(PLAIN_TOKENS) : text.normalize('NFKC').match(TOKENS)
  return tokens?.slice(0, most) ?? []
}

function valuesOf(tokens: readonly string[]): readonly Value[] {
  const values: Value[] = []
  for (const [at, token] of tokens.entries()) {
    const number = DIGIT.test(token) ? numberOf(token) : numberWords.get(normalise(token))
    const isNumber = number !== undefined
    const text = number ?? letterCode(token)
    if (text === undefined) continue
    values.push({
      text,
      isNumber,
      isCode: !isNumber && isWrittenAsCode(token, at, tokens),
      before: beside(tokens[at - 1], -1),
      after: beside(afterOrdinal(tokens, at), 1),
      near: [nearest(tokens, at, -1), nearest(tokens, at, 1)].filter((word) => word !== undefined),
    })
  }
  return values
}

function numberOf(token: string): string | undefined {
  const text = THOUSANDS.test(token) ? token.replace(/[.,]/g, '') : token.replaceAll(',', '.')
  return text.length > MOST_DIGITS && !/[.:]/.test(text) ? undefined : text.replace(/^0+(?=\p{Nd})/u, '')
}

const letterCode = (token: string) =>
  LETTER.test(token) || CAPITALS.test(token) || sizes.has(token.toLowerCase())
    ? token.toLowerCase()
    : undefined

/** Capitals say nothing where all is written in them, or where a sentence begins. */
function isWrittenAsCode(token: string, at: number, tokens: readonly string[]): boolean {
  const small = token.toLowerCase()
  if (sizes.has(small) || (small.length === 1 && !wordLetters.has(small))) return true
  if (token === small) return false
  if (at === 0) return SPACELESS.test(tokens[1] ?? '')
  return tokens.some((each) => each !== each.toUpperCase() || SPACELESS.test(each))
}

const afterOrdinal = (tokens: readonly string[], at: number) =>
  ordinalEndings.has(tokens[at + 1] as string) ? tokens[at + 2] : tokens[at + 1]

/** The word as it is compared: its stem; where words are not written apart, the sign that stands next to the value. */
function beside(token: string | undefined, step: 1 | -1): string | undefined {
  if (token === undefined || DIGIT.test(token)) return undefined
  if (SPACELESS.test(token)) return step === 1 ? [...token][0] : [...token].at(-1)
  return termsOfWord(normalise(token))[0]
}

/** The nearest word that says something, or letter that is no word. */
function nearest(tokens: readonly string[], at: number, step: 1 | -1): string | undefined {
  for (let i = at + step; i >= 0 && i < tokens.length && Math.abs(i - at) <= NEAR; i += step) {
    const token = tokens[i] as string
    const word = beside(token, step)
    if (word === undefined) return undefined
    if (!isStopWord(word) && !(step === 1 && i === at + 1 && ordinalEndings.has(token))) return word
    if (SPACELESS.test(token)) return undefined
  }
  return undefined
}
