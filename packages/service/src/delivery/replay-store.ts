/** SQL of the deliveries to replay. */
import { sql } from 'kysely'
import type { Reader } from '../platform/database/handle.ts'
import { type DeliveryFilter, type DeliveryRow, filtered } from './store.ts'

interface Range {
  readonly after: number
  readonly upTo: number
}

/**
 * Oldest first, to be sent again in the same order, and each message at most once: a dead delivery is left out when it was sent
 * again later, a delivered one when it was sent again and has not died.
 */
export function deliveriesToReplay(
  db: Reader,
  { limit, ...filter }: DeliveryFilter & (Range | { ids: readonly number[] }) & { limit: number },
): Promise<DeliveryRow[]> {
  const all = filtered(db, filter)
  const selected =
    'ids' in filter
      ? all.where('item.id', 'in', filter.ids)
      : all.where('item.id', '>', filter.after).where('item.id', '<=', filter.upTo)
  return selected
    .where(({ not, exists, selectFrom }) => {
      const repeated = selectFrom('lane_items as repeated')
        .select('repeated.id')
        .whereRef('repeated.lane_id', '=', 'item.lane_id')
        .where(
          sql<boolean>`repeated.origin = COALESCE(item.origin, lane.uid || '-' || CAST(item.seq AS TEXT))`,
        )
        .whereRef('repeated.seq', '>', 'item.seq')
      return not(exists(filter.state === 'dead' ? repeated : repeated.where('repeated.state', '<>', 'dead')))
    })
    .orderBy('item.id')
    .limit(limit)
    .execute()
}

export async function newestItemId(db: Reader): Promise<number> {
  const row = await db.q
    .selectFrom('lane_items')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
