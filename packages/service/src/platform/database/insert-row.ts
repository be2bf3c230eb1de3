/** Inserts one row with a prepared query, built once for each table and set of columns. */
import type { Insertable } from 'kysely'
import type { Tx } from './handle.ts'
import { type Prepared, prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

type Row = Readonly<Record<string, unknown>>

/** By table and columns. */
const inserts = new Map<string, Prepared<Row, unknown>>()

export async function insertRow<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<void> {
  const columns = Object.keys(row)
  const name = `${table} ${columns.join(' ')}`
  const insert = inserts.get(name) ?? insertOf(table, columns)
  inserts.set(name, insert)
  await tx.run(insert, row as Row)
}

/** Returns the function that inserts a row into a table. */
export const inserting =
  <Table extends keyof Schema>(table: Table) =>
  (tx: Tx, row: Insertable<Schema[Table]>): Promise<void> =>
    insertRow(tx, table, row)

function insertOf(table: keyof Schema, columns: readonly string[]): Prepared<Row, unknown> {
  return prepared<Row>()((q, p) => {
    const slots = Object.fromEntries(columns.map((column) => [column, p[column]]))
    return q.insertInto(table).values(slots as Insertable<Schema[typeof table]>)
  })
}
