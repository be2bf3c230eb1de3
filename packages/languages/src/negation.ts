/**
 * What users say they do not want. Of “I don't want to cancel my order, I want to change it” the second clause is the question;
 * a message that is all denial is searched as it is. Also the words by which languages deny.
 */
import type { Language } from './language.ts'
import { languages } from './languages.ts'
import { limited } from './limited.ts'
import { plain } from './normalise.ts'
import { wordPattern } from './word-pattern.ts'

/** Longer messages are stories, which deny many things on the way. */
const MOST_CHARS = 300

/** The rest must ask something by itself; two signs are a word where words are not written apart. */
const ASKS = /\p{sc=Han}\p{sc=Han}|.{4}/u
const MARKS = '[,;.!?\\n，、。；！？،؟]+\\s*'

const readers = languages.map(({ denies, but, rather }) => ({
  denies: limited(new RegExp(wordPattern(denies)), MOST_CHARS),
  clauses: limited(
    new RegExp(but ? `${MARKS}(?:(?:${but})\\s+)?|\\s+(?:${but})\\s+` : MARKS, 'iu'),
    MOST_CHARS,
  ),
  /** “Not A but B” without a comma between them. */
  rather: rather === undefined ? undefined : new RegExp(`^.{1,60}?(?:${rather})\\s*`, 'u'),
}))

export function withoutDenied(text: string): string {
  if (text.length > MOST_CHARS) return text
  const said = plain(text)
  for (const { denies, clauses, rather } of readers) {
    const instead = rather ? text.replace(rather, '') : text
    if (instead !== text && ASKS.test(instead)) return instead
    if (!denies.test(said)) continue
    const all = text.split(clauses).filter((clause) => clause.trim() !== '')
    const wanted = all.filter((clause) => !denies.test(plain(clause)))
    const left = wanted.join(', ').trim()
    if (all.length > wanted.length && ASKS.test(left)) return left
  }
  return text
}

const wordsOf = (list: (language: Language) => string | undefined): ReadonlySet<string> =>
  new Set(languages.flatMap((language) => plain(list(language) ?? '').split(' ')))

/** As they stand after `normalise`. “Included or not?” denies nothing; articles come and go with a denial. */
export const negations = wordsOf(({ negations }) => negations)
export const orWords = wordsOf((language) => language.or)
export const articles = wordsOf((language) => language.articles)
