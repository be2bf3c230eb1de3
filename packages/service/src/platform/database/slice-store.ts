/** Deletes rows of any table: many rows in slices, so that no transaction waits long for the writer; or all but the newest rows. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './handle.ts'
import type { Schema } from './schema.ts'

/** Deletes up to `limit` rows that meet the condition and returns their number. The columns of `key` tell them apart. */
export async function deleteSlice(
  tx: Tx,
  table: keyof Schema,
  key: readonly string[],
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const rows = sql.table(table)
  const id = sql.join(key.map((column) => sql.ref(column)))
  const few = sql`SELECT ${id} FROM ${rows} WHERE ${condition} LIMIT ${limit}`
  const result = await sql`DELETE FROM ${rows} WHERE ${condition} AND (${id}) IN (${few})`.execute(tx.q)
  return Number(result.numAffectedRows ?? 0)
}

/** Runs `slice` until it deletes nothing. Need not wait for the disk: rows that a power cut brings back are found again. */
export async function deleteInSlices(
  database: Database,
  name: string,
  slice: (tx: Tx) => Promise<number>,
  stopped: () => boolean,
): Promise<number> {
  let total = 0
  for (let count = 1; count > 0 && !stopped(); total += count)
    count = await database.transaction(name, slice, 'process')
  return total
}

/** Deletes the rows that meet the condition, except those with the highest ids. */
export async function keepNewest(
  tx: Tx,
  table: keyof Schema,
  condition: RawBuilder<unknown>,
  kept: number,
): Promise<void> {
  const rows = sql.table(table)
  const newest = sql`SELECT id FROM ${rows} WHERE ${condition} ORDER BY id DESC LIMIT ${kept}`
  await sql`DELETE FROM ${rows} WHERE ${condition} AND id NOT IN (${newest})`.execute(tx.q)
}
