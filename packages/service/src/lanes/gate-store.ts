/**
 * SQL of gates and of their history. Lanes of a closed gate are not claimed; opening a gate makes all or some of its waiting lanes
 * due.
 */
import type { Reader, Tx } from '../platform/database/handle.ts'
import { finding, inserting, putting } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'

export type GateRow = Schema['gates']

/** Returns undefined when the gate is open. */
export function findClosedGate(db: Reader, id: string): Promise<GateRow | undefined> {
  return db.q
    .selectFrom('gates')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'open')
    .executeTakeFirst()
}

/** Finds also an open gate if it has a row, as it does while on trial. */
export const findGate = finding('gates', 'id')

export type ClosedGate = Omit<GateRow, 'opened_at' | 'state'> & {
  readonly state: Exclude<GateRow['state'], 'open'>
}

const put = putting('gates', 'id')

export const putGate = (tx: Tx, gate: ClosedGate) => put(tx, { ...gate, opened_at: null })

/** The opening of a gate whose lanes are brought forward; without `with_asked`, only those that wait for a retry by themselves. */
type GateOpening = Schema['gate_openings']

/** One slice holds the only writer of the embedded engine for a few milliseconds. */
const SLICE_LANES = 500

/**
 * Makes a slice of the lanes due that waited behind a gate when it was opened. A lane whose head was tried since then keeps its
 * time. Returns false when these were all.
 */
async function bringSliceForward(tx: Tx, { gate, at, with_asked }: GateOpening): Promise<boolean> {
  let waiting = tx.q
    .selectFrom('lanes as lane')
    .innerJoin('lane_items as head', (join) =>
      join.onRef('head.lane_id', '=', 'lane.id').onRef('head.seq', '=', 'lane.head_seq'),
    )
    .select('lane.id')
    .where('lane.gate', '=', gate)
    // Both values, so that the index leads past the lanes that are due already.
    .where('lane.retrying', 'in', with_asked === 1 ? [0, 1] : [1])
    .where('lane.owner', 'is', null)
    .where('lane.ready_at', '>', at)
    .where('head.changed_at', '<=', at)
    .limit(SLICE_LANES)
  if (with_asked === 0) waiting = waiting.where('lane.wait_asked', '=', 0)
  const ids = (await waiting.execute()).map(({ id }) => id)
  if (ids.length === 0) return false
  const lanes = tx.q.updateTable('lanes').set({ ready_at: at }).where('id', 'in', ids)
  await lanes.where('owner', 'is', null).execute()
  return ids.length === SLICE_LANES
}

/** Brings a first slice forward. For the others it stores the opening, which `goOnOpening` ends, after a restart too. */
async function bringForward(tx: Tx, opening: GateOpening): Promise<void> {
  if (!(await bringSliceForward(tx, opening))) return
  await tx.q
    .insertInto('gate_openings')
    .values(opening)
    .onConflict((conflict) =>
      conflict.column('gate').doUpdateSet({
        at: opening.at,
        ...(opening.with_asked === 1 ? { with_asked: 1 } : {}),
      }),
    )
    .execute()
}

/** Openings with lanes that are still to be brought forward. */
export function openingsUnderWay(db: Reader): Promise<GateOpening[]> {
  return db.q.selectFrom('gate_openings').selectAll().orderBy('gate').execute()
}

/** Brings the next slice forward; returns false when these were the last. */
export async function goOnOpening(tx: Tx, opening: GateOpening): Promise<boolean> {
  if (await bringSliceForward(tx, opening)) return true
  const { gate, at } = opening
  await tx.q.deleteFrom('gate_openings').where('gate', '=', gate).where('at', '=', at).execute()
  return false
}

/** Opens the gate by deleting its row, and brings forward all lanes behind it. */
export async function openGate(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q.deleteFrom('gates').where('id', '=', id).execute()
  await bringForward(tx, { gate: id, at: now, with_asked: 1 })
}

