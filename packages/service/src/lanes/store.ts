/** SQL of lanes that both engines share, and the interface of the parts that differ: claiming, settling and adding. */
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { finding, inserting } from '../platform/database/rows.ts'
import type { ClaimedLane, NewItem, Settling } from './lane.ts'
import { judgeWorkers, type WorkerFate } from './suspects-store.ts'

/** The longest body that is loaded with a claim, in bytes. */
const LOADED_BODY_BYTES = 4096
export const loadedBody = sql`CASE WHEN octet_length(lane_bodies.body) <= ${sql.lit(LOADED_BODY_BYTES)} THEN lane_bodies.body END`

export interface ClaimRequest {
  readonly worker: string
  readonly claim: number
  readonly gate: string
  readonly retrying: 0 | 1
  readonly now: number
  readonly lanes: number
  readonly itemsPerLane: number
}

/** For each lane whose settling was written: its `ready_at` if it was released, otherwise null. */
export type Settled = Map<number, number | null>

export interface Appended {
  readonly laneUid: string
  readonly seq: number
}

export interface LaneEngine {
  /** The number of settlings with their own write that may run at once. */
  readonly separateWritesAtOnce: number
  /** The number of items loaded with a lane; after them the lane is released and claimed again. */
  readonly itemsPerLane: number
  /** Adds an item at the end of its lane; the lane's row stays locked until the transaction ends. */
  append(tx: Tx, item: NewItem, now: number): Promise<Appended>
  claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]>
  /**
   * Writes the settlings that the worker may still write, in one transaction with `writeWithOutcome`, and returns them. The
   * embedded engine waits for the disk if there is a `writeWithOutcome`.
   */
  settle(
    database: Database,
    worker: string,
    now: number,
    settlings: readonly Settling[],
    writeWithOutcome?: (tx: Tx) => Promise<void>,
  ): Promise<Settled>
}

export const registerWorker = inserting('lane_workers')

/** Returns false when the lease had already ended. */
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
 * Deletes the rows of workers, judges the heads of their lanes, of which those of `ownKinds` may be suspects, and frees the lanes.
 * The rows are deleted first, so that a settling under way is either written before or fails. Several processes may reap the same
 * worker: only the process that deletes the row judges.
 */
export async function reapWorkers(
  tx: Tx,
  gone: ReadonlyMap<string, WorkerFate>,
  ownKinds: readonly string[],
): Promise<void> {
  const ids = [...gone.keys()]
  if (ids.length === 0) return
  const deleted = await tx.q.deleteFrom('lane_workers').where('id', 'in', ids).returning('id').execute()
  await judgeWorkers(tx, new Map(deleted.map(({ id }) => [id, gone.get(id) ?? 'lost'])), ownKinds)
  await tx.q.updateTable('lanes').set({ owner: null }).where('owner', 'in', ids).execute()
}

/**
 * Returns every open gate that has a waiting lane, with the time of its first one. Steps from gate to gate through the index, so
 * the cost depends on the number of gates and not of lanes.
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
      AND NOT EXISTS (SELECT 1 FROM gates WHERE gates.id = step.gate AND gates.state <> 'open')`.execute(db.q)
  return rows.flatMap(({ gate, fresh, retried }) => {
    const ready_at = Math.min(fresh ?? Number.POSITIVE_INFINITY, retried ?? Number.POSITIVE_INFINITY)
    return Number.isFinite(ready_at) ? [{ gate, ready_at }] : []
  })
}

/** Frees the lanes of a claim whose result was lost, so that this process does not know its lanes. */
export async function releaseClaim(tx: Tx, worker: string, claim: number): Promise<void> {
  await tx.q
    .updateTable('lanes')
    .set({ owner: null })
    .where('owner', '=', worker)
    .where('claim', '=', claim)
    .execute()
}

/**
 * Makes the items of a lane due now and returns its gate; undefined if no item waits for a later time. For a lane that a worker
 * holds it sets `forward_until`: the lane is due at once when it is released with a head before that number.
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

export async function readBody(db: Reader, itemId: number): Promise<string> {
  const row = await db.q
    .selectFrom('lane_bodies')
    .select('body')
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  return row.body
}

export const findItem = finding('lane_items', 'id')

/** Releases a claimed lane without a pending item, and finds its head again under the row's lock. */
export async function refreshHead(
  tx: Tx,
  worker: string,
  { id, claim }: Pick<ClaimedLane, 'id' | 'claim'>,
  now: number,
): Promise<void> {
  const freed = await tx.q
    .updateTable('lanes')
    .set({ owner: null, forward_until: null })
    .where('id', '=', id)
    .where('owner', '=', worker)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (freed.numUpdatedRows > 0) await moveHeads(tx, [id], now)
}

/**
 * Moves the heads of lanes, whose rows must be locked, past settled items. A lane without a pending item is idle: it has no
 * time at which it is due. Items before the head were settled already, and a lane may have very many of them.
 */
export async function moveHeads(tx: Tx, ids: readonly number[], now: number): Promise<void> {
  const first = sql<
    number | null
  >`(SELECT MIN(seq) FROM lane_items WHERE lane_id = lanes.id AND seq >= lanes.head_seq AND state = 'pending')`
  await tx.q
    .updateTable('lanes')
    .set({
      head_seq: sql`COALESCE(${first}, next_seq)`,
      ready_at: sql`CASE ${first} WHEN head_seq THEN ready_at ELSE CASE WHEN ${first} IS NULL THEN NULL ELSE CAST(${now} AS BIGINT) END END`,
      retrying: sql`CASE ${first} WHEN head_seq THEN retrying ELSE 0 END`,
      wait_asked: sql`CASE ${first} WHEN head_seq THEN wait_asked ELSE 0 END`,
    })
    .where('id', 'in', ids)
    .execute()
}
