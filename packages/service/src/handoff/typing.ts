/** Somebody types during a handoff: whoever can see it is told at once, and nothing is stored. */
import type { Live } from '../conversations/live.ts'
import type { Database } from '../platform/database/handle.ts'
import type { HandoffRow } from './store.ts'

/** A page says it every few seconds while somebody types. */
export const TYPING = { atOnce: 10, perSecond: 1 }

export interface TypingDeps {
  readonly database: Database
  readonly live: Live
}

/** The user sees it on the chat page, colleagues on their screens. */
export function personTypes({ database, live }: TypingDeps, handoff: HandoffRow): void {
  live.notify(handoff.conversation_id, { kind: 'typing', name: handoff.service_name })
  tell(database, 'human', handoff.agent_id, handoff.conversation_id, handoff.id)
}

/** The people at the desk see it. */
export function userTypes(
  { database }: Pick<TypingDeps, 'database'>,
  conversation: { readonly id: string; readonly agent_id: string; readonly handoff_id: string | null },
): void {
  if (conversation.handoff_id === null) return
  tell(database, 'user', conversation.agent_id, conversation.id, conversation.handoff_id)
}

function tell(
  database: Database,
  role: 'user' | 'human',
  agentId: string,
  id: string,
  handoffId: string,
): void {
  database.announcements.tell('happened', {
    kind: 'desk',
    about: 'typing',
    agent_id: agentId,
    conversation_id: id,
    handoff_id: handoffId,
    role,
  })
}
