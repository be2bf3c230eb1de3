/** SQL of the delivery log: deliveries are lane items seen from outside. */
import {
  type DeliveryAttempt,
  type DeliveryKind,
  type DeliveryState,
  deliveryKinds,
} from '@tandem/contract/admin-deliveries'
import { sql } from 'kysely'
import { serviceGate } from '../agents/endpoints.ts'
import { itemId, parseItemId } from '../lanes/lane.ts'
import { moveHeads } from '../lanes/store.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { type Report, readReport } from './report.ts'
import { COUNTED, deleteItems, keepCounts } from './retention-store.ts'

const itemStates = { pending: 'pending', delivered: 'done', dead: 'dead' } as const

/** The states of deliveries by those of their lane items. */
export const deliveryStates = { pending: 'pending', done: 'delivered', dead: 'dead' } as const

function deliveries(db: Reader) {
  return db.q
    .selectFrom('lane_items as item')
    .innerJoin('lanes as lane', 'lane.id', 'item.lane_id')
    .leftJoin('gates as gate', 'gate.id', 'lane.gate')
    .select([
      'item.id',
      'item.seq',
      'item.kind',
      'item.state',
      'item.runs',
      'item.created_at',
      'item.changed_at',
      'item.last_error',
      'item.origin',
      'lane.uid',
      'lane.key',
      'lane.gate',
      'lane.tenant',
      'lane.subject',
      'lane.owner',
      'lane.head_seq',
      'lane.ready_at',
      'gate.state as gate_state',
    ])
    .where('item.kind', 'in', deliveryKinds)
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** Filters on columns, which the database decides. */
export interface DeliveryFilter {
  readonly agentId?: string | undefined
  readonly agents: 'all' | readonly string[]
  /** The conversation and its handoffs. */
  readonly subjects?: readonly string[] | undefined
  readonly state?: DeliveryState | undefined
  readonly kind?: DeliveryKind | undefined
  /** `message`, or the id of a human service. */
  readonly endpoint?: string | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export function filtered(db: Reader, filter: DeliveryFilter) {
  const { agentId, agents, subjects, state, kind, endpoint, from, until } = filter
  let query = deliveries(db)
  if (agentId !== undefined) query = query.where('item.tenant', '=', agentId)
  if (agents !== 'all') query = query.where('item.tenant', 'in', agents)
  if (subjects !== undefined) query = query.where('lane.subject', 'in', subjects)
  if (state !== undefined) query = query.where('item.state', '=', itemStates[state])
  // The index of dead items is used by a query that repeats its condition.
  if (state === 'dead') query = query.where('item.died_at', 'is not', null)
  if (kind !== undefined) query = query.where('item.kind', '=', kind)
  if (endpoint === 'message') query = query.where('lane.gate', 'like', 'message:%')
  else if (endpoint !== undefined) query = query.where('lane.gate', '=', serviceGate(endpoint))
  if (from !== undefined) query = query.where('item.created_at', '>=', from)
  if (until !== undefined) query = query.where('item.created_at', '<', until)
  return query
}

/** Newest first; `before` is the row id of the last one of the page before. */
export function listDeliveries(
  db: Reader,
  { before, limit, ...filter }: DeliveryFilter & { before?: number | undefined; limit: number },
) {
  const query = filtered(db, filter).orderBy('item.id', 'desc').limit(limit)
  return (before === undefined ? query : query.where('item.id', '<', before)).execute()
}

/** The ids of the items that have the text in their body. */
export async function bodiesWith(db: Reader, itemIds: readonly number[], text: string): Promise<Set<number>> {
  if (itemIds.length === 0) return new Set()
  const position = sql.raw(db.engine === 'postgres' ? 'strpos' : 'instr')
  const rows = await db.q
    .selectFrom('lane_bodies')
    .select('item_id')
    .where('item_id', 'in', itemIds)
    .where(sql<boolean>`${position}(body, ${text}) > 0`)
    .execute()
  return new Set(rows.map(({ item_id }) => item_id))
}

export async function findDelivery(db: Reader, id: string): Promise<DeliveryRow | undefined> {
  const { uid, seq } = parseItemId(id) ?? {}
  if (uid === undefined || seq === undefined) return undefined
  return deliveries(db).where('lane.uid', '=', uid).where('item.seq', '=', seq).executeTakeFirst()
}

/** These items of a lane and those that repeat them, oldest first. */
export async function withRepeats(db: Reader, uid: string, seqs: readonly number[]) {
  const ids = seqs.map((seq) => itemId(uid, seq))
  return db.q
    .selectFrom('lane_items as item')
    .innerJoin('lanes as lane', 'lane.id', 'item.lane_id')
    .select([
      'item.seq',
      'item.origin',
      'item.state',
      'item.created_at',
      'item.changed_at',
      'item.last_error',
    ])
    .where('lane.uid', '=', uid)
    .where(({ or, eb }) => or([eb('item.seq', 'in', seqs), eb('item.origin', 'in', ids)]))
    .orderBy('item.seq')
    .execute()
}

/** The attempts at each, in their order. */
export async function readAttempts(
  db: Reader,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, DeliveryAttempt[]>> {
  const attempts = new Map(itemIds.map((id): [number, DeliveryAttempt[]] => [id, []]))
  if (itemIds.length === 0) return attempts
  const rows = await db.q
    .selectFrom('lane_attempts')
    .select(['item_id', 'number', 'report'])
    .where('item_id', 'in', itemIds)
    .orderBy('number')
    .execute()
  for (const { item_id, number, report } of rows)
    attempts.get(item_id)?.push({ number, ...readReport(report) })
  return attempts
}

/** The last attempt at each; those never attempted are left out. */
export async function readLastAttempts(
  db: Reader,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Report>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('lane_attempts as attempt')
    .select(['attempt.item_id', 'attempt.report'])
    .where('attempt.item_id', 'in', itemIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lane_attempts as later')
            .select('later.number')
            .whereRef('later.item_id', '=', 'attempt.item_id')
            .whereRef('later.number', '>', 'attempt.number'),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ item_id, report }) => [item_id, readReport(report)]))
}

