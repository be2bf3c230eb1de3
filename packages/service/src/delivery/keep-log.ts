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
import { expiredBehindGates, giveUpExpired, removeSettled } from './store.ts'

const SLICE = 200
/** Expired deliveries that are looked for at once. */
const MOST_EXPIRED = 10_000

/** Returns the number of deliveries given up. */
export async function keepLog(
  database: Database,
  clock: Clock,
  retentionDays: number,
  metrics: Pick<DeliveryMetrics, 'died'>,
  stopped: () => boolean,
): Promise<number> {
  const givenUp = await expire(database, clock, metrics, stopped)
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

async function expire(
  database: Database,
  clock: Clock,
  metrics: Pick<DeliveryMetrics, 'died'>,
  stopped: () => boolean,
): Promise<number> {
  let total = 0
  for (;;) {
    const found = await expiredBehindGates(database.scanReader, clock.now(), MOST_EXPIRED)
    let givenUp = 0
    for (let at = 0; at < found.length && !stopped(); at += SLICE) {
      const some = found.slice(at, at + SLICE)
      const kinds = await database.transaction('keep-log: expire', (tx) =>
        giveUpExpired(tx, some, clock.now()),
      )
      for (const kind of kinds) metrics.died(kind)
      givenUp += kinds.length
    }
    total += givenUp
    if (found.length < MOST_EXPIRED || givenUp === 0 || stopped()) return total
  }
}
