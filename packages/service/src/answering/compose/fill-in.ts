/**
 * Fills what is known about the user into a text of the agent: `{{user.plan}}` becomes the user's property `plan`, and
 * `{{user.name|there}}` says `there` where the user has none. Without a value and without such words the place is left out.
 * Only texts that the agent's owners wrote are filled in, before the words of a user are put into them: else a user could
 * ask for properties by writing their names.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { Hit, Search } from '../../knowledge/search/search-result.ts'

/** Properties as text, by name. */
export type Known = ReadonlyMap<string, string>

const BEGIN = '{{user.'
/** With the blank before it, which goes where the place is left out. */
const PLACE = /( ?)\{\{user\.([^{}|\n]{1,100})(?:\|([^{}\n]{0,200}))?\}\}( ?)/g
/** Punctuation that follows a word without a blank. */
const CLOSE_MARK = /[.,;:!?…)\]}]/

export function fillIn(text: string, known: Known): string {
  if (!text.includes(BEGIN)) return text
  return text.replace(PLACE, (found, before: string, name: string, fallback, after: string, at: number) => {
    const value = oneLine(known.get(name.trim()) ?? '') || fallback
    if (value !== undefined && value !== '') return before + value + after
    const next = text[at + found.length] ?? '\n'
    const isAtStart = at === 0 || text[at - 1] === '\n'
    if (isAtStart && before === '') return ''
    return after === '' && (CLOSE_MARK.test(next) || next === '\n') ? '' : before || after
  })
}

/** A value is words within a sentence: it begins no line of its own. */
const oneLine = (value: string) => value.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A search whose answers are filled in. The properties are read when the first answer needs them. */
export function searchFor(search: Search, known: () => Promise<Known>): Search {
  const needs = ({ answer }: Hit) => answer.includes(BEGIN)
  return async (agentId, input) => {
    const result = await search(agentId, input)
    if (!result.hits.some(needs)) return result
    const values = await known()
    const hits = result.hits.map((hit) => (needs(hit) ? { ...hit, answer: fillIn(hit.answer, values) } : hit))
    return { ...result, hits }
  }
}

/** The settings with the agent's own words filled in. */
export async function settingsFor(
  settings: AgentSettings,
  known: () => Promise<Known>,
): Promise<AgentSettings> {
  const { texts } = settings.answering
  const needs = Object.values(texts).some((words) =>
    Object.values(words).some((text) => text.includes(BEGIN)),
  )
  if (!needs) return settings
  const values = await known()
  const filled = Object.entries(texts).map(([language, words]) => {
    const own = Object.entries(words).map(([name, text]) => [name, fillIn(text, values)] as const)
    return [language, Object.fromEntries(own)] as const
  })
  return { ...settings, answering: { ...settings.answering, texts: Object.fromEntries(filled) } }
}
