/** SQL of conversations and their messages: what every turn and every handoff needs. */
import { type Expression, type Kysely, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import { finding, inserting, locking } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'

export type ConversationRow = Schema['conversations']
export type MessageRow = Schema['messages']

const findRow = finding('conversations', 'id')

/** Also locks a conversation that is being removed, which is missing to everything but its removal. */
export const lockAnyConversation = locking('conversations', 'id')

export const findConversation = async (db: Reader, id: string) => unlessRemoving(await findRow(db, id))

/** Locks the conversation until the transaction ends, which everything that stores a message or moves the floor does first. */
export const lockConversation = async (tx: Tx, id: string) =>
  unlessRemoving(await lockAnyConversation(tx, id))

const unlessRemoving = (row: ConversationRow | undefined) => (row?.removing_since == null ? row : undefined)

export const insertConversation = inserting('conversations')

const advance = prepared<ConversationRow>()((q, p) =>
  q
    .updateTable('conversations')
    .set({
      next_seq: p.next_seq,
      message_count: p.message_count,
      credits: p.credits,
      unanswered: p.unanswered,
      outcome: p.outcome,
      recent_chat_at: p.recent_chat_at,
      last_mode: p.last_mode,
      subject: p.subject,
      language: p.language,
    })
    .where('id', '=', p.id),
)

/** Writes the columns that a new message changes in its conversation. */
export async function advanceConversation(tx: Tx, row: ConversationRow): Promise<void> {
  await tx.run(advance, row)
}

export const insertMessage = inserting('messages')

/** Replaces the text and the parts of a user's message. */
export async function setWords(tx: Tx, { id, text, content }: MessageRow): Promise<void> {
  await tx.q.updateTable('messages').set({ text, content }).where('id', '=', id).execute()
}

export const findMessage = finding('messages', 'id')

/** The last messages before `before`, oldest first. */
export async function messagesBefore(
  db: Reader,
  conversationId: string,
  before: number,
  limit: number,
): Promise<MessageRow[]> {
  const query = db.q.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId)
  return (await query.where('seq', '<', before).orderBy('seq', 'desc').limit(limit).execute()).reverse()
}

/** The messages after `after`, oldest first. */
export function messagesAfter(
  db: Reader,
  conversationId: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> {
  const query = db.q.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId)
  return query.where('seq', '>', after).orderBy('seq').limit(limit).execute()
}

/** The bytes of the content of these messages. The embedded engine finds them without reading the content. */
export async function contentBytes(
  db: Reader,
  conversationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number> {
  const { bytes } = await db.q
    .selectFrom('messages')
    .select(sql<number | null>`sum(octet_length(content))`.as('bytes'))
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', after)
    .where('seq', '<=', after + limit)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** The first answer to a user's message. */
export function firstAnswerTo(
  db: Reader,
  { conversation_id, id, seq }: Pick<MessageRow, 'conversation_id' | 'id' | 'seq'>,
): Promise<MessageRow | undefined> {
  const query = db.q.selectFrom('messages').selectAll().where('conversation_id', '=', conversation_id)
  const answers = query.where('seq', '>', seq).where('parent_id', '=', id)
  return answers.orderBy('seq').limit(1).executeTakeFirst()
}

/** Gives the floor to a handoff, or back to the AI. The caller has locked the conversation and raised the epoch. */
export async function moveFloor(
  tx: Tx,
  { id, ...floor }: Pick<ConversationRow, 'id' | 'epoch' | 'handoff_id' | 'unanswered'>,
): Promise<void> {
  await tx.q.updateTable('conversations').set(floor).where('id', '=', id).execute()
}

/** Sorts bindings without a source before those with one. */
export const sourcelessFirst = sql`CASE WHEN source_id = '' THEN 0 ELSE 1 END`

/** A value, or a column of a query around this one. */
type Text = string | Expression<string>

/** An anonymous id may be bound once for each source; only so many of its bindings are kept and read, those bound last. */
export const MOST_BINDINGS = 100

/** Reads no more than the rows that it returns. */
export const newestBindings = (q: Kysely<Schema>, agentId: Text, anonymousId: Text) =>
  q
    .selectFrom('user_bindings')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('anonymous_id', '=', anonymousId)
    .orderBy('updated_at', 'desc')
    .limit(sql.lit(MOST_BINDINGS))

/** The user that an anonymous id is bound to on a channel. */
export const boundUser = (q: Kysely<Schema>, agentId: Text, anonymousId: Text, channel: Text) =>
  q
    .selectFrom(newestBindings(q, agentId, anonymousId).as('newest'))
    .select('user_id')
    .where('conversation_type', '=', channel)
    .orderBy(sourcelessFirst)
    .orderBy('updated_at', 'desc')
    .limit(1)

const boundUserOf = prepared<{ agentId: string; anonymousId: string; channel: string }>()((q, p) =>
  boundUser(q, p.agentId, p.anonymousId, p.channel),
)

/**
 * The developer's id of the user: given with the conversation, else bound to its anonymous id. Conversations have no source, so
 * a binding without a source comes first, then the latest one with a source.
 */
export async function userOf(db: Reader, conversation: ConversationRow): Promise<string | null> {
  if (conversation.user_id !== null) return conversation.user_id
  const { agent_id: agentId, anonymous_id: anonymousId, channel } = conversation
  return (await db.run(boundUserOf, { agentId, anonymousId, channel }))[0]?.user_id ?? null
}
