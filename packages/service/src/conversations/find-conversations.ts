/**
 * Which conversations a list is asked for. What stands in a conversation's row decides the database. Words are looked for
 * beforehand, in a bounded number of the newest messages and a slice at a time, so that a search holds up nobody.
 */
import type { AdminConversationQuery } from '@tandem/contract/admin-conversations'
import type { Reader } from '../platform/database/handle.ts'
import { type ConversationFilter, conversationsSaying, timeOfNthNewest } from './page-store.ts'

const MESSAGES_LOOKED_AT = 20_000
const SLICE = 1000
const MOST_FOUND = 1000

/** `searchedFrom`: how far back words were looked for; null when that was all the time asked for. */
export async function filterOf(
  db: Reader,
  query: Omit<AdminConversationQuery, 'page' | 'page_size'>,
): Promise<{ filter: ConversationFilter; searchedFrom: number | null }> {
  const { agent_id: agentId, user_id: userId, type, owner, outcome, feedback, language, q } = query
  const span = { agentId, from: query.from ?? 0, until: query.until ?? Number.MAX_SAFE_INTEGER }
  const filter = { ...span, channel: type ?? null, userId, owner, outcome, feedback, language }
  if (q === undefined) return { filter, searchedFrom: null }
  const ids = new Set<string>()
  const searchedFrom = (await timeOfNthNewest(db, span, MESSAGES_LOOKED_AT)) ?? null
  for (let skip = 0; skip < MESSAGES_LOOKED_AT && ids.size < MOST_FOUND; skip += SLICE) {
    const slice = await conversationsSaying(db, { ...span, text: q, skip, limit: SLICE })
    if (!slice) break
    for (const id of slice) ids.add(id)
  }
  return { filter: { ...filter, ids: [...ids].slice(0, MOST_FOUND) }, searchedFrom }
}