/** Leaves out the lanes of other work (turns, conversions), whose gates are of other kinds. */
const ofEndpoints = sql<boolean>`(lanes.gate LIKE 'message:%' OR lanes.gate LIKE 'human:%')`

/** By endpoint. What waits and what is settled follows from the numbers in the lanes, without a look at their items. */
export async function countByGate(db: Reader, agentId: string) {
  const lanes = await db.q
    .selectFrom('lanes')
    .leftJoin('gates', 'gates.id', 'lanes.gate')
    .select(['lanes.gate', 'gates.state', 'gates.reason', 'gates.probe_at'])
    .select([
      sql<number>`CAST(SUM(next_seq - head_seq) AS BIGINT)`.as('pending'),
      sql<number>`CAST(SUM(head_seq - 1) AS BIGINT)`.as('settled'),
      sql<number>`CAST(SUM(dead_removed) AS BIGINT)`.as('dead_removed'),
    ])
    .where('tenant', '=', agentId)
    .where(ofEndpoints)
    .groupBy(['lanes.gate', 'gates.state', 'gates.reason', 'gates.probe_at'])
    .execute()
  const dead = await db.q
    .selectFrom('lane_items as item')
    .innerJoin('lanes as lane', 'lane.id', 'item.lane_id')
    .select(['lane.gate'])
    .select(({ fn }) => fn.countAll<number>().as('dead'))
    .where('item.tenant', '=', agentId)
    .where('item.died_at', 'is not', null)
    .groupBy('lane.gate')
    .execute()
  const deadBy = new Map(dead.map((row) => [row.gate, row.dead]))
  return lanes.map(({ settled, dead_removed, ...row }) => {
    const dead = deadBy.get(row.gate) ?? 0
    return { ...row, dead, delivered: Math.max(0, settled - dead - dead_removed) }
  })
}

/** At most this many conversations are counted: a metric must not hold up the work it measures. */
const WAITING_LANES_COUNTED = 10_000

/** The number of waiting deliveries by the state of their endpoint, without conversations that a worker holds. */
export async function countWaiting(db: Reader): Promise<Record<Schema['gates']['state'], number>> {
  const waiting = db.q
    .selectFrom('lanes')
    .select(['lanes.gate', sql<number>`next_seq - head_seq`.as('count')])
    .where('lanes.owner', 'is', null)
    .where('lanes.ready_at', 'is not', null)
    .limit(WAITING_LANES_COUNTED)
  const byGate = await db.q
    .selectFrom(waiting.as('lanes'))
    .select(['lanes.gate', sql<number>`CAST(SUM(lanes.count) AS BIGINT)`.as('count')])
    .where(ofEndpoints)
    .groupBy('lanes.gate')
    .execute()
  const closed = await db.q.selectFrom('gates').select(['id', 'state']).where('state', '<>', 'open').execute()
  const states = new Map(closed.map(({ id, state }) => [id, state]))
  const counts = { open: 0, parked: 0, disabled: 0, paused: 0 }
  for (const { gate, count } of byGate) counts[states.get(gate) ?? 'open'] += count
  return counts
}

