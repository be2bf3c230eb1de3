/** SQL of the list of conversations. */
import type { Reader } from '../platform/database/handle.ts'
import { type ConversationRow, unlessOwn } from './store.ts'

export interface ConversationFilter {
  readonly agentId: string
  /** Null for every channel. */
  readonly channel: ConversationRow['channel'] | null
  readonly userId: string | undefined
  readonly from: number
  readonly until: number
}

function matching(db: Reader, { agentId, channel, userId, from, until }: ConversationFilter) {
  let query = db.q
    .selectFrom('conversations')
    .where('agent_id', '=', agentId)
    .where('recent_chat_at', '>=', from)
    .where('recent_chat_at', '<=', until)
  if (channel !== null) query = query.where('channel', '=', channel)
  if (userId !== undefined) {
    // Also those that belong to the user by way of an anonymous id.
    query = query.where((where) =>
      where.or([
        where('user_id', '=', userId),
        where.and([
          where('user_id', 'is', null),
          where(
            where
              .selectFrom('user_bindings')
              .select('user_bindings.user_id')
              .whereRef('user_bindings.agent_id', '=', 'conversations.agent_id')
              .whereRef('user_bindings.anonymous_id', '=', 'conversations.anonymous_id')
              .whereRef('user_bindings.conversation_type', '=', 'conversations.channel')
              .orderBy(unlessOwn)
              .orderBy('updated_at', 'desc')
              .limit(1),
            '=',
            userId,
          ),
        ]),
      ]),
    )
  }
  return query
}

export async function pageConversations(
  db: Reader,
  filter: ConversationFilter,
  limit: number,
  offset: number,
): Promise<{ list: ConversationRow[]; total: number }> {
  const list = await matching(db, filter)
    .selectAll()
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = await matching(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return { list, total: Number(counted?.total ?? 0) }
}
