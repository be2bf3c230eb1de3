/** SQL that finds and removes old conversations, and keeps their usage. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { ListPosition } from '../platform/http/cursor.ts'
import { usageByDay } from './quality-store.ts'
import { type ConversationRow, userOf } from './store.ts'
import { removeWithoutConversation } from './user-store.ts'

/** Conversations of an agent without a message since `before`, the oldest first. */
export async function oldConversations(
  db: Reader,
  { agentId, before, after, limit }: { agentId: string; before: number; after: ListPosition; limit: number },
): Promise<ListPosition[]> {
  return db.q
    .selectFrom('conversations')
    .select(['id', 'recent_chat_at as at'])
    .where('agent_id', '=', agentId)
    .where('recent_chat_at', '<', before)
    .where(sql<boolean>`(recent_chat_at, id) > (${after.at}, ${after.id})`)
    .orderBy('recent_chat_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Conversations whose removal has begun. */
export async function conversationsBeingRemoved(db: Reader, limit: number): Promise<string[]> {
  const query = db.q.selectFrom('conversations').select('id').where('removing_since', 'is not', null)
  return (await query.orderBy('removing_since').limit(limit).execute()).map(({ id }) => id)
}

export async function markRemoving(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q.updateTable('conversations').set({ removing_since: now }).where('id', '=', id).execute()
}

/** The id, number and, of answers with audio, content of the oldest messages. */
export async function oldestMessages(tx: Tx, conversationId: string, limit: number) {
  return tx.q
    .selectFrom('messages')
    .select(['id', 'seq'])
    .select(
      sql<string>`CASE WHEN role = 'assistant' AND content LIKE '%/audio/%' THEN content ELSE '' END`.as(
        'content',
      ),
    )
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export async function deleteMessagesUpTo(tx: Tx, conversationId: string, seq: number): Promise<void> {
  const ofConversation = tx.q.deleteFrom('messages').where('conversation_id', '=', conversationId)
  await ofConversation.where('seq', '<=', seq).execute()
}

/** Adds the usage of its answers up to the number `lastSeq` to the stored sums of the agent, by day. */
export async function keepUsage(
  tx: Tx,
  { id, agent_id, channel }: ConversationRow,
  lastSeq: number,
): Promise<void> {
  if (channel === 'PLAYGROUND') return
  const all = { agentId: agent_id, conversationId: id, lastSeq, from: 0, until: Number.MAX_SAFE_INTEGER }
  for (const { day, turns, prompt_tokens, completion_tokens, credits } of await usageByDay(tx, all)) {
    await tx.q
      .insertInto('kept_usage')
      .values({ agent_id, day, turns, prompt_tokens, completion_tokens, credits })
      .onConflict((conflict) =>
        conflict.columns(['agent_id', 'day']).doUpdateSet((set) => ({
          turns: set('kept_usage.turns', '+', turns),
          prompt_tokens: set('kept_usage.prompt_tokens', '+', prompt_tokens),
          completion_tokens: set('kept_usage.completion_tokens', '+', completion_tokens),
          credits: set('kept_usage.credits', '+', credits),
        })),
      )
      .execute()
  }
}

/** Unanswered questions stay with their count, but lose the link to their conversation. Returns the size of the slice. */
export async function forgetWhoAsked(tx: Tx, conversationId: string, limit: number): Promise<number> {
  const some = tx.q
    .selectFrom('unanswered_questions')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .limit(limit)
  const result = await tx.q
    .updateTable('unanswered_questions')
    .set({ conversation_id: '', message_id: '' })
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Deletes the conversation; also the visitor's bindings and properties, if it was the last of the visitor. */
export async function deleteConversation(tx: Tx, conversation: ConversationRow): Promise<void> {
  const { id, agent_id, anonymous_id } = conversation
  const userId = await userOf(tx, conversation)
  await tx.q.deleteFrom('conversations').where('id', '=', id).execute()
  await tx.q
    .deleteFrom('user_bindings')
    .where('agent_id', '=', agent_id)
    .where('anonymous_id', '=', anonymous_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversations')
            .select('id')
            .where('agent_id', '=', agent_id)
            .where('anonymous_id', '=', anonymous_id),
        ),
      ),
    )
    .execute()
  if (userId !== null) await removeWithoutConversation(tx, agent_id, userId, Number.MAX_SAFE_INTEGER)
}
