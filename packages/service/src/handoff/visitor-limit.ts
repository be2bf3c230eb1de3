/**
 * How often one visitor of the web channel may bring in a person, whether by the button, by words, or because nothing was
 * answered: each time is a new case at the desk. Users of the API are the developer's to limit.
 */
import type { ConversationRow } from '../conversations/store.ts'
import type { Reader } from '../platform/database/handle.ts'
import { timeOfNthLastRequest } from './store.ts'

export const VISITOR_HANDOFFS = 5
const WITHIN_MS = 600_000

/** How long this visitor has to wait for the next; 0 when it need not. */
export async function personWaitMs(db: Reader, conversation: ConversationRow, now: number): Promise<number> {
  if (conversation.channel !== 'WEB') return 0
  const { agent_id: agentId, anonymous_id: anonymousId } = conversation
  const since = await timeOfNthLastRequest(db, { agentId, anonymousId, skip: VISITOR_HANDOFFS - 1 })
  return since === undefined ? 0 : Math.max(0, since + WITHIN_MS - now)
}
