/** SQL of what may be sent again. */
import { sql } from 'kysely'
import type { Reader } from '../platform/database/handle.ts'
import { type DeliveryFilter, type DeliveryRow, filtered } from './store.ts'

interface Range {
  readonly after: number
  readonly upTo: number
}

/**
 * Oldest first, for sending again in the order they had. Each message once: of those that were sent again, the last one in
 * this state. A dead one of which a repetition arrived or waits is not meant, nor a delivered one that is being sent again.
 */
export function deliveriesToReplay(
  db: Reader,
  { limit, ...filter }: DeliveryFilter & (Range | { ids: readonly number[] }) & { limit: number },
): Promise<DeliveryRow[]> {
  const all = filtered(db, filter)
  const meant =
    'ids' in filter
      ? all.where('item.id', 'in', filter.ids)
      : all.where('item.id', '>', filter.after).where('item.id', '<=', filter.upTo)
  return meant
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

export async function newestItem(db: Reader): Promise<number> {
  const row = await db.q
    .selectFrom('lane_items')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
