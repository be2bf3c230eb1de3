/** Claiming, settling and adding on the embedded engine: simple statements, because a call into it takes microseconds. */
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/handle.ts'
import { preparedSql } from '../platform/database/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { ClaimedItem, ClaimedLane, NewItem, Settling } from './lane.ts'
import { type Appended, type ClaimRequest, type LaneEngine, loadedBody, type Settled } from './store.ts'

type Item = NonNullable<Settling['item']>

const closedGate = preparedSql<{ gate: string }, { id: string }>(
  (p) => sql`SELECT id FROM gates WHERE id = ${p.gate} AND state <> 'open'`,
)

const findLease = preparedSql<{ worker: string; now: number }, { id: string }>(
  (p) => sql`SELECT id FROM lane_workers WHERE id = ${p.worker} AND expires_at > ${p.now}`,
)

const claimLanes = preparedSql<ClaimRequest, Omit<ClaimedLane, 'gate' | 'claim' | 'items'>>(
  (p) => sql`
    UPDATE lanes SET owner = ${p.worker}, claim = ${p.claim}
    WHERE id IN (
      SELECT id FROM lanes
      WHERE gate = ${p.gate} AND retrying = ${p.retrying} AND owner IS NULL AND ready_at IS NOT NULL AND ready_at <= ${p.now}
      ORDER BY ready_at LIMIT 0 + ${p.lanes}
    )
    RETURNING id, uid, tenant, subject`,
)

/** The next items of some lanes. Numbers have no gaps, so a range of numbers from the head on holds the wanted items. */
const loadItems = preparedSql<{ lanes: string; limit: number }, ClaimedItem & { laneId: number }>(
  (p) => sql`
    SELECT item.lane_id AS "laneId", item.id, item.seq, item.kind, item.attempts AS "triesUsed", item.runs, item.created_at AS "createdAt",
      item.expires_at AS "expiresAt", item.origin, ${loadedBody} AS body, lane_runs.strikes
    FROM lanes JOIN lane_items AS item ON item.lane_id = lanes.id JOIN lane_bodies ON lane_bodies.item_id = item.id
      LEFT JOIN lane_runs ON lane_runs.lane = lanes.uid AND lane_runs.seq = item.seq
    WHERE lanes.id IN (SELECT value FROM json_each(${p.lanes}))
      AND item.seq >= lanes.head_seq AND item.seq < lanes.head_seq + ${p.limit} AND item.state = 'pending'
    -- By lanes.id: by item.lane_id, SQLite would sort all items first.
    ORDER BY lanes.id, item.seq`,
)

function claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]> {
  const { gate, claim } = request
  return database.transaction(
    'lanes: claim',
    async (tx) => {
      if ((await tx.run(closedGate, request)).length > 0) return []
      // A lane claimed for a worker that was reaped would never be freed.
      if ((await tx.run(findLease, request)).length === 0) return []
      const rows = await tx.run(claimLanes, request)
      if (rows.length === 0) return []
      const lanes = new Map(
        rows.map((row): [number, ClaimedLane] => [row.id, { ...row, gate, claim, items: [] }]),
      )
      const ids = JSON.stringify([...lanes.keys()])
      for (const item of await tx.run(loadItems, { lanes: ids, limit: request.itemsPerLane }))
        lanes.get(item.laneId)?.items.push(item)
      return [...lanes.values()]
    },
    'process',
  )
}

const writeItem = preparedSql<Item, never>(
  (p) => sql`
    UPDATE lane_items SET state = ${p.state}, attempts = ${p.triesUsed}, runs = ${p.runs}, changed_at = ${p.at},
      last_error = ${p.lastError} WHERE id = ${p.id}`,
)

/** Separate from `writeItem`, because the column has an index. */
const writeDeath = preparedSql<Item, never>(
  (p) => sql`UPDATE lane_items SET died_at = ${p.diedAt} WHERE id = ${p.id}`,
)

/** `ON CONFLICT DO NOTHING`: a settling is repeated when its result was lost. */
const insertAttempt = preparedSql<Item, never>(
  (p) => sql`
    INSERT INTO lane_attempts (item_id, number, report) VALUES (${p.id}, ${p.runs}, ${p.report}) ON CONFLICT DO NOTHING`,
)

