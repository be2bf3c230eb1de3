/** SQL of imports: the report of each file that filled a document, written in the transaction that shows its pairs. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { inserting } from '../../platform/database/rows.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { keepNewest } from '../../platform/database/slice-store.ts'

type ImportRow = Schema['imports']

/** The number of reports stored for a document. */
const KEPT = 20

const insertRow = inserting('imports')

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await insertRow(tx, row)
  await keepNewest(tx, 'imports', sql`document_id = ${row.document_id}`, KEPT)
}

/** The report of the last file that filled a document or, with `setId`, that set. */
export function latestImport(
  db: Reader,
  agentId: string,
  documentId: string,
  setId?: string,
): Promise<ImportRow | undefined> {
  const query = db.q
    .selectFrom('imports')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .limit(1)
  return (setId === undefined ? query : query.where('set_id', '=', setId)).executeTakeFirst()
}

/** To be called when a set was copied into another, which takes its place. */
export async function moveImports(tx: Tx, documentId: string, from: string, to: string): Promise<void> {
  await tx.q
    .updateTable('imports')
    .set({ set_id: to })
    .where('document_id', '=', documentId)
    .where('set_id', '=', from)
    .execute()
}

export async function deleteImports(tx: Tx, documentIds: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('imports').where('document_id', 'in', documentIds).execute()
}

export async function putUnderWay(tx: Tx, row: Schema['imports_under_way']): Promise<void> {
  const { rows_read } = row
  await tx.q
    .insertInto('imports_under_way')
    .values(row)
    .onConflict((conflict) => conflict.column('set_id').doUpdateSet({ rows_read }))
    .execute()
}

export async function endUnderWay(tx: Tx, setId: string): Promise<void> {
  await tx.q.deleteFrom('imports_under_way').where('set_id', '=', setId).execute()
}

/** Imports whose set is still being written. */
export function importsUnderWay(db: Reader, agentId: string, limit: number) {
  return db.q
    .selectFrom('imports_under_way as import')
    .innerJoin('pair_sets as set', 'set.id', 'import.set_id')
    .selectAll('import')
    .where('import.agent_id', '=', agentId)
    .where('set.state', '=', 'writing')
    .orderBy('import.set_id')
    .limit(limit)
    .execute()
}
