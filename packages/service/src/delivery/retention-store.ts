/** SQL that removes lanes with all their items, when the subject of the lanes is removed. Their counts stay. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { endpointOf } from '../agents/endpoints.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'

/** Whether any agent sent messages to the conversation. A transaction that sends one meanwhile waits for the end of this one. */
export async function lockMessagesTo(tx: Tx, conversationId: string): Promise<boolean> {
  const rows = await tx.q
    .selectFrom('lanes')
    .select('id')
    .where('subject', '=', conversationId)
    .where('gate', 'like', 'message:%')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length > 0
}

/** Whether an item about these subjects waits or runs. */
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

/** Bodies and attempts go too, since they quote what was said. No worker may hold the lanes. */
export async function deleteLanesAbout(tx: Tx, subjects: readonly string[]): Promise<void> {
  const lanes = tx.q.selectFrom('lanes').select('id').where('subject', 'in', subjects)
  const items = tx.q.selectFrom('lane_items').select('lane_items.id').where('lane_id', 'in', lanes)
  const dead = await tx.q
    .selectFrom('lane_items')
    .select('lane_id')
    .where('lane_id', 'in', lanes)
    .where('died_at', 'is not', null)
    .execute()
  await deleteItems(tx, items)
  const removed = await tx.q.deleteFrom('lanes').where('subject', 'in', subjects).returning(COUNTED).execute()
  const deadIn = (id: number) => dead.filter(({ lane_id }) => lane_id === id).length
  await keepCounts(
    tx,
    removed.map((lane) => ({ ...lane, dead_removed: lane.dead_removed + deadIn(lane.id) })),
  )
}

/** With their bodies and attempts. */
export async function deleteItems(
  tx: Tx,
  items: readonly number[] | SelectQueryBuilder<Schema, 'lane_items', { id: number }>,
): Promise<void> {
  await tx.q.deleteFrom('lane_attempts').where('item_id', 'in', items).execute()
  await tx.q.deleteFrom('lane_bodies').where('item_id', 'in', items).execute()
  await tx.q.deleteFrom('lane_items').where('id', 'in', items).execute()
}

export const COUNTED = ['id', 'gate', 'tenant', 'head_seq', 'dead_removed'] as const

/**
 * Adds the counts of removed lanes to a lane of their gate that never holds an item, so that the counts of an endpoint do not
 * go down. `dead_removed` is the number of all items of a lane that died.
 */
export async function keepCounts(
  tx: Tx,
  removed: readonly { gate: string; tenant: string; head_seq: number; dead_removed: number }[],
): Promise<void> {
  const byGate = new Map<string, { tenant: string; settled: number; dead: number }>()
  for (const { gate, tenant, head_seq, dead_removed } of removed) {
    const sum = byGate.get(gate) ?? { tenant, settled: 0, dead: 0 }
    sum.settled += head_seq - 1
    sum.dead += dead_removed
    byGate.set(gate, sum)
  }
  // In one order everywhere, so that no two transactions wait for each other.
  for (const [gate, { tenant, settled, dead }] of [...byGate].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // Other work is not counted by gates.
    if (settled === 0 || !endpointOf(gate)) continue
    const added = { next_seq: settled + 1, head_seq: settled + 1, dead_removed: dead }
    await tx.q
      .insertInto('lanes')
      .values({ uid: newId(), key: `removed ${gate}`, gate, tenant, retrying: 0, claim: 0, ...added })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          next_seq: sql`lanes.next_seq + ${settled}`,
          head_seq: sql`lanes.head_seq + ${settled}`,
          dead_removed: sql`lanes.dead_removed + ${dead}`,
        }),
      )
      .execute()
  }
}
