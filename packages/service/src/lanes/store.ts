/** SQL of lanes that both engines share, and the shape of what differs (claiming and settling, one file per engine). */
import { type Kysely, sql } from 'kysely'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import type { ClaimedLane, NewItem } from './lane.ts'

export interface ClaimRequest {
  readonly worker: string
  readonly claim: number
  readonly gate: string
  readonly retrying: 0 | 1
  readonly now: number
  readonly lanes: number
  readonly itemsPerLane: number
}

/** One line of a settling: what is written of an item (null: of none), and whether the lane is let go. */
export interface Settling {
  readonly laneId: number
  readonly claim: number
  readonly item: null | {
    readonly id: number
    readonly state: 'pending' | 'done' | 'dead'
    readonly attempts: number
    readonly runs: number
    readonly lastError: string | null
    /** Kept in the log of attempts. */
    readonly report: string | null
  }
  readonly release: null | {
    readonly headSeq: number
    /** When the head is due; null: now if there is a head at all. */
    readonly readyAt: number | null
    readonly retrying: 0 | 1
  }
}

/** What a settling that was written left behind: the lane's `ready_at` when it was let go. */
export type Settled = Map<number, number | null>

export interface LaneEngine {
  claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]>
  /** Writes all of them that the worker may still write, in one transaction with `also`; answers those. */
  settle(
    database: Database,
    worker: string,
    now: number,
    settlings: readonly Settling[],
    also?: (tx: Tx) => Promise<void>,
  ): Promise<Settled>
}

const upsertLane = prepared<{
  uid: string
  key: string
  gate: string
  tenant: string
  subject: string | null
  dueAt: number
}>()((q, p) =>
  q
    .insertInto('lanes')
    .values({
      uid: p.uid,
      key: p.key,
      gate: p.gate,
      tenant: p.tenant,
      subject: p.subject,
      next_seq: 2,
      head_seq: 1,
      ready_at: p.dueAt,
      retrying: 0,
      owner: null,
      claim: 0,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        next_seq: sql`lanes.next_seq + 1`,
        // A lane that is owned or already has a head keeps its time.
        ready_at: sql`CASE WHEN lanes.owner IS NULL AND lanes.ready_at IS NULL THEN excluded.ready_at ELSE lanes.ready_at END`,
      }),
    )
    .returning(['id', 'uid', 'next_seq']),
)

type ItemRow = Schema['lane_items']
const insertItem = prepared<
  Pick<ItemRow, 'lane_id' | 'seq' | 'kind' | 'tenant' | 'created_at' | 'due_at' | 'expires_at' | 'origin'>
>()((q, p) =>
  q
    .insertInto('lane_items')
    .values({
      lane_id: p.lane_id,
      seq: p.seq,
      kind: p.kind,
      tenant: p.tenant,
      state: 'pending',
      attempts: 0,
      runs: 0,
      created_at: p.created_at,
      due_at: p.due_at,
      expires_at: p.expires_at,
      changed_at: p.created_at,
      last_error: null,
      origin: p.origin,
    })
    .returning('id'),
)
const insertBody = prepared<{ id: number; body: string }>()((q, p) =>
  q.insertInto('lane_bodies').values({ item_id: p.id, body: p.body }),
)

/** Adds an item at the end of its lane; the lane's row stays locked until the transaction ends. */
export async function appendItem(
  tx: Tx,
  item: NewItem,
  now: number,
): Promise<{ laneUid: string; seq: number }> {
  const dueAt = item.dueAt ?? now
  const { lane: key, gate, tenant, subject } = item
  const [lane] = await tx.run(upsertLane, { uid: newId(), key, gate, tenant, subject, dueAt })
  if (!lane) throw new Error('A lane could not be made.')
  const seq = lane.next_seq - 1
  const { kind, body, origin = null } = item
  const [row] = await tx.run(insertItem, {
    lane_id: lane.id,
    seq,
    kind,
    tenant,
    created_at: now,
    due_at: dueAt,
    expires_at: item.expiresAt,
    origin,
  })
  if (!row) throw new Error('An item could not be added to its lane.')
  await tx.change(insertBody, { id: row.id, body })
  return { laneUid: lane.uid, seq }
}

export async function registerWorker(tx: Tx, row: Schema['lane_workers']): Promise<void> {
  await tx.q.insertInto('lane_workers').values(row).execute()
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

/** Ends workers and sets their lanes free. Their row goes first: a settling of theirs that is under way comes before or fails. */
export async function reapWorkers(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.q.deleteFrom('lane_workers').where('id', 'in', ids).execute()
  await tx.q.updateTable('lanes').set({ owner: null }).where('owner', 'in', ids).execute()
}

/** Lets go of every lane of a worker but those it knows of. */
export async function freeAllBut(tx: Tx, worker: string, known: readonly number[]): Promise<void> {
  let query = tx.q.updateTable('lanes').set({ owner: null }).where('owner', '=', worker)
  if (known.length > 0) query = query.where('id', 'not in', known)
  await query.execute()
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

/** Sets free what a claim took; for a claim whose answer was lost, so that nobody here knows of its lanes. */
export async function releaseClaim(tx: Tx, worker: string, claim: number): Promise<void> {
  await tx.q
    .updateTable('lanes')
    .set({ owner: null })
    .where('owner', '=', worker)
    .where('claim', '=', claim)
    .execute()
}

/** A claimed lane in which nothing is left to run: its head is found anew under the row's lock. */
export async function refreshHead(
  tx: Tx,
  worker: string,
  { id: laneId, claim }: Pick<ClaimedLane, 'id' | 'claim'>,
  now: number,
): Promise<void> {
  const lane = tx.q
    .selectFrom('lanes')
    .select(['next_seq'])
    .where('id', '=', laneId)
    .where('owner', '=', worker)
    .where('claim', '=', claim)
  const row = await (tx.engine === 'postgres' ? lane.forUpdate() : lane).executeTakeFirst()
  if (!row) return
  const head = await tx.q
    .selectFrom('lane_items')
    .select(['seq', 'due_at'])
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
      ready_at: head ? Math.max(now, head.due_at) : null,
      retrying: 0,
    })
    .where('id', '=', laneId)
    .execute()
}
