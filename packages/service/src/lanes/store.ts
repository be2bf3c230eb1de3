/** SQL of lanes that both engines share, and the shape of what differs (claiming and settling, one file per engine). */

import { type Kysely, sql } from 'kysely'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { insertRow } from '../platform/database/insert-row.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { ClaimedLane, NewItem, Settling } from './lane.ts'
import { type Gone, judgeWorkers } from './suspects-store.ts'

export interface ClaimRequest {
  readonly worker: string
  readonly claim: number
  readonly gate: string
  readonly retrying: 0 | 1
  readonly now: number
  readonly lanes: number
  readonly itemsPerLane: number
}

/** By lane, for the settlings that were written: `ready_at` of a lane that was released, else null. */
export type Settled = Map<number, number | null>

export interface Appended {
  readonly laneUid: string
  readonly seq: number
}

export interface LaneEngine {
  /** How many settlings with a write of their own may be under way at a time. */
  readonly separateWritesAtOnce: number
  /** Items loaded with a lane; after them it is released and claimed anew. */
  readonly itemsPerLane: number
  /** Adds an item at the end of its lane; the lane's row stays locked until the transaction ends. */
  append(tx: Tx, item: NewItem, now: number): Promise<Appended>
  claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]>
  /**
   * Writes those settlings that the worker may still write, in one transaction with `writeWithOutcome`, and returns them. The
   * embedded engine waits for the disk when there is a `writeWithOutcome`.
   */
  settle(
    database: Database,
    worker: string,
    now: number,
    settlings: readonly Settling[],
    writeWithOutcome?: (tx: Tx) => Promise<void>,
  ): Promise<Settled>
}

export async function registerWorker(tx: Tx, row: Schema['lane_workers']): Promise<void> {
  await insertRow(tx, 'lane_workers', row)
}

/** False when the lease had already ended. */
export async function renewWorker(tx: Tx, id: string, now: number, expiresAt: number): Promise<boolean> {
  const result = await tx.q
    .updateTable('lane_workers')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export function listWorkers(db: Reader) {
  return db.q.selectFrom('lane_workers').selectAll().execute()
}

/**
 * Ends workers, judges the heads of their lanes, of which those of `ownKinds` may be suspects, and sets the lanes free. Their
 * row goes first: a settling of theirs that is under way comes before or fails. Several processes may reap the same worker:
 * only the one that deletes its row judges.
 */
export async function reapWorkers(
  tx: Tx,
  gone: ReadonlyMap<string, Gone>,
  ownKinds: readonly string[],
): Promise<void> {
  const ids = [...gone.keys()]
  if (ids.length === 0) return
  const deleted = await tx.q.deleteFrom('lane_workers').where('id', 'in', ids).returning('id').execute()
  await judgeWorkers(tx, new Map(deleted.map(({ id }) => [id, gone.get(id) ?? 'lost'])), ownKinds)
  await tx.q.updateTable('lanes').set({ owner: null }).where('owner', 'in', ids).execute()
}

/**
 * Every gate that has a lane waiting, with the time of its first one. Steps from gate to gate through the index, so the
 * cost follows the number of gates and not of lanes. Parked and disabled gates are left out.
 */
export async function waitingGates(db: Reader): Promise<{ gate: string; ready_at: number }[]> {
  const waiting = sql`owner IS NULL AND ready_at IS NOT NULL`
  const first = (retrying: 0 | 1) =>
    sql`(SELECT ready_at FROM lanes WHERE gate = step.gate AND retrying = ${sql.lit(retrying)} AND ${waiting} ORDER BY ready_at LIMIT 1)`
  const { rows } = await sql<{ gate: string; fresh: number | null; retried: number | null }>`
    WITH RECURSIVE step (gate) AS (
      SELECT (SELECT gate FROM lanes WHERE ${waiting} ORDER BY gate LIMIT 1)
      UNION ALL
      SELECT (SELECT gate FROM lanes WHERE gate > step.gate AND ${waiting} ORDER BY gate LIMIT 1)
      FROM step WHERE step.gate IS NOT NULL
    )
    SELECT gate, ${first(0)} AS fresh, ${first(1)} AS retried FROM step
    WHERE gate IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM gates WHERE gates.id = step.gate AND gates.state <> 'open')`.execute(
    db.q as Kysely<Schema>,
  )
  return rows.flatMap(({ gate, fresh, retried }) => {
    const ready_at = Math.min(fresh ?? Number.POSITIVE_INFINITY, retried ?? Number.POSITIVE_INFINITY)
    return Number.isFinite(ready_at) ? [{ gate, ready_at }] : []
  })
}

/** Sets free what a claim took; for a claim whose result was lost, so that nobody here knows of its lanes. */
export async function releaseClaim(tx: Tx, worker: string, claim: number): Promise<void> {
  await tx.q
    .updateTable('lanes')
    .set({ owner: null })
    .where('owner', '=', worker)
    .where('claim', '=', claim)
    .execute()
}

/**
 * Makes the items of a lane due now, and returns its gate; undefined when none of them waits for a later time. A lane that a
 * worker holds keeps in `forward_until` up to which item: it is due at once when it is released with a head before that.
 */
export async function bringForward(tx: Tx, key: string, now: number): Promise<string | undefined> {
  const [lane] = await tx.q
    .updateTable('lanes')
    .set({
      ready_at: sql`CASE WHEN owner IS NULL THEN ${now} ELSE ready_at END`,
      forward_until: sql`CASE WHEN owner IS NULL THEN NULL ELSE next_seq END`,
    })
    .where('key', '=', key)
    .where(({ or, eb }) => or([eb('owner', 'is not', null), eb('ready_at', '>', now)]))
    .returning('gate')
    .execute()
  return lane?.gate
}

/** A claimed lane in which nothing is left to run: its head is found anew under the row's lock. */
export async function refreshHead(
  tx: Tx,
  worker: string,
  { id: laneId, claim }: Pick<ClaimedLane, 'id' | 'claim'>,
  now: number,
): Promise<void> {
  const row = await tx.q
    .selectFrom('lanes')
    .select(['next_seq'])
    .where('id', '=', laneId)
    .where('owner', '=', worker)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const head = await tx.q
    .selectFrom('lane_items')
    .select('seq')
    .where('lane_id', '=', laneId)
    .where('state', '=', 'pending')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  await tx.q
    .updateTable('lanes')
    .set({
      owner: null,
      head_seq: head?.seq ?? row.next_seq,
      ready_at: head ? now : null,
      forward_until: null,
      retrying: 0,
      wait_asked: 0,
    })
    .where('id', '=', laneId)
    .execute()
}
