/**
 * Gives up deliveries that hold up their conversations, each in a transaction of its own. Rows are written in the same order as
 * for outcomes, first those of the hooks, then the delivery: so no two transactions wait for each other.
 */
import { itemId, notRun } from '../../lanes/lane.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import type { Core } from '../../platform/core.ts'
import type { HooksByKind } from '../deliver.ts'
import type { DeliveryMetrics } from '../metrics.ts'
import { type BlockedLane, blockedLanes, giveUpHead } from './store.ts'

export interface SkipDeps extends Pick<Core, 'log' | 'database'> {
  readonly lanes: Lanes
  readonly hooks: HooksByKind
  readonly metrics: Pick<DeliveryMetrics, 'died'>
}

const MOST_AT_ONCE = 1000
const SLICE = 100

/** Thrown to undo the write of a hook when the lane has moved on. */
class MovedOn extends Error {}

export async function skipBlocked(
  deps: SkipDeps,
  gate: string,
  error: string,
): Promise<{ skipped: number; more: boolean }> {
  let skipped = 0
  for (let after = 0; skipped < MOST_AT_ONCE; ) {
    const lanes = await blockedLanes(deps.database, gate, after, SLICE)
    for (const lane of lanes) if (await skipHead(deps, lane, error)) skipped++
    if (lanes.length < SLICE) return { skipped, more: false }
    after = lanes.at(-1)?.id ?? after
  }
  return { skipped, more: true }
}

/** Returns false when the lane has moved on, or a worker holds it. */
export async function skipHead(deps: SkipDeps, lane: BlockedLane, error: string): Promise<boolean> {
  const { database, lanes, hooks, metrics, log } = deps
  const { gate, tenant, subject, kind } = lane
  const writeWithOutcome = hooks.get(kind)?.writeWithOutcome?.(subject ?? '', notRun(error))
  const id = itemId(lane.uid, lane.head_seq)
  try {
    await database.transaction('skip-heads', async (tx) => {
      await writeWithOutcome?.(tx)
      if (!(await giveUpHead(tx, lane, error, lanes.clock.now()))) throw new MovedOn()
      tx.afterCommit(() => {
        const { announcements } = database
        announcements.notifyHere('laneItem', { kind, tenant, subject, id, state: 'dead' })
        announcements.notify('laneDue', { gate })
      })
    })
  } catch (problem) {
    if (problem instanceof MovedOn) return false
    throw problem
  }
  metrics.died(kind)
  log.warn({ delivery: id, agent: tenant, kind, error }, 'a delivery was given up')
  return true
}
