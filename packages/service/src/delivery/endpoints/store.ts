/** SQL of the recent attempts at endpoints, and of changes to the deliveries that wait for one. */
import { deliveryKinds } from '@tandem/contract/admin-deliveries'
import { sql } from 'kysely'
import { moveHeads } from '../../lanes/store.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'

/** The newest attempts at the newest deliveries of an agent, newest first. */
export function recentAttempts(db: Reader, agentId: string, limit: number) {
  const newest = db.q
    .selectFrom('lane_items')
    .select(['id', 'lane_id', 'seq'])
    .where('tenant', '=', agentId)
    .where('kind', 'in', deliveryKinds)
    .orderBy('id', 'desc')
    .limit(limit)
  return db.q
    .selectFrom(newest.as('item'))
    .innerJoin('lanes as lane', 'lane.id', 'item.lane_id')
    .innerJoin('lane_attempts as attempt', 'attempt.item_id', 'item.id')
    .select(['lane.gate', 'lane.uid', 'item.seq', 'attempt.report'])
    .orderBy('item.id', 'desc')
    .orderBy('attempt.number', 'desc')
    .limit(limit)
    .execute()
}

/** Lanes that no worker holds, with the kind of their head. */
const idleLanes = (db: Reader) =>
  db.q
    .selectFrom('lanes as lane')
    .innerJoin('lane_items as item', (join) =>
      join.onRef('item.lane_id', '=', 'lane.id').onRef('item.seq', '=', 'lane.head_seq'),
    )
    .select(['lane.id', 'lane.uid', 'lane.gate', 'lane.tenant', 'lane.subject'])
    .select(['lane.head_seq', 'item.kind'])
    .where('lane.owner', 'is', null)
    .where('item.state', '=', 'pending')

/** Lanes behind a gate whose head failed and waits for its next try, from the lane after `after` on. */
export function blockedLanes(db: Reader, gate: string, after: number, limit: number) {
  return idleLanes(db)
    .where('lane.gate', '=', gate)
    .where('lane.retrying', '=', 1)
    .where('lane.ready_at', 'is not', null)
    .where('lane.id', '>', after)
    .orderBy('lane.id')
    .limit(limit)
    .execute()
}

export type BlockedLane = Awaited<ReturnType<typeof blockedLanes>>[number]

/** The lane of a waiting delivery; undefined unless the delivery is its head and no worker holds it. */
export function laneOfHead(db: Reader, uid: string, seq: number): Promise<BlockedLane | undefined> {
  return idleLanes(db).where('lane.uid', '=', uid).where('lane.head_seq', '=', seq).executeTakeFirst()
}

/** Gives up the head of a lane; returns false when the lane has moved on, or a worker holds it. */
export async function giveUpHead(
  tx: Tx,
  { id, head_seq }: BlockedLane,
  error: string,
  now: number,
): Promise<boolean> {
  const lane = await tx.q
    .selectFrom('lanes')
    .select('id')
    .where('id', '=', id)
    .where('head_seq', '=', head_seq)
    .where('owner', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!lane) return false
  const result = await tx.q
    .updateTable('lane_items')
    .set({ state: 'dead', changed_at: now, died_at: now, last_error: error })
    .where('lane_id', '=', id)
    .where('seq', '=', head_seq)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) return false
  await moveHeads(tx, [id], now)
  return true
}

/**
 * Extends items by the time that they have waited behind a paused gate, in a slice of lanes after `after`. Returns the last lane,
 * null at the end.
 */
export async function prolongWaiting(
  tx: Tx,
  { gate, pausedAt, now }: { gate: string; pausedAt: number; now: number },
  after: number,
  limit: number,
): Promise<number | null> {
  const lanes = await tx.q
    .selectFrom('lanes')
    .select('id')
    .where('gate', '=', gate)
    .where('owner', 'is', null)
    .where('ready_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (lanes.length === 0) return null
  const ids = lanes.map(({ id }) => id)
  await tx.q
    .updateTable('lane_items')
    .set({
      expires_at: sql`expires_at + CAST(${now} AS BIGINT) - CASE WHEN created_at > ${pausedAt} THEN created_at ELSE ${pausedAt} END`,
    })
    .where('lane_id', 'in', ids)
    .where('state', '=', 'pending')
    .execute()
  return ids.length === limit ? (ids.at(-1) ?? null) : null
}
