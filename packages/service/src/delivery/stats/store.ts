/** SQL of the hourly counts. */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { addTo, type Counts } from './counts.ts'

/** Adds counts to those of an hour; `hour` counts hours since 1970. */
export async function addCounts(tx: Tx, agentId: string, hour: number, counts: Counts): Promise<void> {
  await tx.q
    .insertInto('hour_stats')
    .values({ agent_id: agentId, hour, counts: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await tx.q
    .selectFrom('hour_stats')
    .select('counts')
    .where('agent_id', '=', agentId)
    .where('hour', '=', hour)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.q
    .updateTable('hour_stats')
    .set({ counts: JSON.stringify(addTo(JSON.parse(known.counts) as Counts, counts)) })
    .where('agent_id', '=', agentId)
    .where('hour', '=', hour)
    .execute()
}

/** Removes the hours before one, of all agents. */
export async function removeHours(tx: Tx, before: number): Promise<void> {
  await tx.q
    .deleteFrom('hour_stats')
    // The key begins with the agent: with this condition the query uses it.
    .where('agent_id', 'in', (query) => query.selectFrom('agents').select('id'))
    .where('hour', '<', before)
    .execute()
}

/** Oldest first. */
export async function readCounts(
  db: Reader,
  agentId: string,
  fromHour: number,
  untilHour: number,
): Promise<{ hour: number; counts: Counts }[]> {
  const rows = await db.q
    .selectFrom('hour_stats')
    .select(['hour', 'counts'])
    .where('agent_id', '=', agentId)
    .where('hour', '>=', fromHour)
    .where('hour', '<', untilHour)
    .orderBy('hour')
    .execute()
  return rows.map(({ hour, counts }) => ({ hour, counts: JSON.parse(counts) as Counts }))
}
