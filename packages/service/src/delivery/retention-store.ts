/** SQL of the removal of lanes with all they hold, when what they are about is removed. */
import type { Reader, Tx } from '../platform/database/handle.ts'

/** Whether messages were sent to it, by any agent. Whoever sends one meanwhile waits for the end of the transaction. */
export async function lockMessagesTo(tx: Tx, conversationId: string): Promise<boolean> {
  const lanes = tx.q
    .selectFrom('lanes')
    .select('id')
    .where('subject', '=', conversationId)
    .where('gate', 'like', 'message:%')
    .orderBy('id')
  const rows = await (tx.engine === 'postgres' ? lanes.forUpdate() : lanes).execute()
  return rows.length > 0
}

/** Whether anything about these waits, or runs. */
export async function hasWork(db: Reader, subjects: readonly string[]): Promise<boolean> {
  const found = await db.q
    .selectFrom('lanes')
    .select('id')
    .where('subject', 'in', subjects)
    .where(({ or, eb, ref }) =>
      or([eb('owner', 'is not', null), eb('ready_at', 'is not', null), eb('next_seq', '>', ref('head_seq'))]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Bodies and attempts say what was said. Nobody may be at work on them. */
export async function deleteLanesAbout(tx: Tx, subjects: readonly string[]): Promise<void> {
  const lanes = tx.q.selectFrom('lanes').select('id').where('subject', 'in', subjects)
  const items = tx.q.selectFrom('lane_items').select('id').where('lane_id', 'in', lanes)
  await tx.q.deleteFrom('lane_attempts').where('item_id', 'in', items).execute()
  await tx.q.deleteFrom('lane_bodies').where('item_id', 'in', items).execute()
  await tx.q.deleteFrom('lane_items').where('lane_id', 'in', lanes).execute()
  await tx.q.deleteFrom('lanes').where('subject', 'in', subjects).execute()
}
