/**
 * Claiming, settling and adding on PostgreSQL: one statement each, because every round trip to the server takes time, and each
 * kept prepared on the server, because planning takes time too.
 */
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { preparedSql } from '../platform/database/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { ClaimedItem, ClaimedLane, NewItem, Settling } from './lane.ts'
import { type Appended, type ClaimRequest, type LaneEngine, loadedBody, type Settled } from './store.ts'

interface ClaimedRow extends Omit<ClaimedItem, 'id' | 'seq'> {
  id: number
  itemId: number
  /** Null for a lane without a pending item, whose row has no columns of an item. */
  seq: number | null
  uid: string
  tenant: string
  subject: string | null
}

/**
 * This statement and `settleLanes` check the row of the lease and lock it (FOR KEY SHARE, which does not block a renewal) while
 * they write. A reaper deletes that row first, so lanes cannot change hands in between, and no lane is claimed for a worker that
 * was reaped.
 *
 * The items are limited by a range of numbers, which have no gaps: by LIMIT alone the server would read and sort all items of a
 * lane with their bodies.
 */
const claimLanes = preparedSql<ClaimRequest, ClaimedRow>(
  (p) => sql`
    WITH lease AS (
      SELECT id FROM lane_workers WHERE id = ${p.worker} AND expires_at > ${p.now} FOR KEY SHARE
    ), picked AS (
      SELECT id FROM lanes
      WHERE gate = ${p.gate} AND retrying = ${p.retrying} AND owner IS NULL AND ready_at IS NOT NULL AND ready_at <= ${p.now}
        AND NOT EXISTS (SELECT 1 FROM gates WHERE gates.id = ${p.gate} AND gates.state <> 'open')
      ORDER BY ready_at LIMIT ${p.lanes} FOR UPDATE OF lanes SKIP LOCKED
    ), claimed AS (
      UPDATE lanes SET owner = ${p.worker}, claim = ${p.claim} FROM picked CROSS JOIN lease WHERE lanes.id = picked.id
      RETURNING lanes.id, lanes.uid, lanes.tenant, lanes.subject, lanes.head_seq
    )
    SELECT claimed.id, claimed.uid, claimed.tenant, claimed.subject,
      item.id AS "itemId", item.seq, item.kind, item.attempts AS "triesUsed", item.runs, item.created_at AS "createdAt", item.expires_at AS "expiresAt",
      item.origin, item.body, lane_runs.strikes
    FROM claimed LEFT JOIN LATERAL (
      SELECT lane_items.*, ${loadedBody} AS body FROM lane_items JOIN lane_bodies ON lane_bodies.item_id = lane_items.id
      WHERE lane_id = claimed.id AND seq >= claimed.head_seq AND seq < claimed.head_seq + ${p.itemsPerLane} AND state = 'pending'
      ORDER BY seq LIMIT ${p.itemsPerLane}
    ) item ON true LEFT JOIN lane_runs ON lane_runs.lane = claimed.uid AND lane_runs.seq = item.seq
    ORDER BY claimed.id, item.seq`,
)

async function claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]> {
  const { gate, claim } = request
  const rows = await database.run(claimLanes, request)
  const byLane = new Map<number, ClaimedLane>()
  for (const { id, uid, tenant, subject, itemId, seq, ...item } of rows) {
    const lane = byLane.get(id) ?? { id, uid, gate, tenant, subject, claim, items: [] }
    byLane.set(id, lane)
    if (seq !== null) lane.items.push({ id: itemId, seq, ...item })
  }
  return [...byLane.values()]
}

const settleLanes = preparedSql<
  { worker: string; now: number; settlings: string },
  { lane_id: number; ready_at: number | null }
>(
  (p) => sql`
    WITH lease AS (
      SELECT id FROM lane_workers WHERE id = ${p.worker} AND expires_at > ${p.now} FOR KEY SHARE
    ), given AS (
      SELECT * FROM json_to_recordset(${p.settlings}::json) AS t (lane_id bigint, claim bigint, item_id bigint, state text,
        attempts bigint, runs bigint, last_error text, report text, release boolean, head_seq bigint, ready_at bigint, retrying bigint, wait_asked bigint)
    ), mine AS (
      SELECT given.* FROM given JOIN lanes ON lanes.id = given.lane_id AND lanes.owner = ${p.worker} AND lanes.claim = given.claim
      CROSS JOIN lease
    ), written AS (
      UPDATE lane_items SET state = mine.state, attempts = mine.attempts, runs = mine.runs, changed_at = ${p.now}::bigint,
        died_at = CASE WHEN mine.state = 'dead' THEN ${p.now}::bigint END, last_error = mine.last_error
      FROM mine WHERE lane_items.id = mine.item_id
    ), reported AS (
      INSERT INTO lane_attempts (item_id, number, report)
      SELECT item_id, runs, report FROM mine WHERE report IS NOT NULL
      ON CONFLICT DO NOTHING
    ), released AS (
      UPDATE lanes SET owner = NULL, head_seq = mine.head_seq, retrying = mine.retrying, wait_asked = mine.wait_asked, forward_until = NULL,
        ready_at = CASE WHEN mine.head_seq < lanes.forward_until THEN ${p.now}::bigint WHEN mine.ready_at IS NOT NULL THEN mine.ready_at
          WHEN lanes.next_seq > mine.head_seq THEN ${p.now}::bigint ELSE NULL END
      FROM mine WHERE lanes.id = mine.lane_id AND mine.release
      RETURNING lanes.id, lanes.ready_at
    )
    SELECT mine.lane_id, released.ready_at FROM mine LEFT JOIN released ON released.id = mine.lane_id`,
)

