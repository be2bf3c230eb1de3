/** Somebody types during a handoff: the other side is told at once, and nothing is stored. */
import type { Live } from '../conversations/live.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import type { HandoffRow } from './store.ts'

/** A page says it every few seconds while somebody types. */
export const TYPING = { atOnce: 10, perSecond: 1 }

interface TypingDeps {
  readonly database: Database
  readonly live: Live
}

/** The user sees it on the chat page, colleagues on their screens. `accountId` is known of people at the desk. */
export function personTypes(deps: TypingDeps, handoff: HandoffRow, accountId?: string): void {
  const { agent_id, conversation_id, id: handoff_id } = handoff
  deps.live.notify(conversation_id, { kind: 'typing', name: handoff.service_name })
  const who = { role: 'human', ...(accountId === undefined ? {} : { account_id: accountId }) }
  tellDesk(deps, { agent_id, conversation_id, handoff_id, ...who })
}

/** The people at the desk see it. */
export function userTypes(
  deps: Pick<TypingDeps, 'database'>,
  conversation: { readonly id: string; readonly agent_id: string; readonly handoff_id: string | null },
): void {
  const { agent_id, id: conversation_id, handoff_id } = conversation
  if (handoff_id !== null) tellDesk(deps, { agent_id, conversation_id, handoff_id, role: 'user' })
}

function tellDesk(
  { database }: Pick<TypingDeps, 'database'>,
  who: Omit<Parameters<Tx['happened']>[0], 'kind' | 'about'>,
): void {
  database.announcements.notifyHere('happened', { kind: 'desk', about: 'typing', ...who })
}
