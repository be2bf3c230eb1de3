/** Sends deliveries again: each becomes a new one at the end of its lane, under the webhook-id of the old. */
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { lockAgent } from '../agents/store.ts'
import { itemId } from '../lanes/lane.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import type { HooksByKind } from './deliver.ts'
import { type ContentFilter, matchingOf } from './find-deliveries.ts'
import { deliveryLifeMs } from './schedule.ts'
import { type DeliveryFilter, type DeliveryRow, deliveriesToReplay, newestItem, readBody } from './store.ts'

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
    lifeMs: deliveryLifeMs,
    origin: row.origin ?? itemId(row.uid, row.seq),
  })
}

interface ReplayFilter extends DeliveryFilter {
  readonly agentId: string
  readonly content: ContentFilter
}

/**
 * All of them in the order they had; what is added meanwhile is left alone. Each message once, however often it was repeated:
 * calling this twice must not send twice as much. Those are left out whose repetition waits, and of the dead those whose arrived.
 */
export async function replayMany(deps: ReplayDeps, filter: ReplayFilter): Promise<number> {
  return inSlices(deps, (range) =>
    deps.database.transaction('replay', async (tx) => {
      // One after the other, so that of two who ask at once the second sees what the first has sent again.
      await lockAgent(tx, filter.agentId)
      await requireLivingAgent(tx, filter.agentId)
      const slice = await nextSlice(deps, tx, filter, range)
      for (const row of slice?.rows ?? []) await replayOne(deps, tx, row)
      return slice
    }),
  )
}

/** How many that would be. */
export const countToReplay = (deps: ReplayDeps, filter: ReplayFilter) =>
  inSlices(deps, (range) => nextSlice(deps, deps.database, filter, range))

interface Range {
  readonly after: number
  readonly upTo: number
}

interface Slice {
  readonly rows: readonly DeliveryRow[]
  /** The last one that was looked at. */
  readonly last: number
}

async function inSlices(
  { database }: ReplayDeps,
  take: (range: Range) => Promise<Slice | undefined>,
): Promise<number> {
  const upTo = await newestItem(database)
  let count = 0
  for (let after = 0; ; ) {
    const slice = await take({ after, upTo })
    if (!slice) return count
    count += slice.rows.length
    after = slice.last
  }
}

async function nextSlice(
  deps: ReplayDeps,
  db: Reader,
  { content, ...filter }: ReplayFilter,
  range: Range,
): Promise<Slice | undefined> {
  const looked = await deliveriesToReplay(db, { ...filter, ...range, limit: SLICE })
  const last = looked.at(-1)
  if (!last) return undefined
  const rows: DeliveryRow[] = []
  for (const row of await matchingOf(db, looked, content)) if (!(await whyOver(deps, db, row))) rows.push(row)
  return { rows, last: last.id }
}
