/**
 * Fills facts about the user into a text of the agent: `{{user.plan}}` becomes the user's property `plan`, and
 * `{{user.name|there}}` becomes `there` if the user has no name. A placeholder with neither a value nor a fallback is removed.
 * Only texts of the agent's owners are filled in, before the words of a user are inserted: otherwise a user could read
 * properties by writing placeholders.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { Hit, Search } from '../../knowledge/search/search-result.ts'

/** Properties of a user as text, by name. */
export type UserFacts = ReadonlyMap<string, string>

const BEGIN = '{{user.'
/** With the blanks around it: one of them goes when the placeholder is removed. */
const PLACEHOLDER = /( ?)\{\{user\.([^{}|\n]{1,100})(?:\|([^{}\n]{0,200}))?\}\}( ?)/g
/** Punctuation that follows a word without a blank. */
const CLOSE_MARK = /[.,;:!?…)\]}]/

export function fillIn(text: string, facts: UserFacts): string {
  if (!text.includes(BEGIN)) return text
  return text.replace(
    PLACEHOLDER,
    (found, before: string, name: string, fallback, after: string, at: number) => {
      const value = oneLine(facts.get(name.trim()) ?? '') || fallback
      if (value !== undefined && value !== '') return before + value + after
      const next = text[at + found.length] ?? '\n'
      const isAtStart = at === 0 || text[at - 1] === '\n'
      if (isAtStart && before === '') return ''
      return after === '' && (CLOSE_MARK.test(next) || next === '\n') ? '' : before || after
    },
  )
}

/** A value stands inside a sentence, so it must not contain line breaks. */
const oneLine = (value: string) => value.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A search that fills facts into the answers it finds. The facts are read only when an answer needs them. */
export function searchWithFacts(search: Search, facts: () => Promise<UserFacts>): Search {
  const needs = ({ answer }: Hit) => answer.includes(BEGIN)
  return async (agentId, input) => {
    const result = await search(agentId, input)
    if (!result.hits.some(needs)) return result
    const values = await facts()
    const hits = result.hits.map((hit) => (needs(hit) ? { ...hit, answer: fillIn(hit.answer, values) } : hit))
    return { ...result, hits }
  }
}

/** The settings with facts filled into the agent's own texts. */
export async function settingsWithFacts(
  settings: AgentSettings,
  facts: () => Promise<UserFacts>,
): Promise<AgentSettings> {
  const { texts } = settings.answering
  const needs = Object.values(texts).some((words) =>
    Object.values(words).some((text) => text.includes(BEGIN)),
  )
  if (!needs) return settings
  const values = await facts()
  const filled = Object.entries(texts).map(([language, words]) => {
    const own = Object.entries(words).map(([name, text]) => [name, fillIn(text, values)] as const)
    return [language, Object.fromEntries(own)] as const
  })
  return { ...settings, answering: { ...settings.answering, texts: Object.fromEntries(filled) } }
}
