/** Sends deliveries again: each becomes a new one at the end of its lane, under the webhook-id of the old. */
import { itemId } from '../lanes/lane.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { deliveryLifeMs } from './schedule.ts'
import { type DeliveryRow, deliveriesToReplay, newestItem, readBody } from './store.ts'

const SLICE = 100

export interface ReplayDeps {
  readonly database: Database
  readonly lanes: Lanes
  readonly clock: Clock
}

export async function replayOne({ lanes, clock }: ReplayDeps, tx: Tx, row: DeliveryRow): Promise<Added> {
  return lanes.add(tx, {
    lane: row.key,
    kind: row.kind,
    gate: row.gate,
    tenant: row.tenant,
    subject: row.subject,
    body: await readBody(tx, row.id),
    expiresAt: clock.now() + deliveryLifeMs,
    origin: row.origin ?? itemId(row.uid, row.seq),
  })
}

/** All of them in the order they had; what is added meanwhile is left alone. */
export async function replayMany(
  deps: ReplayDeps,
  filter: { agentId: string; state: 'delivered' | 'dead'; since: number },
): Promise<number> {
  const upTo = await newestItem(deps.database)
  let after = 0
  let replayed = 0
  for (;;) {
    const rows = await deliveriesToReplay(deps.database, { ...filter, after, upTo, limit: SLICE })
    if (rows.length === 0) return replayed
    await deps.database.transaction(async (tx) => {
      for (const row of rows) await replayOne(deps, tx, row)
    })
    after = rows.at(-1)?.id ?? upTo
    replayed += rows.length
  }
}