type Release = NonNullable<Settling['release']> & {
  readonly laneId: number
  readonly claim: number
  readonly worker: string
  readonly now: number
}
const releaseLane = preparedSql<Release, { ready_at: number | null }>(
  (p) => sql`
    UPDATE lanes SET owner = NULL, head_seq = ${p.headSeq}, retrying = ${p.retrying}, wait_asked = ${p.waitAsked}, forward_until = NULL,
      ready_at = CASE WHEN ${p.headSeq} < forward_until THEN ${p.now} WHEN ${p.readyAt} IS NOT NULL THEN ${p.readyAt}
        WHEN next_seq > ${p.headSeq} THEN ${p.now} ELSE NULL END
    WHERE id = ${p.laneId} AND owner = ${p.worker} AND claim = ${p.claim}
    RETURNING ready_at`,
)

async function writeSettlings(
  tx: Tx,
  worker: string,
  now: number,
  settlings: readonly Settling[],
): Promise<Settled> {
  const settled: Settled = new Map()
  for (const { laneId, claim, item, release } of settlings) {
    const [row] = release
      ? await tx.run(releaseLane, { laneId, claim, worker, now, ...release })
      : [{ ready_at: null }]
    if (!row) continue
    settled.set(laneId, row.ready_at)
    if (!item) continue
    await tx.run(writeItem, item)
    if (item.diedAt !== null) await tx.run(writeDeath, item)
    if (item.report !== null) await tx.run(insertAttempt, item)
  }
  return settled
}

const settle: LaneEngine['settle'] = (database, worker, now, settlings, writeWithOutcome) =>
  database.transaction(
    'lanes: settle',
    async (tx) => {
      if ((await tx.run(findLease, { worker, now })).length === 0) return new Map()
      const settled = await writeSettlings(tx, worker, now, settlings)
      if (writeWithOutcome && settled.size > 0) await writeWithOutcome(tx)
      return settled
    },
    writeWithOutcome ? 'disk' : 'process',
  )

type NewRow = Omit<NewItem, 'origin' | 'lifeMs'> & { readonly uid: string; readonly now: number }

/** A lane that is held or already has a head keeps its `ready_at`. */
const upsertLane = preparedSql<NewRow, { id: number; uid: string; seq: number }>(
  (p) => sql`
    INSERT INTO lanes (uid, key, gate, tenant, subject, next_seq, head_seq, ready_at, retrying, owner, claim)
    VALUES (${p.uid}, ${p.lane}, ${p.gate}, ${p.tenant}, ${p.subject}, 2, 1, ${p.now}, 0, NULL, 0)
    ON CONFLICT (key) DO UPDATE SET next_seq = lanes.next_seq + 1,
      ready_at = CASE WHEN lanes.owner IS NULL AND lanes.ready_at IS NULL THEN excluded.ready_at ELSE lanes.ready_at END
    RETURNING id, uid, next_seq - 1 AS seq`,
)

interface NewItemRow extends Omit<NewRow, 'subject'> {
  readonly laneId: number
  readonly seq: number
  readonly origin: string | null
  readonly expiresAt: number
}
const insertItem = preparedSql<NewItemRow, { id: number }>(
  (p) => sql`
    INSERT INTO lane_items (lane_id, seq, kind, tenant, state, attempts, runs, created_at, expires_at, changed_at, origin)
    VALUES (${p.laneId}, ${p.seq}, ${p.kind}, ${p.tenant}, 'pending', 0, 0, ${p.now}, ${p.expiresAt}, ${p.now}, ${p.origin})
    RETURNING id`,
)
const insertBody = preparedSql<{ id: number; body: string }, never>(
  (p) => sql`INSERT INTO lane_bodies (item_id, body) VALUES (${p.id}, ${p.body})`,
)

async function append(tx: Tx, item: NewItem, now: number): Promise<Appended> {
  const { lifeMs, origin = null } = item
  const row = { ...item, now, expiresAt: now + lifeMs, uid: newId() }
  const [lane] = await tx.run(upsertLane, row)
  if (!lane) throw new Error('A lane could not be made.')
  const [added] = await tx.run(insertItem, { ...row, laneId: lane.id, seq: lane.seq, origin })
  if (!added) throw new Error('An item could not be added to its lane.')
  await tx.run(insertBody, { id: added.id, body: item.body })
  return { laneUid: lane.uid, seq: lane.seq }
}

export const sqliteLanes: LaneEngine = {
  separateWritesAtOnce: 16,
  // Claiming is cheap on this engine, and loading many items holds up the event loop.
  itemsPerLane: 8,
  append,
  claim,
  settle,
}
