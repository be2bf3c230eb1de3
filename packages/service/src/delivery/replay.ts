/** Sends deliveries again: each becomes a new one at the end of its lane, under the webhook-id of the old. */
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { lockAgent } from '../agents/store.ts'
import { itemId } from '../lanes/lane.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import type { HooksByKind } from './deliver.ts'
import { type ContentFilter, matchingOf } from './find-deliveries.ts'
import { deliveriesToReplay, newestItem } from './replay-store.ts'
import { deliveryLifeMs } from './schedule.ts'
import { type DeliveryFilter, type DeliveryRow, readBody } from './store.ts'

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
  const { content: _found, ...rest } = filter
  return inSlices(deps, filter, (ids) =>
    deps.database.transaction('replay', async (tx) => {
      // One after the other, so that of two who ask at once the second sees what the first has sent again.
      await lockAgent(tx, filter.agentId)
      await requireLivingAgent(tx, filter.agentId)
      let sent = 0
      for (const row of await deliveriesToReplay(tx, { ...rest, ids, limit: SLICE })) {
        if (await whyOver(deps, tx, row)) continue
        await replayOne(deps, tx, row)
        sent++
      }
      return sent
    }),
  )
}

/** How many that would be. */
export const countToReplay = (deps: ReplayDeps, filter: ReplayFilter) =>
  inSlices(deps, filter, async ({ length }) => length)

/** A long log is looked through beside everything else; `take` gets what was found. */
async function inSlices(
  deps: ReplayDeps,
  filter: ReplayFilter,
  take: (ids: readonly number[]) => Promise<number>,
): Promise<number> {
  const { scanReader } = deps.database
  const { content, ...rest } = filter
  const upTo = await newestItem(scanReader)
  let count = 0
  for (let after = 0; ; ) {
    const looked = await deliveriesToReplay(scanReader, { ...rest, after, upTo, limit: SLICE })
    const last = looked.at(-1)
    if (!last) return count
    const ids: number[] = []
    for (const row of await matchingOf(scanReader, looked, content))
      if (!(await whyOver(deps, scanReader, row))) ids.push(row.id)
    if (ids.length > 0) count += await take(ids)
    after = last.id
  }
}
