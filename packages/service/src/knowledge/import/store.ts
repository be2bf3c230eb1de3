/** SQL of imports: the account of each file that filled a document, written with the transaction that shows it. */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type ImportRow = Schema['imports']

/** Accounts kept of one document. */
const KEPT = 20

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.q.insertInto('imports').values(row).execute()
  const kept = tx.q
    .selectFrom('imports')
    .select('id')
    .where('document_id', '=', row.document_id)
    .orderBy('id', 'desc')
    .limit(KEPT)
  await tx.q
    .deleteFrom('imports')
    .where('document_id', '=', row.document_id)
    .where('id', 'not in', kept)
    .execute()
}

export function latestImport(
  db: Reader,
  agentId: string,
  documentId: string,
): Promise<ImportRow | undefined> {
  return db.q
    .selectFrom('imports')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function deleteImports(tx: Tx, documentIds: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('imports').where('document_id', 'in', documentIds).execute()
}
