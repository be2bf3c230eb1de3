/** SQL of conversations and their messages: what every turn and every handoff needs. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'

export type ConversationRow = Schema['conversations']
export type MessageRow = Schema['messages']

export function findConversation(db: Reader, id: string): Promise<ConversationRow | undefined> {
  return db.q.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Holds the conversation until the transaction ends: whoever stores a message or moves the floor does this first. */
export function lockConversation(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  return tx.q.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertConversation(tx: Tx, row: ConversationRow): Promise<void> {
  await tx.q.insertInto('conversations').values(row).execute()
}

/** Writes back what a new message changed in its conversation. */
export async function advanceConversation(tx: Tx, row: ConversationRow): Promise<void> {
  const { id, next_seq, message_count, credits, unanswered, outcome, recent_chat_at, last_mode } = row
  const { subject, language } = row
  await tx.q
    .updateTable('conversations')
    .set({
      next_seq,
      message_count,
      credits,
      unanswered,
      outcome,
      recent_chat_at,
      last_mode,
      subject,
      language,
    })
    .where('id', '=', id)
    .execute()
}

export async function insertMessage(tx: Tx, row: MessageRow): Promise<void> {
  await tx.q.insertInto('messages').values(row).execute()
}

/** Sets what a message of the user says, and its parts. */
export async function setWords(tx: Tx, { id, text, content }: MessageRow): Promise<void> {
  await tx.q.updateTable('messages').set({ text, content }).where('id', '=', id).execute()
}

export function findMessage(db: Reader, id: string): Promise<MessageRow | undefined> {
  return db.q.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
}

const messagesIn = (db: Reader, conversationId: string) =>
  db.q.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId)

/** The last messages before `before`, oldest first. */
export async function messagesBefore(
  db: Reader,
  conversationId: string,
  before: number,
  limit: number,
): Promise<MessageRow[]> {
  const query = messagesIn(db, conversationId).where('seq', '<', before).orderBy('seq', 'desc').limit(limit)
  return (await query.execute()).reverse()
}

/** Messages after `after`, oldest first: what a stream that was cut off has missed. */
export function messagesAfter(
  db: Reader,
  conversationId: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> {
  return messagesIn(db, conversationId).where('seq', '>', after).orderBy('seq').limit(limit).execute()
}

/** What was said in answer to a user message. */
export function answersTo(db: Reader, conversationId: string, parentId: string): Promise<MessageRow[]> {
  return messagesIn(db, conversationId).where('parent_id', '=', parentId).orderBy('seq').execute()
}

/** Gives the floor to a handoff, or back to the AI; the caller holds the conversation's lock and has raised the epoch. */
export async function moveFloor(
  tx: Tx,
  { id, ...floor }: Pick<ConversationRow, 'id' | 'epoch' | 'handoff_id' | 'unanswered'>,
): Promise<void> {
  await tx.q.updateTable('conversations').set(floor).where('id', '=', id).execute()
}

/** How many questions in a row had no answer; the caller holds the conversation's lock. */
export async function countUnanswered(tx: Tx, { id, unanswered }: ConversationRow): Promise<void> {
  await tx.q.updateTable('conversations').set({ unanswered }).where('id', '=', id).execute()
}

/** Sorts bindings without a source before those of a source. */
export const unlessOwn = sql`CASE WHEN source_id = '' THEN 0 ELSE 1 END`

/**
 * The developer's id of the user: given with the conversation, else bound to its anonymous id. Conversations have no source, so
 * a binding without one is theirs; only where there is none, the last with a source.
 */
export async function userOf(db: Reader, conversation: ConversationRow): Promise<string | null> {
  if (conversation.user_id !== null) return conversation.user_id
  const bound = await db.q
    .selectFrom('user_bindings')
    .select('user_id')
    .where('agent_id', '=', conversation.agent_id)
    .where('anonymous_id', '=', conversation.anonymous_id)
    .where('conversation_type', '=', conversation.channel)
    .orderBy(unlessOwn)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return bound?.user_id ?? null
}
