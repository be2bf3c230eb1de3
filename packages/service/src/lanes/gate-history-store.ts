/** SQL of the history of gates: what closed and opened them, and when. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'

export type GateChange = Omit<Schema['gate_changes'], 'id'>

export async function noteChange(tx: Tx, change: GateChange): Promise<void> {
  await tx.q
    .insertInto('gate_changes')
    .values({ id: newId(change.at), ...change })
    .execute()
}

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

/** The gates were removed, and their history goes with them. */
export async function forgetChanges(tx: Tx, gates: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('gate_changes').where('gate', 'in', gates).execute()
}

export async function removeChanges(tx: Tx, before: number): Promise<void> {
  await tx.q.deleteFrom('gate_changes').where('at', '<', before).execute()
}
