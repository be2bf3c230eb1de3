/** Sends deliveries again: each becomes a new one at the end of its lane, under the webhook-id of the old. */
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { lockAgent } from '../agents/store.ts'
import { itemId } from '../lanes/lane.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import type { HooksByKind } from './hooks.ts'
import { deliveryLifeMs } from './schedule.ts'
import { type DeliveryRow, deliveriesToReplay, newestItem, readBody } from './store.ts'

const SLICE = 100

export interface ReplayDeps {
  readonly database: Database
  readonly lanes: Lanes
  readonly hooks: HooksByKind
}

/** Why a delivery cannot be sent again; undefined when it can. */
export async function whyOver(
  { hooks }: ReplayDeps,
  db: Reader,
  { kind, subject }: DeliveryRow,
): Promise<string | undefined> {
  return hooks.get(kind)?.whyOver?.(db, subject ?? '')
}

export async function replayOne({ lanes }: ReplayDeps, tx: Tx, row: DeliveryRow): Promise<Added> {
  return lanes.add(tx, {
    lane: row.key,
    kind: row.kind,
    gate: row.gate,
    tenant: row.tenant,
    subject: row.subject,
    body: await readBody(tx, row.id),
    expiresAt: lanes.clock.now() + deliveryLifeMs,
    origin: row.origin ?? itemId(row.uid, row.seq),
  })
}

/**
 * All of them in the order they had; what is added meanwhile is left alone. Each message once, however often it was repeated:
 * calling this twice must not send twice as much. Those are left out whose repetition waits, and of the dead those whose arrived.
 */
export async function replayMany(
  deps: ReplayDeps,
  filter: { agentId: string; state: 'delivered' | 'dead'; since: number },
): Promise<number> {
  const upTo = await newestItem(deps.database)
  let after = 0
  let replayed = 0
  for (;;) {
    const slice = await deps.database.transaction('replay', (tx) =>
      replaySlice(deps, tx, { ...filter, after, upTo }),
    )
    if (!slice) return replayed
    replayed += slice.count
    after = slice.last
  }
}

async function replaySlice(
  deps: ReplayDeps,
  tx: Tx,
  filter: { agentId: string; state: 'delivered' | 'dead'; since: number; after: number; upTo: number },
): Promise<{ count: number; last: number } | undefined> {
  // One after the other, so that of two who ask at once the second sees what the first has sent again.
  await lockAgent(tx, filter.agentId)
  await requireLivingAgent(tx, filter.agentId)
  const rows = await deliveriesToReplay(tx, { ...filter, limit: SLICE })
  const last = rows.at(-1)
  if (!last) return undefined
  let count = 0
  for (const row of rows) {
    if (await whyOver(deps, tx, row)) continue
    await replayOne(deps, tx, row)
    count++
  }
  return { count, last: last.id }
}
