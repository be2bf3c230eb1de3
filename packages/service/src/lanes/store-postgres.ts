/** Claiming and settling on PostgreSQL: one statement each, since every round trip to the server costs. */
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import type { ClaimedLane, LaneItem, NewItem } from './lane.ts'
import type { ClaimRequest, LaneEngine, Settled, Settling } from './store.ts'

interface ClaimedRow extends Omit<LaneItem, 'id'> {
  id: number
  itemId: number
  uid: string
  tenant: string
  subject: string | null
  headSeq: number
}

/**
 * In both statements the lease is checked and held (FOR KEY SHARE, which a renewal does not mind) by the statement that
 * writes. Whoever ends this worker deletes that row first, so ownership cannot change hands in between, and no lane is
 * claimed under a name that is already gone.
 */
async function claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]> {
  const { worker, claim, gate, retrying, now, lanes, itemsPerLane } = request
  const { rows } = await sql<Omit<ClaimedRow, 'seq'> & { seq: number | null }>`
    WITH lease AS (
      SELECT id FROM lane_workers WHERE id = ${worker} AND expires_at > ${now} FOR KEY SHARE
    ), picked AS (
      SELECT id FROM lanes
      WHERE gate = ${gate} AND retrying = ${retrying} AND owner IS NULL AND ready_at IS NOT NULL AND ready_at <= ${now}
        AND NOT EXISTS (SELECT 1 FROM gates WHERE gates.id = ${gate} AND gates.state <> 'open')
      ORDER BY ready_at LIMIT ${lanes} FOR UPDATE OF lanes SKIP LOCKED
    ), claimed AS (
      UPDATE lanes SET owner = ${worker}, claim = ${claim} FROM picked CROSS JOIN lease WHERE lanes.id = picked.id
      RETURNING lanes.id, lanes.uid, lanes.tenant, lanes.subject, lanes.head_seq
    )
    SELECT claimed.id, claimed.uid, claimed.tenant, claimed.subject, claimed.head_seq AS "headSeq",
      item.id AS "itemId", item.seq, item.kind, item.attempts, item.runs, item.created_at AS "createdAt", item.due_at AS "dueAt", item.expires_at AS "expiresAt",
      item.origin, item.body
    FROM claimed LEFT JOIN LATERAL (
      SELECT lane_items.*, lane_bodies.body FROM lane_items JOIN lane_bodies ON lane_bodies.item_id = lane_items.id
      WHERE lane_id = claimed.id AND seq >= claimed.head_seq AND state = 'pending'
      ORDER BY seq LIMIT ${itemsPerLane}
    ) item ON true
    ORDER BY claimed.id, item.seq`.execute(database.q as Kysely<Schema>)
  const byLane = new Map<number, ClaimedLane>()
  for (const row of rows) {
    const { id, uid, tenant, subject, headSeq, seq, itemId, ...item } = row
    let lane = byLane.get(id)
    if (!lane) {
      lane = { id, uid, gate, tenant, subject, headSeq, claim, items: [] }
      byLane.set(id, lane)
    }
    if (seq !== null) lane.items.push({ ...item, id: itemId, seq })
  }
  return [...byLane.values()]
}

