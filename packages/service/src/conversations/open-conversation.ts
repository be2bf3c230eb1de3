/** Creates conversations, and finds those that a caller may use. */
import type { Core } from '../platform/core.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { Fault, found } from '../platform/fault.ts'
import { type Call, pathParam, requireOwn } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { type ConversationRow, findConversation, insertConversation, lockConversation } from './store.ts'

interface NewConversation {
  readonly agentId: string
  readonly channel: ConversationRow['channel']
  readonly userId: string | null
  /** When absent, a new one that begins with the name of the channel. */
  readonly anonymousId?: string | undefined
}

export async function openConversation(
  { database, clock }: Pick<Core, 'clock' | 'database'>,
  input: NewConversation,
): Promise<ConversationRow> {
  const row = newConversation(input, clock.now())
  await database.transaction('open-conversation', (tx) => insertConversation(tx, row))
  return row
}

/** The row of an empty conversation, which is not stored yet. */
export function newConversation(
  { agentId, channel, userId, anonymousId }: NewConversation,
  now: number,
): ConversationRow {
  return {
    id: newId(now),
    agent_id: agentId,
    channel,
    user_id: userId,
    anonymous_id: anonymousId ?? `${channel}:${newId(now)}`,
    email: null,
    subject: '',
    language: null,
    last_mode: null,
    next_seq: 1,
    seen_seq: 0,
    message_count: 0,
    credits: 0,
    unanswered: 0,
    outcome: null,
    epoch: 0,
    handoff_id: null,
    created_at: now,
    recent_chat_at: now,
    closed_at: null,
    removing_since: null,
  }
}

/** The conversation in the path of an admin request; its agent must be one that the caller may see. */
export async function conversationInPath(db: Reader, call: Call): Promise<ConversationRow> {
  const id = pathParam(call, 'conversationId')
  const row = await findConversation(db, id)
  requireOwn(call, row?.agent_id)
  return found(row, `There is no conversation with the id ${id.slice(0, 60)}.`)
}

/** Locks the conversation. An id of another agent gets the same fault as an unknown one, so that nobody learns which ids exist. */
export async function requireLocked(tx: Tx, agentId: string, id: string): Promise<ConversationRow> {
  return checked(await lockConversation(tx, id), agentId, id)
}

export async function requireConversation(db: Reader, agentId: string, id: string): Promise<ConversationRow> {
  return checked(await findConversation(db, id), agentId, id)
}

function checked(row: ConversationRow | undefined, agentId: string, id: string): ConversationRow {
  if (row?.agent_id !== agentId) {
    const found = JSON.stringify(id.slice(0, 60))
    throw new Fault('conversationNotFound', `found ${found}; POST /v1/conversation makes one`)
  }
  return row
}
