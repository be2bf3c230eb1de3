/**
 * Words that say little about what a question is after. They are not dropped (a question may consist of nothing else), they only
 * weigh less. As they stand after `normalise`, without apostrophes, before stemming.
 */
import { otherLanguages } from './languages/other-languages.ts'
import { languages } from './languages.ts'
import { normalise } from './normalise.ts'

export const stopWords: ReadonlySet<string> = new Set(
  [...languages, ...otherLanguages].flatMap(({ stopWords: words }) =>
    words ? normalise(words).split(' ') : [],
  ),
)
