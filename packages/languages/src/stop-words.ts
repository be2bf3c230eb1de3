/**
 * Words that say little about the topic of a question. They count less, but are not dropped, because a question may consist of
 * them alone. Normalised, without apostrophes, not stemmed.
 */
import { otherLanguages } from './languages/other-languages.ts'
import { languages } from './languages.ts'
import { normalise } from './normalise.ts'

export const stopWords: ReadonlySet<string> = new Set(
  [...languages, ...otherLanguages].flatMap(({ stopWords: words }) =>
    words ? normalise(words).split(' ') : [],
  ),
)
