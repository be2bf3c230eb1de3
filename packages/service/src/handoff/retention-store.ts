/** SQL of the removal of ended handoffs, with their conversation. */
import type { Reader, Tx } from '../platform/database/handle.ts'

export async function handoffsIn(db: Reader, conversationId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('handoffs')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** With their timelines and the marks of their replies. */
export async function deleteHandoffs(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.q.deleteFrom('handoff_events').where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('human_replies').where('handoff_id', 'in', ids).execute()
  await tx.q.deleteFrom('handoffs').where('id', 'in', ids).execute()
}
