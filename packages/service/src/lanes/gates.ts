/** SQL of gates: closing one keeps its lanes from being claimed, opening it makes those that wait due at once. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'

export type GateRow = Schema['gates']

export function findGate(db: Reader, id: string): Promise<GateRow | undefined> {
  return db.q.selectFrom('gates').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function putGate(tx: Tx, row: GateRow): Promise<void> {
  const { id: _id, ...rest } = row
  await tx.q
    .insertInto('gates')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute()
}

/** Opens the gate and brings forward the lanes behind it: all, or those whose wait nobody asked for. */
export async function openGate(tx: Tx, id: string, now: number, which: 'all' | 'not asked'): Promise<void> {
  await tx.q.deleteFrom('gates').where('id', '=', id).execute()
  await tx.q
    .updateTable('lanes')
    .set({ ready_at: now })
    .where('gate', '=', id)
    .where('owner', 'is', null)
    .where('retrying', 'in', which === 'all' ? [0, 1] : [1])
    .where('ready_at', '>', now)
    .execute()
}

export function gatesToProbe(db: Reader, now: number): Promise<GateRow[]> {
  return db.q
    .selectFrom('gates')
    .selectAll()
    .where('state', '=', 'parked')
    .where('probe_at', '<=', now)
    .orderBy('probe_at')
    .limit(50)
    .execute()
}

/** Has a parked gate probed at the next look, because somebody waits for it. */
export async function probeSoon(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q
    .updateTable('gates')
    .set({ probe_at: now })
    .where('id', '=', id)
    .where('state', '=', 'parked')
    .where('probe_at', '>', now)
    .execute()
}

/** Takes the probe of a gate for this process; false when another was faster. */
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

export async function countClosedGates(db: Reader, state: 'parked' | 'disabled'): Promise<number> {
  const { count } = await db.q
    .selectFrom('gates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return Number(count)
}
