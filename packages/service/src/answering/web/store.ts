/** SQL of the web channel. */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { finding, inserting } from '../../platform/database/rows.ts'

export const findChat = finding('web_chats', 'token_hash')

export const insertChat = inserting('web_chats')

/** Answers, notices and messages of people come between the messages of a visitor. */
const NEWEST_PER_MESSAGE = 8
const NEWEST = 200

/** The time of the visitor's `n`th last message in any chat; undefined when there are fewer after `after`. */
export async function timeOfNthLast(
  db: Reader,
  { agent_id, anonymous_id }: { agent_id: string; anonymous_id: string },
  n: number,
  after: number,
): Promise<number | undefined> {
  // Only the newest messages of a long chat are searched: they include all that fit into one minute.
  const newest = NEWEST_PER_MESSAGE * n + NEWEST
  const found = await db.q
    .selectFrom('conversations as chat')
    .innerJoin('messages', 'messages.conversation_id', 'chat.id')
    .select('messages.created_at')
    .where('chat.agent_id', '=', agent_id)
    .where('chat.anonymous_id', '=', anonymous_id)
    .where('chat.recent_chat_at', '>', after)
    .where('messages.created_at', '>', after)
    .where('messages.role', '=', 'user')
    .where(({ eb, ref }) => eb('messages.seq', '>=', eb(ref('chat.next_seq'), '-', newest)))
    .orderBy('messages.created_at', 'desc')
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst()
  return found?.created_at
}

/** The number of the last message of a conversation, and its agent: null if the agent or the conversation is gone. */
export async function stateOf(db: Reader, id: string): Promise<{ lastSeq: number; agentId: string | null }> {
  const found = await db.q
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .select(['next_seq', 'agents.id as agentId', 'agents.deleted_at'])
    .where('conversations.id', '=', id)
    .where('removing_since', 'is', null)
    .executeTakeFirst()
  const isThere = found?.deleted_at === null
  return { lastSeq: (found?.next_seq ?? 1) - 1, agentId: isThere ? found.agentId : null }
}

export async function closeConversation(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q.updateTable('conversations').set({ closed_at: now }).where('id', '=', id).execute()
}

/** Never moves backwards. Returns whether anything changed. */
export async function markSeen(tx: Tx, id: string, seq: number): Promise<boolean> {
  const result = await tx.q
    .updateTable('conversations')
    .set({ seen_seq: seq })
    .where('id', '=', id)
    .where('seen_seq', '<', seq)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

export async function setUser(tx: Tx, id: string, userId: string, email: string | null): Promise<void> {
  await tx.q.updateTable('conversations').set({ user_id: userId, email }).where('id', '=', id).execute()
}