export const TOO_LATE = 'It was not delivered within the time it may take.'

/** Behind a paused gate nothing expires. */
const expiredBehind = (db: Reader, now: number) =>
  db.q
    .selectFrom('lane_items as item')
    .innerJoin('lanes as lane', 'lane.id', 'item.lane_id')
    .select(['item.id', 'item.kind', 'item.lane_id'])
    .where('lane.gate', 'in', (gates) =>
      gates.selectFrom('gates').select('gates.id').where('gates.state', 'in', ['parked', 'disabled']),
    )
    // With these two conditions, the lanes are found by the index of due lanes, and their items without those settled before.
    .where('lane.owner', 'is', null)
    .where('lane.ready_at', 'is not', null)
    .whereRef('item.seq', '>=', 'lane.head_seq')
    .where('item.state', '=', 'pending')
    .where('item.expires_at', '<=', now)

/** Expired items behind parked and disabled gates. Slow when very many items wait, so it is called with `scanReader`. */
export async function expiredBehindGates(db: Reader, now: number, limit: number): Promise<number[]> {
  const rows = await expiredBehind(db, now).limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Gives up those of the items that still wait behind such a gate; returns their kinds. */
export async function giveUpExpired(tx: Tx, items: readonly number[], now: number): Promise<string[]> {
  const found = await expiredBehind(tx, now).where('item.id', 'in', items).execute()
  const free = await lockFreeLanes(tx, [...new Set(found.map(({ lane_id }) => lane_id))])
  const rows = found.filter(({ lane_id }) => free.has(lane_id))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await tx.q
    .updateTable('lane_items')
    .set({
      state: 'dead',
      changed_at: now,
      died_at: now,
      last_error: TOO_LATE,
    })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .execute()
  await moveHeads(tx, [...free], now)
  return rows.map(({ kind }) => kind)
}

/** Locks the lanes that nobody has claimed. A transaction that adds to one of them waits for the end of this one. */
async function lockFreeLanes(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.q
    .selectFrom('lanes')
    .select('id')
    .where('id', 'in', ids)
    .where('owner', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Removes items settled before `cutoff` with all that belongs to them, in one slice of rows after `after`. Returns the last id
 * of the slice; null at the end, or once all rows are younger than `cutoff`: ids grow with time.
 */
export async function removeSettled(
  tx: Tx,
  cutoff: number,
  after: number,
  limit: number,
): Promise<number | null> {
  const rows = await tx.q
    .selectFrom('lane_items')
    .select(['id', 'lane_id', 'kind', 'state', 'created_at', 'changed_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  const old = rows.filter(({ created_at }) => created_at < cutoff)
  const settled = old.filter(({ state, changed_at }) => state !== 'pending' && changed_at < cutoff)
  if (settled.length > 0) {
    const ended = settled.filter(({ kind }) => endsLane(kind)).map(({ lane_id }) => lane_id)
    await deleteItems(tx, settled)
    await removeEmptyLanes(tx, [...new Set(ended)])
  }
  return rows.length === limit && old.length > 0 ? (rows.at(-1)?.id ?? null) : null
}

/**
 * Whether a lane may be removed with this item. The row of a lane holds the next number of its conversation, and receivers
 * compare numbers as long as the conversation lasts: among deliveries, only a closed handoff is over. Numbers of other work are
 * not shown.
 */
const endsLane = (kind: string) => kind === 'handoff_close' || !deliveryKinds.some((name) => name === kind)

/** Removes idle lanes without items. A transaction that adds an item meanwhile holds the row, and then the lane is not idle. */
async function removeEmptyLanes(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const removed = await tx.q
    .deleteFrom('lanes')
    .where('id', 'in', ids)
    .where('owner', 'is', null)
    .where('ready_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lane_items').select('lane_items.id').whereRef('lane_items.lane_id', '=', 'lanes.id'),
        ),
      ),
    )
    .returning(COUNTED)
    .execute()
  await keepCounts(tx, removed)
}
