/**
 * Keeps the delivery log small: gives up deliveries that expired behind closed gates, and removes old settled deliveries, old
 * statistics and the old history of endpoints.
 */
import { removeChanges } from '../lanes/gate-store.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { KEPT_DAYS } from './stats/record.ts'
import { removeHours } from './stats/store.ts'
import { expireBehindGates, removeSettled } from './store.ts'

const SLICE = 200

/** Returns the number of deliveries given up. */
export async function keepLog(
  database: Database,
  clock: Clock,
  retentionDays: number,
  metrics: Pick<DeliveryMetrics, 'died'>,
  stopped: () => boolean,
): Promise<number> {
  let givenUp = 0
  for (let isMore = true; isMore && !stopped(); ) {
    const kinds = await database.transaction('keep-log: expire', (tx) =>
      expireBehindGates(tx, clock.now(), SLICE),
    )
    for (const kind of kinds) metrics.died(kind)
    givenUp += kinds.length
    isMore = kinds.length === SLICE
  }
  const cutoff = clock.now() - retentionDays * DAY_MS
  for (let after: number | null = 0; after !== null && !stopped(); ) {
    const from: number = after
    after = await database.transaction('keep-log: remove', (tx) => removeSettled(tx, cutoff, from, SLICE))
  }
  await database.transaction('keep-log: gates', (tx) => removeChanges(tx, cutoff))
  const firstHour = Math.floor((clock.now() - KEPT_DAYS * DAY_MS) / HOUR_MS)
  await database.transaction('keep-log: statistics', (tx) => removeHours(tx, firstHour))
  return givenUp
}
