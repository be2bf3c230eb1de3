/** Finds what the user is told: in their language, as the component or the agent worded it, else in our own words. */
import type { NoticeName } from '@tandem/languages/language'
import { languages } from '@tandem/languages/languages'

/** By language and name; an empty text says nothing. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

const builtIn: Texts = Object.fromEntries(languages.map(({ code, notices }) => [code, notices]))
const LAST_RESORT = 'en'

/** `overrides` are asked in order, for the language itself before the language it is a kind of, and English at last. */
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

/** Tags are the same in any case. */
function textsIn(texts: Texts, language: string): Readonly<Record<string, string>> | undefined {
  if (Object.hasOwn(texts, language)) return texts[language]
  const wanted = language.toLowerCase()
  return Object.entries(texts).find(([tag]) => tag.toLowerCase() === wanted)?.[1]
}

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
