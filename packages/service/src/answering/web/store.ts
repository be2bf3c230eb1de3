/** SQL of the web channel. */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type WebChatRow = Schema['web_chats']

const byToken = prepared<{ hash: string }>()((q, p) =>
  q.selectFrom('web_chats').selectAll().where('token_hash', '=', p.hash),
)

export async function findChat(db: Reader, hash: string): Promise<WebChatRow | undefined> {
  return (await db.run(byToken, { hash }))[0]
}

export async function insertChat(tx: Tx, row: WebChatRow): Promise<void> {
  await tx.q.insertInto('web_chats').values(row).execute()
}

const nthLast = prepared<{ conversationId: string; skip: number }>()((q, p) =>
  q
    .selectFrom('messages')
    .select('created_at')
    .where('conversation_id', '=', p.conversationId)
    .where('role', '=', 'user')
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(p.skip),
)

/** When the visitor said the `n`th last thing; undefined when there are fewer. */
export async function timeOfNthLast(
  db: Reader,
  conversationId: string,
  n: number,
): Promise<number | undefined> {
  return (await db.run(nthLast, { conversationId, skip: n - 1 }))[0]?.created_at
}

const nthLastHandoff = prepared<{ conversationId: string; skip: number }>()((q, p) =>
  q
    .selectFrom('handoffs')
    .select('requested_at')
    .where('conversation_id', '=', p.conversationId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .offset(p.skip),
)

/** The same of when a person was asked for. */
export async function timeOfNthLastHandoff(
  db: Reader,
  conversationId: string,
  n: number,
): Promise<number | undefined> {
  return (await db.run(nthLastHandoff, { conversationId, skip: n - 1 }))[0]?.requested_at
}

/** Of each conversation, the number of its last message. */
export async function lastNumbers(
  db: Reader,
  ids: readonly string[],
): Promise<{ id: string; last: number }[]> {
  const rows = await db.q
    .selectFrom('conversations')
    .select(['id', 'next_seq'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, next_seq }) => ({ id, last: next_seq - 1 }))
}

/** Those of the agents that were deleted. */
export async function deletedOf(db: Reader, agentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.q
    .selectFrom('agents')
    .select('id')
    .where('id', 'in', agentIds)
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function closeConversation(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q.updateTable('conversations').set({ closed_at: now }).where('id', '=', id).execute()
}

export async function setEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx.q.updateTable('conversations').set({ email }).where('id', '=', id).execute()
}
