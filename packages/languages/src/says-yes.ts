/**
 * Whether a user who was offered something says yes, or says no, and nothing else: “yes, but how long does it take?” is a
 * question. The words of all languages stand together: what is a yes in one of them is not a no in another.
 */
import { languages } from './languages.ts'
import { foldPhrase, phraseBook, readPhrases } from './phrase-book.ts'

/** A longer text says more than yes or no. */
const YES_CHARS = 60
const NO_CHARS = 40
const SIGNS = /[^\p{L}\p{M}\p{N}'\s-]+/gu

const yes = phraseBook(
  languages.flatMap(({ code: language, yes, smallTalk: { thanks, filler } }) => [
    { language, kind: 'yes', list: yes },
    { language, kind: 'beside', list: `${thanks}|${filler}` },
  ]),
)
const no = phraseBook(languages.map(({ code: language, no: list }) => ({ language, kind: 'no', list })))

const spoken = (text: string) => foldPhrase(text).replace(SIGNS, ' ').trim()

/** Most messages are longer, and need no look at what was said before them. */
export const mayBeYes = (text: string) => text.length <= YES_CHARS

export function saysYes(text: string): boolean {
  if (!mayBeYes(text)) return false
  const said = readPhrases(spoken(text), yes)
  return said?.some((phrase) => phrase.some(({ kind }) => kind === 'yes')) ?? false
}

/** None of what was offered is meant. */
export const saysNo = (text: string) => text.length <= NO_CHARS && readPhrases(spoken(text), no) !== undefined
