/** Notifies the other side of a handoff that somebody types. Nothing is stored. */
import type { Live } from '../conversations/live.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import type { HandoffRow } from './store.ts'

/** Pages report typing every few seconds. */
export const TYPING = { atOnce: 10, perSecond: 1 }

interface TypingDeps {
  readonly database: Database
  readonly live: Live
}

/** Shown to the user on the chat page, and to colleagues at the desk. `accountId` is known for people at our desk. */
export function personTypes(deps: TypingDeps, handoff: HandoffRow, accountId?: string): void {
  const { agent_id, conversation_id, id: handoff_id } = handoff
  deps.live.notify(conversation_id, { kind: 'typing', name: handoff.service_name })
  const who = { role: 'human', ...(accountId === undefined ? {} : { account_id: accountId }) }
  notifyDesk(deps, { agent_id, conversation_id, handoff_id, ...who })
}

/** Shown to people at the desk. */
export function userTypes(
  deps: Pick<TypingDeps, 'database'>,
  conversation: { readonly id: string; readonly agent_id: string; readonly handoff_id: string | null },
): void {
  const { agent_id, id: conversation_id, handoff_id } = conversation
  if (handoff_id !== null) notifyDesk(deps, { agent_id, conversation_id, handoff_id, role: 'user' })
}

function notifyDesk(
  { database }: Pick<TypingDeps, 'database'>,
  who: Omit<Parameters<Tx['happened']>[0], 'kind' | 'about'>,
): void {
  database.announcements.notifyHere('happened', { kind: 'desk', about: 'typing', ...who })
}