async function write(
  db: Reader,
  worker: string,
  now: number,
  settlings: readonly Settling[],
): Promise<Settled> {
  const given = settlings.map(({ laneId, claim, item, release }) => ({
    lane_id: laneId,
    claim,
    item_id: item?.id,
    state: item?.state,
    attempts: item?.triesUsed,
    runs: item?.runs,
    // PostgreSQL refuses JSON with half a surrogate pair, which a truncated text may have at its end.
    last_error: item?.lastError?.toWellFormed(),
    report: item?.report?.toWellFormed(),
    release: release !== null,
    head_seq: release?.headSeq,
    ready_at: release?.readyAt,
    retrying: release?.retrying,
    wait_asked: release?.waitAsked,
  }))
  const rows = await db.run(settleLanes, { worker, now, settlings: JSON.stringify(given) })
  return new Map(rows.map(({ lane_id, ready_at }) => [lane_id, ready_at]))
}

/**
 * `writeWithOutcome` runs before the write to the lanes: a transaction that adds an item locks its own rows (a conversation) first
 * and then the lane's row, and the opposite order here would cause deadlocks. If the lease is lost, everything is rolled back.
 */
const settle: LaneEngine['settle'] = async (database, worker, now, settlings, writeWithOutcome) => {
  if (!writeWithOutcome) return write(database, worker, now, settlings)
  try {
    return await database.transaction('lanes: settle', async (tx) => {
      await writeWithOutcome(tx)
      const settled = await write(tx, worker, now, settlings)
      if (settled.size === 0) throw leaseLost
      return settled
    })
  } catch (error) {
    if (error === leaseLost) return new Map()
    throw error
  }
}
const leaseLost = new Error('The lease on the lane is lost.')

interface AppendedItem extends Omit<NewItem, 'lifeMs' | 'origin'> {
  readonly origin: string | null
  readonly expiresAt: number
  readonly uid: string
  readonly now: number
}

const appendItem = preparedSql<AppendedItem, Appended>(
  (p) => sql`
    WITH lane AS (
      INSERT INTO lanes (uid, key, gate, tenant, subject, next_seq, head_seq, ready_at, retrying, owner, claim)
      VALUES (${p.uid}, ${p.lane}, ${p.gate}, ${p.tenant}, ${p.subject}, 2, 1, ${p.now}, 0, NULL, 0)
      ON CONFLICT (key) DO UPDATE SET next_seq = lanes.next_seq + 1,
        ready_at = CASE WHEN lanes.owner IS NULL AND lanes.ready_at IS NULL THEN excluded.ready_at ELSE lanes.ready_at END
      RETURNING id, uid, next_seq - 1 AS seq
    ), item AS (
      INSERT INTO lane_items (lane_id, seq, kind, tenant, state, attempts, runs, created_at, expires_at, changed_at, origin)
      SELECT id, seq, ${p.kind}, ${p.tenant}, 'pending', 0, 0, ${p.now}::bigint, ${p.expiresAt}::bigint, ${p.now}::bigint,
        ${p.origin}::text FROM lane
      RETURNING id
    ), body AS (
      INSERT INTO lane_bodies (item_id, body) SELECT id, ${p.body} FROM item
    )
    SELECT uid AS "laneUid", seq FROM lane`,
)

async function append(tx: Tx, item: NewItem, now: number): Promise<Appended> {
  const { lifeMs, origin = null } = item
  const [added] = await tx.run(appendItem, { ...item, uid: newId(), now, expiresAt: now + lifeMs, origin })
  if (!added) throw new Error('A lane could not be made.')
  return added
}

export const postgresLanes: LaneEngine = {
  separateWritesAtOnce: 4,
  // Claiming takes a round trip, and loading many items does not hold up the event loop.
  itemsPerLane: 20,
  append,
  claim,
  settle,
}
