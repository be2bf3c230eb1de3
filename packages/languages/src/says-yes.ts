/**
 * Whether a reply to an offer says only yes or only no: “yes, but how long does it take?” is a question. The words of all
 * languages are in one list: a short reply rarely shows its language.
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

/** A cheap check, so that most messages need no look at the messages before them. */
export const mayBeYes = (text: string) => text.length <= YES_CHARS

export function saysYes(text: string): boolean {
  if (!mayBeYes(text)) return false
  const said = readPhrases(spoken(text), yes)
  return said?.some((phrase) => phrase.some(({ kind }) => kind === 'yes')) ?? false
}

/** Whether the reply rejects everything that was offered. */
export const saysNo = (text: string) => text.length <= NO_CHARS && readPhrases(spoken(text), no) !== undefined
