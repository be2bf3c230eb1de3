/** Single rows: inserts, puts or finds one by columns that identify it. Queries that insert or find are prepared, once for each form. */
import type { Insertable, Selectable } from 'kysely'
import type { Param } from './dialect.ts'
import type { Reader, Tx } from './handle.ts'
import { type Prepared, prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

type Row = Readonly<Record<string, unknown>>
type Column<Table extends keyof Schema> = keyof Schema[Table] & string

/** Returns the function that inserts a row into a table. */
export function inserting<Table extends keyof Schema>(table: Table) {
  /** By columns: those with a default may be left out. */
  const forms = new Map<string, Prepared<Row, unknown>>()
  return async (tx: Tx, row: Insertable<Schema[Table]>): Promise<void> => {
    const columns = Object.keys(row)
    const name = columns.join(' ')
    const insert = forms.get(name) ?? insertOf(table, columns)
    forms.set(name, insert)
    await tx.run(insert, row as Row)
  }
}

function insertOf(table: keyof Schema, columns: readonly string[]): Prepared<Row, unknown> {
  return prepared<Row>()((q, p) => {
    const slots = Object.fromEntries(columns.map((column) => [column, p[column]]))
    return q.insertInto(table).values(slots as Insertable<Schema[typeof table]>)
  })
}

/** Returns the function that inserts a row, or changes the row that has the same values in these columns. */
export const putting =
  <Table extends keyof Schema>(table: Table, ...keys: readonly Column<Table>[]) =>
  async (tx: Tx, row: Insertable<Schema[Table]>): Promise<void> => {
    const others = Object.entries(row).filter(([column]) => !keys.some((key) => key === column))
    await tx.q
      .insertInto(table as 'agents')
      .values(row as unknown as Insertable<Schema['agents']>)
      .onConflict((conflict) =>
        conflict
          .columns(keys as readonly string[] as readonly ['id'])
          .doUpdateSet(Object.fromEntries(others)),
      )
      .execute()
  }

/** Returns the function that finds the row with these values in these columns. */
export const finding = <Table extends keyof Schema, Columns extends readonly Column<Table>[]>(
  table: Table,
  ...columns: Columns
) => finder<Table, Columns, Reader>(table, columns, false)

/** The same, and locks the row until the transaction ends. */
export const locking = <Table extends keyof Schema, Columns extends readonly Column<Table>[]>(
  table: Table,
  ...columns: Columns
) => finder<Table, Columns, Tx>(table, columns, true)

function finder<Table extends keyof Schema, Columns extends readonly Column<Table>[], Handle extends Reader>(
  table: Table,
  columns: Columns,
  locks: boolean,
) {
  const query = prepared<Row>()((q, p) => {
    const found = columns.reduce(
      (rows, column) => rows.where(q.dynamic.ref<string>(column), '=', p[column]),
      q.selectFrom(table as 'agents').selectAll(),
    )
    return locks ? found.forUpdate() : found
  })
  return async (
    db: Handle,
    ...values: { [Place in keyof Columns]: Param }
  ): Promise<Selectable<Schema[Table]> | undefined> => {
    const [row] = await db.run(query, Object.fromEntries(columns.map((column, i) => [column, values[i]])))
    return row as Selectable<Schema[Table]> | undefined
  }
}
