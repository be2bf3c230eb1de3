/**
 * Whether a question asks for something else than the stored one it resembles: one word in another's place ("delete my order"
 * beside "delete my account"), a question word of another kind ("how much" beside "how long"), or nothing but the little words
 * that many questions share. Letters and weights say little of this, since most of such a question is the stored one.
 */
import { normalise } from '@tandem/languages/normalise'
import { isWish, questionKinds } from '@tandem/languages/question-kinds'
import { type ContentWord, read, readOnce } from './content-words.ts'

/** More of an answer, and more words of a question, are not looked into. */
const ANSWER_CHARS = 8_000
const MOST_WORDS = 40
/** Longer runs of letters are no words that could be misspelled. */
const WORD_CHARS = 64
const HAS_NUMBER = /\p{N}/u
/** The least that words spelled alike have in common; shorter ones are others by one letter ("car", "card"). */
const ALIKE_CHARS = 4
const TYPO_CHARS = 5

/** One little word, or a run of such signs: there is nothing to be found by. */
export function asksNothing(asked: string): boolean {
  const { words, content } = readOnce(asked)
  return words.length === 1 && content.length === 0 && !HAS_NUMBER.test(asked)
}

export function asksOther(asked: string, question: string, answer: string): boolean {
  if (asksOtherKind(asked, question)) return true
  const [inAsked, inQuestion] = [readOnce(asked), read(question)]
  const wanted = inAsked.content.slice(0, MOST_WORDS)
  const stored = inQuestion.content.slice(0, MOST_WORDS)
  // “How long does it take?” is asked of many things, and the stored one names its own.
  if (wanted.length === 0 && !HAS_NUMBER.test(asked)) return stored.length > 0
  const missing = wanted.filter((word) => !isIn(word, stored, question))
  if (missing.length === 0 || stored.every((word) => isIn(word, wanted, asked))) return false
  if (isOneSwapped(inAsked.words, inQuestion.words)) return true
  const start = normalise(answer.slice(0, ANSWER_CHARS))
  if (start.includes(normalise(asked).trim())) return false
  const told = read(start).content
  const isTold = (word: ContentWord) => isIn(word, told, start, false)
  if (missing.length < wanted.length) return missing.some((word) => isOneSign(word) || !isTold(word))
  // It is the answer that speaks for it: of a sentence, one word it happens to hold is too little.
  return inAsked.words.length > 2 && missing.filter(isTold).length < 2
}

export function asksOtherKind(asked: string, question: string): boolean {
  const wanted = questionKinds(asked)
  if (wanted.size === 0) return false
  const stored = questionKinds(question)
  return stored.size > 0 ? wanted.isDisjointFrom(stored) : isWish(question) && !isWish(asked)
}

/** One sign of a script without spaces is in many words. */
const isOneSign = ({ text }: ContentWord) => text.length === 1

/** The same words in the same places, but for one of each. */
function isOneSwapped(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || a.length < 2) return false
  return a.filter((word, i) => word !== b[i]).length === 1
}

/** Where words are not written apart, where one begins is not sure either. Slips are looked for among few words only. */
function isIn(word: ContentWord, words: readonly ContentWord[], text: string, withSlips = true): boolean {
  if (word.isRun && text.includes(word.text)) return true
  return words.some((each) => each.stem === word.stem || isAlike(each, word, withSlips))
}

/** Forms of one word, parts of one compound, and slips of the pen. */
function isAlike(a: ContentWord, b: ContentWord, withSlips: boolean): boolean {
  const [shorter, longer] = a.text.length <= b.text.length ? [a, b] : [b, a]
  const [short, long] = [shorter.text, longer.text]
  if (shorter.isDense)
    return short.length >= 2 && (long.includes(short) || long.startsWith(short.slice(0, 2)))
  if (short.length < ALIKE_CHARS) return false
  if (long.includes(short)) return true
  const start = startInCommon(short, long)
  if (start >= ALIKE_CHARS && start * 2 >= long.length) return true
  return withSlips && short.length >= TYPO_CHARS && start > 0 && isTypo(short, long)
}

function startInCommon(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** One letter more, less, other, or two in each other's place; two of those in long words. */
function isTypo(short: string, long: string): boolean {
  const most = long.length > 7 ? 2 : 1
  if (long.length > WORD_CHARS || long.length - short.length > most) return false
  let before: number[] = []
  let above = Array.from({ length: short.length + 1 }, (_, i) => i)
  for (let row = 1; row <= long.length; row++) {
    const line = [row]
    for (let at = 1; at <= short.length; at++) {
      const same = long[row - 1] === short[at - 1]
      let edits = Math.min(
        (above[at] as number) + 1,
        (line[at - 1] as number) + 1,
        (above[at - 1] as number) + (same ? 0 : 1),
      )
      const turned = row > 1 && at > 1 && long[row - 1] === short[at - 2] && long[row - 2] === short[at - 1]
      if (turned) edits = Math.min(edits, (before[at - 2] as number) + 1)
      line.push(edits)
    }
    before = above
    above = line
  }
  return (above[short.length] as number) <= most
}
