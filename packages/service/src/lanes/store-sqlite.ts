/** Claiming and settling on the embedded engine: plain statements, since a call into it costs microseconds. */
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { ClaimedLane, LaneItem } from './lane.ts'
import type { ClaimRequest, LaneEngine, Settled, Settling } from './store.ts'

const claimLanes = prepared<{ worker: string; gate: string; retrying: number; now: number; limit: number }>()(
  (q, p) =>
    q
      .updateTable('lanes')
      .set({ owner: p.worker })
      .where('id', 'in', (lanes) =>
        lanes
          .selectFrom('lanes')
          .select('id')
          .where('gate', '=', p.gate)
          .where('retrying', '=', p.retrying)
          .where('owner', 'is', null)
          .where('ready_at', 'is not', null)
          .where('ready_at', '<=', p.now)
          .orderBy('ready_at')
          .limit(p.limit),
      )
      .returning(['id', 'uid', 'gate', 'tenant', 'subject', 'head_seq']),
)

const gateClosed = prepared<{ gate: string }>()((q, p) =>
  q.selectFrom('gates').select('id').where('id', '=', p.gate).where('state', '<>', 'open'),
)

const loadItems = prepared<{ laneId: number; headSeq: number; limit: number }>()((q, p) =>
  q
    .selectFrom('lane_items')
    .select([
      'seq',
      'kind',
      'attempts',
      'created_at as createdAt',
      'due_at as dueAt',
      'origin',
      'body',
      'log',
    ])
    .where('lane_id', '=', p.laneId)
    .where('seq', '>=', p.headSeq)
    .where('state', '=', 'pending')
    .orderBy('seq')
    .limit(p.limit),
)

const leaseStands = prepared<{ worker: string; now: number }>()((q, p) =>
  q.selectFrom('lane_workers').select('id').where('id', '=', p.worker).where('expires_at', '>', p.now),
)

const ownsLane = prepared<{ laneId: number; worker: string }>()((q, p) =>
  q.selectFrom('lanes').select('id').where('id', '=', p.laneId).where('owner', '=', p.worker),
)

const writeItem = prepared<{
  laneId: number
  seq: number
  state: Settling['state']
  attempts: number
  settledAt: number | null
  lastError: string | null
  log: string | null
}>()((q, p) =>
  q
    .updateTable('lane_items')
    .set({
      state: p.state,
      attempts: p.attempts,
      settled_at: p.settledAt,
      last_error: p.lastError,
      log: p.log,
    })
    .where('lane_id', '=', p.laneId)
    .where('seq', '=', p.seq),
)

const releaseLane = prepared<{
  laneId: number
  worker: string
  headSeq: number
  readyAt: number | null
  retrying: number
  now: number
}>()((q, p) =>
  q
    .updateTable('lanes')
    .set({
      owner: null,
      head_seq: p.headSeq,
      retrying: p.retrying,
      ready_at: sql`CASE WHEN ${p.readyAt} IS NOT NULL THEN ${p.readyAt} WHEN next_seq > ${p.headSeq} THEN ${p.now} ELSE NULL END`,
    })
    .where('id', '=', p.laneId)
    .where('owner', '=', p.worker)
    .returning('ready_at'),
)

function claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]> {
  const { worker, gate, retrying, now, lanes, itemsPerLane } = request
  return database.transaction(async (tx) => {
    if ((await tx.run(gateClosed, { gate })).length > 0) return []
    const rows = await tx.run(claimLanes, { worker, gate, retrying, now, limit: lanes })
    const claimed: ClaimedLane[] = []
    for (const { id, uid, tenant, subject, head_seq } of rows) {
      const items: LaneItem[] = await tx.run(loadItems, {
        laneId: id,
        headSeq: head_seq,
        limit: itemsPerLane,
      })
      claimed.push({ id, uid, gate, tenant, subject, headSeq: head_seq, items })
    }
    return claimed
  })
}

const settle: LaneEngine['settle'] = (database, worker, now, settlings, also) =>
  database.transaction(async (tx) => {
    const settled: Settled = new Map()
    if ((await tx.run(leaseStands, { worker, now })).length === 0) return settled
    for (const settling of settlings) await settleOne(tx, worker, now, settling, settled)
    if (also && settled.size > 0) await also(tx)
    return settled
  })

async function settleOne(
  tx: Tx,
  worker: string,
  now: number,
  settling: Settling,
  settled: Settled,
): Promise<void> {
  const { laneId, seq, release } = settling
  let readyAt: number | null = null
  if (release) {
    const [row] = await tx.run(releaseLane, { laneId, worker, now, ...release })
    if (!row) return
    readyAt = row.ready_at
  } else if ((await tx.run(ownsLane, { laneId, worker })).length === 0) return
  if (seq !== null) {
    const { state, attempts, settledAt, lastError, log } = settling
    await tx.change(writeItem, { laneId, seq, state, attempts, settledAt, lastError, log })
  }
  settled.set(laneId, readyAt)
}

export const sqliteLanes: LaneEngine = { claim, settle }
