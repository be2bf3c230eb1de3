/** Claiming and settling on the embedded engine: plain statements, since a call into it costs microseconds. */
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import type { ClaimedLane, LaneItem, NewItem } from './lane.ts'
import type { Appended, ClaimRequest, LaneEngine, Settled, Settling } from './store.ts'

type Item = NonNullable<Settling['item']>

const claimLanes = prepared<{
  worker: string
  claim: number
  gate: string
  retrying: number
  now: number
  limit: number
}>()((q, p) =>
  q
    .updateTable('lanes')
    .set({ owner: p.worker, claim: p.claim })
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
    .returning(['id', 'uid', 'tenant', 'subject', 'head_seq']),
)

const gateClosed = prepared<{ gate: string }>()((q, p) =>
  q.selectFrom('gates').select('id').where('id', '=', p.gate).where('state', '<>', 'open'),
)

/**
 * The next items of some lanes, in one go: a query for each lane costs twice as much. Numbers have no gaps, so counting on from
 * the head finds as many as asked for.
 */
const loadItems = prepared<{ lanes: string; limit: number }>()((q, p) =>
  q
    .selectFrom('lanes')
    .innerJoin('lane_items as item', 'item.lane_id', 'lanes.id')
    .innerJoin('lane_bodies', 'lane_bodies.item_id', 'item.id')
    .select([
      'item.lane_id as laneId',
      'item.id',
      'item.seq',
      'item.kind',
      'item.attempts',
      'item.runs',
      'item.created_at as createdAt',
      'item.due_at as dueAt',
      'item.expires_at as expiresAt',
      'item.origin',
      'body',
    ])
    .where(sql<boolean>`lanes.id IN (SELECT value FROM json_each(${p.lanes}))`)
    .whereRef('item.seq', '>=', 'lanes.head_seq')
    .where(sql<boolean>`item.seq < lanes.head_seq + ${p.limit}`)
    .where('item.state', '=', sql.lit('pending'))
    // By the lane's own id: by the item's column for it, all would be sorted first, bodies and all.
    .orderBy('lanes.id')
    .orderBy('item.seq'),
)

const leaseStands = prepared<{ worker: string; now: number }>()((q, p) =>
  q.selectFrom('lane_workers').select('id').where('id', '=', p.worker).where('expires_at', '>', p.now),
)

/** What is not dead has never died: that column, and the index that looks at it, are left alone. */
const writeItem = prepared<Omit<Item, 'report' | 'diedAt'>>()((q, p) =>
  q
    .updateTable('lane_items')
    .set({
      state: p.state,
      attempts: p.attempts,
      runs: p.runs,
      changed_at: p.at,
      last_error: p.lastError,
    })
    .where('id', '=', p.id),
)
const noteDeath = prepared<Pick<Item, 'id' | 'diedAt'>>()((q, p) =>
  q.updateTable('lane_items').set({ died_at: p.diedAt }).where('id', '=', p.id),
)

const writeAttempt = prepared<Pick<Item, 'id' | 'runs'> & { report: string }>()((q, p) =>
  q
    .insertInto('lane_attempts')
    .values({ item_id: p.id, number: p.runs, report: p.report })
    // A settling may be repeated when nobody heard that it was written.
    .onConflict((conflict) => conflict.doNothing()),
)

const releaseLane = prepared<{
  laneId: number
  claim: number
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
      ready_at: sql`CASE WHEN ${p.headSeq} < forward_until THEN ${p.now} WHEN ${p.readyAt} IS NOT NULL THEN ${p.readyAt} WHEN next_seq > ${p.headSeq} THEN ${p.now} ELSE NULL END`,
      forward_until: null,
    })
    .where('id', '=', p.laneId)
    .where('owner', '=', p.worker)
    .where('claim', '=', p.claim)
    .returning('ready_at'),
)

