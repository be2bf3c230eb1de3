/** SQL that removes lanes with all their items, when the subject of the lanes is removed. Their counts stay. */
import { sql } from 'kysely'
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

/** The lanes about these subjects. */
export const lanesAbout = (tx: Tx, subjects: readonly string[]) =>
  tx.q.selectFrom('lanes').select('lanes.id').where('subject', 'in', subjects)

/** Deletes a slice of the items of these lanes, and returns its size. No worker may hold the lanes. */
export async function deleteItemsIn(
  tx: Tx,
  lanes: readonly number[] | ReturnType<typeof lanesAbout>,
  limit: number,
): Promise<number> {
  const items = await tx.q
    .selectFrom('lane_items')
    .select(['id', 'lane_id', 'state'])
    .where('lane_id', 'in', lanes)
    .limit(limit)
    .execute()
  await deleteItems(tx, items)
  return items.length
}

/** Deletes lanes that hold no item. */
export async function deleteLanesAbout(tx: Tx, subjects: readonly string[]): Promise<void> {
  const removed = await tx.q.deleteFrom('lanes').where('subject', 'in', subjects).returning(COUNTED).execute()
  await keepCounts(tx, removed)
}

/** With their bodies and attempts, since they quote what was said. Their lanes keep the number of those that were dead. */
export async function deleteItems(
  tx: Tx,
  items: readonly { id: number; lane_id: number; state: Schema['lane_items']['state'] }[],
): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await tx.q.deleteFrom('lane_attempts').where('item_id', 'in', ids).execute()
  await tx.q.deleteFrom('lane_bodies').where('item_id', 'in', ids).execute()
  await tx.q.deleteFrom('lane_items').where('id', 'in', ids).execute()
  const dead = new Map<number, number>()
  for (const { lane_id, state } of items)
    if (state === 'dead') dead.set(lane_id, (dead.get(lane_id) ?? 0) + 1)
  // In one order everywhere, so that no two transactions wait for each other.
  for (const [id, count] of [...dead].sort(([a], [b]) => a - b)) {
    await tx.q
      .updateTable('lanes')
      .set({ dead_removed: sql`dead_removed + ${count}` })
      .where('id', '=', id)
      .execute()
  }
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
