/** Finds the texts that the agent says by itself. An agent's settings may replace each of them; an empty text says nothing. */
import type { AnsweringSettings } from '@tandem/contract/agent-settings'
import type { AnsweringText } from './language.ts'
import { languages } from './languages.ts'

const byCode = new Map(languages.map((language) => [language.code, language.says]))

/** The agent's own text in the language, else the built-in one; else the same in the agent's default language, else in English. */
export function textIn(
  settings: Pick<AnsweringSettings, 'texts' | 'default_language'>,
  language: string,
  name: AnsweringText,
): string {
  for (const tag of [language, settings.default_language, 'en']) {
    const own = ownText(settings, tag, name)
    if (own !== undefined) return own
    const known = byCode.get(baseOf(tag))
    if (known) return name === 'greeting_before_answer' ? '' : known[name]
  }
  return ''
}

/** Detection finds `pt`, not `pt-BR`, so texts of all regions count: those of the agent's own region come first. */
function ownText(
  { texts: own, default_language }: Pick<AnsweringSettings, 'texts' | 'default_language'>,
  tag: string,
  name: AnsweringText,
): string | undefined {
  const base = baseOf(tag)
  const exact = own[tag]?.[name] ?? own[base]?.[name]
  if (exact !== undefined) return exact
  if (baseOf(default_language) === base && own[default_language]?.[name] !== undefined)
    return own[default_language][name]
  const regional = Object.keys(own).find((key) => baseOf(key) === base && own[key]?.[name] !== undefined)
  return regional === undefined ? undefined : own[regional]?.[name]
}

const baseOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase() as string