/** Opens a paused gate; returns false if it was not paused. */
export async function dropPause(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.q
    .deleteFrom('gates')
    .where('id', '=', id)
    .where('state', '=', 'paused')
    .executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

/** Opens a parked gate on trial, brings forward a few of the lanes that wait for a retry, and returns these. */
export async function openOnTrial(tx: Tx, id: string, now: number, few: number): Promise<string[]> {
  await tx.q
    .updateTable('gates')
    .set({ state: 'open', reason: null, probe_at: null, opened_at: now })
    .where('id', '=', id)
    .where('state', '=', 'parked')
    .execute()
  const rows = await tx.q
    .updateTable('lanes')
    .set({ ready_at: now })
    .where('id', 'in', (lanes) =>
      lanes
        .selectFrom('lanes')
        .select('id')
        .where('gate', '=', id)
        .where('retrying', '=', 1)
        .where('wait_asked', '=', 0)
        .where('owner', 'is', null)
        .where('ready_at', '>', now)
        .orderBy('ready_at')
        .limit(few),
    )
    .where('owner', 'is', null)
    .returning('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Ends the trial of a gate that works. After long trouble the other lanes are brought forward too; returns whether they were. */
export async function endTrial(tx: Tx, id: string, now: number, longMs: number): Promise<boolean> {
  const gate = await tx.q
    .deleteFrom('gates')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning(['parked_at', 'opened_at'])
    .executeTakeFirst()
  if (!gate || (gate.opened_at ?? 0) - (gate.parked_at ?? 0) < longMs) return false
  await bringForward(tx, { gate: id, at: now, with_asked: 0 })
  return true
}

/** Returns parked gates whose probe is due, the least probed first: such an endpoint may work, and only some messages fail. */
export function gatesToProbe(db: Reader, now: number, limit: number): Promise<GateRow[]> {
  return db.q
    .selectFrom('gates')
    .selectAll()
    .where('state', '=', 'parked')
    .where('probe_at', '<=', now)
    .orderBy('probes')
    .orderBy('probe_at')
    .limit(limit)
    .execute()
}

/** Lets a parked gate be probed at the next poll, because somebody waits for it. */
export async function probeSoon(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q
    .updateTable('gates')
    .set({ probe_at: now })
    .where('id', '=', id)
    .where('state', '=', 'parked')
    .where('probe_at', '>', now)
    .execute()
}

/** Claims the probe of a gate for this process; returns false when another process was faster. */
export async function takeProbe(tx: Tx, gate: GateRow, nextProbeAt: number): Promise<boolean> {
  const result = await tx.q
    .updateTable('gates')
    .set({ probe_at: nextProbeAt, probes: gate.probes + 1 })
    .where('id', '=', gate.id)
    .where('state', '=', 'parked')
    .where('probe_at', '=', gate.probe_at)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Stores the reason why a parked gate is still closed. */
export async function noteProbe(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.q.updateTable('gates').set({ reason }).where('id', '=', id).where('state', '=', 'parked').execute()
}

export async function countClosedGates(db: Reader): Promise<Record<ClosedGate['state'], number>> {
  const rows = await db.q
    .selectFrom('gates')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { parked: countOf('parked'), disabled: countOf('disabled'), paused: countOf('paused') }
}

export type GateChange = Omit<Schema['gate_changes'], 'id'>

const insertChange = inserting('gate_changes')
export const noteChange = (tx: Tx, change: GateChange) =>
  insertChange(tx, { id: newId(change.at), ...change })

/** Newest first. */
export function changesOf(db: Reader, gate: string, limit: number): Promise<GateChange[]> {
  return db.q
    .selectFrom('gate_changes')
    .select(['gate', 'at', 'state', 'reason'])
    .where('gate', '=', gate)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes the history of removed gates. */
export async function forgetChanges(tx: Tx, gates: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('gate_changes').where('gate', 'in', gates).execute()
}

export async function removeChanges(tx: Tx, before: number): Promise<void> {
  await tx.q.deleteFrom('gate_changes').where('at', '<', before).execute()
}
