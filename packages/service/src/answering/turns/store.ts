/** SQL of turns: idempotency keys, pending turns, history, and turns that ended without an answer. */
import type { MessageUsage } from '@tandem/contract/message'
import { advanceConversation, type ConversationRow, type MessageRow } from '../../conversations/store.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { insertRow } from '../../platform/database/insert-row.ts'
import { atMost, prepared } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EarlierMessage } from '../turn.ts'

type TurnKeyRow = Schema['turn_keys']

export function findTurnKey(
  db: Reader,
  conversationId: string,
  key: string,
): Promise<TurnKeyRow | undefined> {
  const query = db.q.selectFrom('turn_keys').selectAll().where('conversation_id', '=', conversationId)
  return query.where('key', '=', key).executeTakeFirst()
}

export async function insertTurnKey(tx: Tx, row: TurnKeyRow): Promise<void> {
  await insertRow(tx, 'turn_keys', row)
}

const pendingBodies = prepared<{ lane: string }>()((q, p) =>
  q
    .selectFrom('lanes')
    .innerJoin('lane_items as item', 'item.lane_id', 'lanes.id')
    .innerJoin('lane_bodies', 'lane_bodies.item_id', 'item.id')
    .select('body')
    .where('lanes.key', '=', p.lane)
    .whereRef('item.seq', '>=', 'lanes.head_seq')
    .where('item.state', '=', 'pending')
    .orderBy('item.seq'),
)

/** The bodies of the pending items of a lane, the running one among them. */
export async function pendingIn(db: Reader, lane: string): Promise<string[]> {
  return (await db.run(pendingBodies, { lane })).map(({ body }) => body)
}

/** Includes answers with a higher number: they were stored while the message waited, so they come before its answer. */
const saidBefore = prepared<{ conversationId: string; seq: number; limit: number }>()((q, p) =>
  q
    .selectFrom('messages')
    .select(['id', 'role', 'text', 'content', 'detail'])
    .where('conversation_id', '=', p.conversationId)
    .where(({ or, eb }) => or([eb('seq', '<', p.seq), eb('role', '<>', 'user')]))
    .orderBy('seq', 'desc')
    .limit(atMost(p.limit)),
)

/** The last messages before a message is answered, oldest first. */
export async function historyBefore(
  db: Reader,
  { conversation_id: conversationId, seq }: MessageRow,
  limit: number,
): Promise<EarlierMessage[]> {
  return (await db.run(saidBefore, { conversationId, seq, limit })).reverse()
}

/** Stored as the detail of a message whose answer was dropped because a person took the floor. */
export interface DroppedDetail {
  readonly dropped: 'person'
}

const dropped: DroppedDetail = { dropped: 'person' }

/** Notes that a message gets no answer, and the usage of its turn if known. The conversation must be locked by `tx`. */
export async function noteDropped(
  tx: Tx,
  conversation: ConversationRow,
  messageId: string,
  usage: MessageUsage | undefined,
): Promise<void> {
  await tx.q
    .updateTable('messages')
    .set({ detail: JSON.stringify(dropped) })
    .where('id', '=', messageId)
    .execute()
  if (usage) await noteConsumed(tx, conversation, { id: messageId }, usage)
}

/** Stores the usage of a turn without an answer with the user's message. The conversation must be locked by `tx`. */
export async function noteConsumed(
  tx: Tx,
  conversation: ConversationRow,
  { id }: Pick<MessageRow, 'id'>,
  usage: MessageUsage,
): Promise<ConversationRow> {
  if (usage.tokens.total_tokens === 0) return conversation
  await tx.q
    .updateTable('messages')
    .set({
      usage: JSON.stringify(usage),
      prompt_tokens: usage.tokens.prompt_tokens,
      completion_tokens: usage.tokens.completion_tokens,
      credits: usage.credits.total_credits,
    })
    .where('id', '=', id)
    .execute()
  const after = { ...conversation, credits: conversation.credits + usage.credits.total_credits }
  await advanceConversation(tx, after)
  return after
}
