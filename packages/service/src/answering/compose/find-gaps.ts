/**
 * Finds the questions of a turn that knowledge cannot answer, for an editor to see. A question without an answer is no gap if
 * the caller excluded knowledge, if an attachment could not be read, or if the user asked for a person.
 */
import { askedIn } from '@tandem/languages/asks-for-person'
import type { Hit, Search } from '../../knowledge/search/search-result.ts'
import type { TurnInput } from '../turn.ts'
import type { Understood } from './understand.ts'
import type { KnowledgeAnswer } from './without-model.ts'

export async function findGaps(
  search: Search,
  { conversation, settings, config: { knowledge } }: TurnInput,
  { words, attachments }: Pick<Understood, 'words' | 'attachments'>,
  hits: readonly Hit[],
  { outcome, missing = [] }: Pick<KnowledgeAnswer, 'outcome' | 'missing'>,
): Promise<readonly string[]> {
  const isWhole = outcome === 'unanswered'
  const open = isWhole ? [words] : missing
  if (open.length === 0 || knowledge?.none || attachments.unused.length > 0) return []
  const lacking = open.filter((text) => !askedIn(text, settings.handoff))
  if (!knowledge) return lacking
  const found = isWhole ? hits[0]?.band : 'none'
  const gaps: string[] = []
  for (const text of lacking) {
    const { hits: all } = await search(conversation.agent_id, { text, limit: 1 })
    const band = all[0]?.band ?? 'none'
    // A better hit in the whole knowledge means that the caller excluded the right part of it.
    if (band === 'none' || band === found) gaps.push(text)
  }
  return gaps
}
