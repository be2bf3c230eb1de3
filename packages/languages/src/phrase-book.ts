/** Recognises texts that consist of known phrases only. */
import { normalise } from './normalise.ts'

export interface Phrase<Kind extends string> {
  /** Undefined if the phrase is the same in every language. */
  readonly language: string | undefined
  readonly kind: Kind
}
type PhraseBook<Kind extends string> = ReadonlyMap<string, readonly Phrase<Kind>[]>

const MOST_WORDS = 5
const MOST_SIGNS = 14
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
/** Parts of emoji: skin colours, and the characters that join several into one. */
const JOINERS = /[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]/gu

export const foldPhrase = (text: string): string => normalise(text).replace(JOINERS, '').trim()

/** The phrases of a list are separated by `|`. */
export function phraseBook<Kind extends string>(
  lists: readonly { language: string | undefined; kind: Kind; list: string }[],
): PhraseBook<Kind> {
  const book = new Map<string, Phrase<Kind>[]>()
  for (const { language, kind, list } of lists) {
    for (const written of list.split('|').filter((each) => each !== '')) {
      const folded = foldPhrase(written)
      const text = SPACELESS.test(folded) ? folded.replace(/\s+/g, '') : folded
      const known = book.get(text) ?? []
      if (!known.some((phrase) => phrase.language === language)) known.push({ language, kind })
      book.set(text, known)
    }
  }
  return book
}

/** Splits a folded text into phrases, each as long as possible; undefined when it contains anything else. */
export function readPhrases<Kind extends string>(
  folded: string,
  book: PhraseBook<Kind>,
): readonly (readonly Phrase<Kind>[])[] | undefined {
  const isSpaceless = SPACELESS.test(folded)
  const units = isSpaceless ? [...folded.replace(/\s+/g, '')] : folded.split(/\s+/)
  const phrases: (readonly Phrase<Kind>[])[] = []
  for (let at = 0; at < units.length; ) {
    let count = Math.min(isSpaceless ? MOST_SIGNS : MOST_WORDS, units.length - at)
    const phrase = () => book.get(units.slice(at, at + count).join(isSpaceless ? '' : ' '))
    while (count > 0 && !phrase()) count--
    const found = phrase()
    if (!found || count === 0) return undefined
    phrases.push(found)
    at += count
  }
  return phrases
}