function claim(database: Database, request: ClaimRequest): Promise<ClaimedLane[]> {
  const { worker, claim: number, gate, retrying, now, lanes: limit, itemsPerLane } = request
  return database.transaction(async (tx) => {
    if ((await tx.run(gateClosed, { gate })).length > 0) return []
    // A lane claimed under a name that was reaped would belong to nobody for ever.
    if ((await tx.run(leaseStands, { worker, now })).length === 0) return []
    const rows = await tx.run(claimLanes, { worker, claim: number, gate, retrying, now, limit })
    const items = await itemsOf(
      tx,
      rows.map(({ id }) => id),
      itemsPerLane,
    )
    return rows.map(({ id, uid, tenant, subject, head_seq }) => ({
      id,
      uid,
      gate,
      tenant,
      subject,
      headSeq: head_seq,
      claim: number,
      items: items.get(id) ?? [],
    }))
  }, 'process')
}

async function itemsOf(tx: Tx, lanes: readonly number[], limit: number): Promise<Map<number, LaneItem[]>> {
  const byLane = new Map<number, LaneItem[]>()
  if (lanes.length === 0) return byLane
  // The rows are the items: to copy each without its lane's id would cost as much as reading it.
  for (const item of await tx.run(loadItems, { lanes: JSON.stringify(lanes), limit })) {
    const list = byLane.get(item.laneId)
    if (list) list.push(item)
    else byLane.set(item.laneId, [item])
  }
  return byLane
}

/** Statement by statement, each for all rows: preparing them costs more than running them. */
async function writeSettlings(
  tx: Tx,
  worker: string,
  now: number,
  settlings: readonly Settling[],
): Promise<Settled> {
  const settled: Settled = new Map()
  const letGo = []
  for (const { laneId, claim, release } of settlings) {
    if (release) letGo.push({ laneId, claim, worker, now, ...release })
    else settled.set(laneId, null)
  }
  const rows = await tx.runEach(releaseLane, letGo)
  for (let i = 0; i < letGo.length; i++) {
    const row = rows[i]?.[0]
    if (row) settled.set((letGo[i] as { laneId: number }).laneId, row.ready_at)
  }
  const items: Item[] = []
  const reported: (Item & { report: string })[] = []
  const dead: Item[] = []
  for (const { laneId, item } of settlings) {
    if (!item || !settled.has(laneId)) continue
    items.push(item)
    if (isReported(item)) reported.push(item)
    if (item.diedAt !== null) dead.push(item)
  }
  await tx.runEach(writeItem, items)
  await tx.runEach(noteDeath, dead)
  await tx.runEach(writeAttempt, reported)
  return settled
}

const isReported = (item: Item): item is Item & { report: string } => item.report !== null

const settle: LaneEngine['settle'] = (
  database,
  worker,
  now,
  settlings,
  also,
  durability = also ? 'disk' : 'process',
) =>
  database.transaction(async (tx) => {
    if ((await tx.run(leaseStands, { worker, now })).length === 0) return new Map()
    const settled = await writeSettlings(tx, worker, now, settlings)
    if (also && settled.size > 0) await also(tx)
    return settled
  }, durability)

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
      forward_until: null,
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
      died_at: null,
      last_error: null,
      origin: p.origin,
    })
    .returning('id'),
)
const insertBody = prepared<{ id: number; body: string }>()((q, p) =>
  q.insertInto('lane_bodies').values({ item_id: p.id, body: p.body }),
)

async function append(tx: Tx, item: NewItem, now: number): Promise<Appended> {
  const { lane: key, gate, tenant, subject, kind, body, dueAt = now, expiresAt, origin = null } = item
  const [lane] = await tx.run(upsertLane, { uid: newId(), key, gate, tenant, subject, dueAt })
  if (!lane) throw new Error('A lane could not be made.')
  const seq = lane.next_seq - 1
  const [row] = await tx.run(insertItem, {
    lane_id: lane.id,
    seq,
    kind,
    tenant,
    created_at: now,
    due_at: dueAt,
    expires_at: expiresAt,
    origin,
  })
  if (!row) throw new Error('An item could not be added to its lane.')
  await tx.change(insertBody, { id: row.id, body })
  return { laneUid: lane.uid, seq }
}

export const sqliteLanes: LaneEngine = {
  settlesAtOnce: 1,
  alonesAtOnce: 16,
  // Claiming costs little here, and loading many items holds the event loop.
  itemsPerLane: 8,
  append,
  claim,
  settle,
}
