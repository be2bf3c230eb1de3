/** SQL of turns: idempotency keys, pending turns, history, and turns that ended without an answer. */
import type { MessageUsage } from '@tandem/contract/message'
import { sql } from 'kysely'
import { advanceConversation, type ConversationRow, type MessageRow } from '../../conversations/store.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { finding, inserting } from '../../platform/database/rows.ts'
import type { EarlierMessage } from '../turn.ts'
import { bodyStartOf, turnLane } from './turn-item.ts'

export const findTurnKey = finding('turn_keys', 'conversation_id', 'key')

export const insertTurnKey = inserting('turn_keys')

const pendingStarting = prepared<{ lane: string; start: string; length: number; upTo: number }>()((q, p) =>
  q
    .selectFrom('lanes')
    .innerJoin('lane_items as item', 'item.lane_id', 'lanes.id')
    .innerJoin('lane_bodies', 'lane_bodies.item_id', 'item.id')
    .select('item.seq')
    .where('lanes.key', '=', p.lane)
    .whereRef('item.seq', '>=', 'lanes.head_seq')
    .where('item.seq', '<=', p.upTo)
    .where('item.state', '=', 'pending')
    .where(sql`substr(body, 1, ${p.length})`, '=', p.start)
    .orderBy('item.seq', 'desc')
    .limit(1),
)

/**
 * The number of a message's turn in its lane while it waits or runs. Bodies may be long, so none leaves the database. The search
 * goes back from `upTo` and ends at the first match, so a known number makes it short.
 */
export async function pendingTurnOf(
  db: Reader,
  { conversation_id, id }: Pick<MessageRow, 'conversation_id' | 'id'>,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<number | undefined> {
  const start = bodyStartOf(id)
  const lane = turnLane(conversation_id)
  const [item] = await db.run(pendingStarting, { lane, start, length: start.length, upTo })
  return item?.seq
}

/** Includes answers with a higher number: they were stored while the message waited, so they come before its answer. */
const saidBefore = prepared<{ conversationId: string; seq: number; limit: number }>()((q, p) =>
  q
    .selectFrom('messages')
    .select(['id', 'role', 'text', 'content', 'detail'])
    .where('conversation_id', '=', p.conversationId)
    .where(({ or, eb }) => or([eb('seq', '<', p.seq), eb('role', '<>', 'user')]))
    .orderBy('seq', 'desc')
    .limit(p.limit),
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

/** Notes that a message gets no answer, and the usage of its turn if known. The conversation must be locked by `tx`. */
export async function noteDropped(
  tx: Tx,
  conversation: ConversationRow,
  messageId: string,
  usage: MessageUsage | undefined,
): Promise<void> {
  const detail = JSON.stringify({ dropped: 'person' } satisfies DroppedDetail)
  await tx.q.updateTable('messages').set({ detail }).where('id', '=', messageId).execute()
  if (usage) await noteConsumed(tx, conversation, messageId, usage)
}

/** Stores the usage of a turn without an answer with the user's message. The conversation must be locked by `tx`. */
export async function noteConsumed(
  tx: Tx,
  conversation: ConversationRow,
  messageId: string,
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
    .where('id', '=', messageId)
    .execute()
  const after = { ...conversation, credits: conversation.credits + usage.credits.total_credits }
  await advanceConversation(tx, after)
  return after
}
