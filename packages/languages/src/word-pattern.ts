/** The source of a regular expression, of a pattern in a language's file: there ‹ and › are the edges of a word, in any script that has spaces. */
import { normalise } from './normalise.ts'

/** Latin, Greek, Cyrillic, Hebrew and Arabic: spelled out, because `\p{L}` takes a second to compile so often. */
const LETTER = '[a-z0-9_\\u00df-\\u024f\\u0370-\\u05ff\\u0620-\\u06ff]'

export const wordPattern = (source: string): string =>
  normalise(source).replaceAll('‹', `(?<!${LETTER})`).replaceAll('›', `(?!${LETTER})`)
