/** Replays deliveries: each becomes a new one at the end of its lane, with the webhook-id of the old one. */
import { lockLivingAgent } from '../agents/manage-agents.ts'
import { itemId } from '../lanes/lane.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import { readBody } from '../lanes/store.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import type { HooksByKind } from './deliver.ts'
import { type ContentFilter, matchingOf } from './find-deliveries.ts'
import { deliveriesToReplay, newestItemId } from './replay-store.ts'
import { deliveryLifeMs } from './schedule.ts'
import type { DeliveryFilter, DeliveryRow } from './store.ts'

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
 * Replays all that match, in the same order; deliveries added meanwhile are left alone. Each message is sent at most once,
 * however often it was replayed before (see `deliveriesToReplay`), so a second call does not send everything twice.
 */
export async function replayMany(deps: ReplayDeps, filter: ReplayFilter): Promise<number> {
  const { content: _found, ...rest } = filter
  return inSlices(deps, filter, (ids) =>
    deps.database.transaction('replay', async (tx) => {
      // Replays of an agent wait for one another, so that the second sees what the first has sent.
      await lockLivingAgent(tx, filter.agentId)
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

/** The number of deliveries that `replayMany` would send. */
export const countToReplay = (deps: ReplayDeps, filter: ReplayFilter) =>
  inSlices(deps, filter, async ({ length }) => length)

/** Searches the log in slices, on the reader for long scans. `take` gets the ids that were found. */
async function inSlices(
  deps: ReplayDeps,
  filter: ReplayFilter,
  take: (ids: readonly number[]) => Promise<number>,
): Promise<number> {
  const { scanReader } = deps.database
  const { content, ...rest } = filter
  const upTo = await newestItemId(scanReader)
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
