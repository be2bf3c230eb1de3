/** Finds the text of a notice in the user's language: that of the component or of the agent, else the built-in one. */
import type { NoticeName } from '@tandem/languages/language'
import { languages } from '@tandem/languages/languages'

/** By language and name; an empty text says nothing. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

const builtIn: Texts = Object.fromEntries(languages.map(({ code, notices }) => [code, notices]))
const LAST_RESORT = 'en'

/** Tries the language, then its base language, then English; in each the `overrides` in order, then the built-in text. */
export function noticeText(
  name: NoticeName,
  language: string,
  overrides: readonly Texts[],
  values: Readonly<Record<string, string>>,
): string {
  const [base = language] = language.toLowerCase().split('-')
  for (const wanted of new Set([language, base, LAST_RESORT])) {
    for (const texts of [...overrides, builtIn]) {
      const text = textsIn(texts, wanted)?.[name]
      if (text !== undefined) return filled(text, values).trim()
    }
  }
  return ''
}

/** Upper and lower case do not matter in language tags. */
function textsIn(texts: Texts, language: string): Readonly<Record<string, string>> | undefined {
  if (Object.hasOwn(texts, language)) return texts[language]
  const wanted = language.toLowerCase()
  return Object.entries(texts).find(([tag]) => tag.toLowerCase() === wanted)?.[1]
}

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