async function write(
  q: Kysely<Schema>,
  worker: string,
  now: number,
  settlings: readonly Settling[],
): Promise<Settled> {
  const column = <T>(pick: (settling: Settling) => T) => settlings.map(pick)
  const { rows } = await sql<{ lane_id: number; ready_at: number | null }>`
    WITH lease AS (
      SELECT id FROM lane_workers WHERE id = ${worker} AND expires_at > ${now} FOR KEY SHARE
    ), given AS (
      SELECT * FROM unnest(
        ${column((s) => s.laneId)}::bigint[], ${column((s) => s.claim)}::bigint[], ${column((s) => s.item?.id ?? null)}::bigint[],
        ${column((s) => s.item?.state ?? null)}::text[], ${column((s) => s.item?.attempts ?? null)}::bigint[], ${column((s) => s.item?.runs ?? null)}::bigint[],
        ${column((s) => s.item?.lastError ?? null)}::text[], ${column((s) => s.item?.report ?? null)}::text[],
        ${column((s) => (s.release ? 1 : 0))}::bigint[], ${column((s) => s.release?.headSeq ?? null)}::bigint[],
        ${column((s) => s.release?.readyAt ?? null)}::bigint[], ${column((s) => s.release?.retrying ?? 0)}::bigint[]
      ) AS t (lane_id, claim, item_id, state, attempts, runs, last_error, report, release, head_seq, ready_at, retrying)
    ), mine AS (
      SELECT given.* FROM given JOIN lanes ON lanes.id = given.lane_id AND lanes.owner = ${worker} AND lanes.claim = given.claim
      CROSS JOIN lease
    ), written AS (
      UPDATE lane_items SET state = mine.state, attempts = mine.attempts, runs = mine.runs, changed_at = ${now}::bigint, last_error = mine.last_error
      FROM mine WHERE lane_items.id = mine.item_id
    ), reported AS (
      INSERT INTO lane_attempts (item_id, number, report)
      SELECT item_id, runs, report FROM mine WHERE report IS NOT NULL
      ON CONFLICT DO NOTHING
    ), released AS (
      UPDATE lanes SET owner = NULL, head_seq = mine.head_seq, retrying = mine.retrying,
        ready_at = CASE WHEN mine.ready_at IS NOT NULL THEN mine.ready_at
          WHEN lanes.next_seq > mine.head_seq THEN ${now}::bigint ELSE NULL END
      FROM mine WHERE lanes.id = mine.lane_id AND mine.release = 1
      RETURNING lanes.id, lanes.ready_at
    )
    SELECT mine.lane_id, released.ready_at FROM mine LEFT JOIN released ON released.id = mine.lane_id`.execute(
    q,
  )
  return new Map(rows.map(({ lane_id, ready_at }) => [lane_id, ready_at]))
}

const settle: LaneEngine['settle'] = (database, worker, now, settlings, also) =>
  also
    ? database.transaction(async (tx) => {
        const settled = await write(tx.q, worker, now, settlings)
        if (settled.size > 0) await also(tx)
        return settled
      })
    : write(database.q, worker, now, settlings)

async function append(tx: Tx, item: NewItem, now: number): Promise<{ laneUid: string; seq: number }> {
  const dueAt = item.dueAt ?? now
  const { rows } = await sql<{ uid: string; seq: number }>`
    WITH lane AS (
      INSERT INTO lanes (uid, key, gate, tenant, subject, next_seq, head_seq, ready_at, retrying, owner, claim)
      VALUES (${newId()}, ${item.lane}, ${item.gate}, ${item.tenant}, ${item.subject}, 2, 1, ${dueAt}, 0, NULL, 0)
      ON CONFLICT (key) DO UPDATE SET next_seq = lanes.next_seq + 1,
        ready_at = CASE WHEN lanes.owner IS NULL AND lanes.ready_at IS NULL THEN excluded.ready_at ELSE lanes.ready_at END
      RETURNING id, uid, next_seq - 1 AS seq
    ), item AS (
      INSERT INTO lane_items (lane_id, seq, kind, tenant, state, attempts, runs, created_at, due_at, expires_at, changed_at, origin)
      SELECT id, seq, ${item.kind}, ${item.tenant}, 'pending', 0, 0, ${now}::bigint, ${dueAt}::bigint, ${item.expiresAt}::bigint,
        ${now}::bigint, ${item.origin ?? null}::text FROM lane
      RETURNING id
    ), body AS (
      INSERT INTO lane_bodies (item_id, body) SELECT id, ${item.body} FROM item
    )
    SELECT uid, seq FROM lane`.execute(tx.q)
  const lane = rows[0]
  if (!lane) throw new Error('A lane could not be made.')
  return { laneUid: lane.uid, seq: lane.seq }
}

export const postgresLanes: LaneEngine = { settlesAtOnce: 3, append, claim, settle }
