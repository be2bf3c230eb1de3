/**
 * Words that say little about what a question is after. They are not dropped (a question may consist of nothing else), they only
 * weigh less. As they stand after `normalise`, without apostrophes, before stemming.
 */
import { otherLanguages } from './languages/other-languages.ts'
import { languages } from './languages.ts'
import { normalise } from './normalise.ts'

/** A list for each language, or for a few that are much alike. */
const stopWordLists: readonly ReadonlySet<string>[] = [...languages, ...otherLanguages].flatMap(
  ({ stopWords }) => (stopWords ? [new Set(normalise(stopWords).split(' '))] : []),
)

export const stopWords: ReadonlySet<string> = new Set(stopWordLists.flatMap((list) => [...list]))
