/** SQL of the revision each document can go back to. A document has one at most. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'

export type KeptRow = Schema['kept_revisions']

export function findKept(db: Reader, documentId: string): Promise<KeptRow | undefined> {
  return db.q
    .selectFrom('kept_revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .executeTakeFirst()
}

export async function insertKept(tx: Tx, row: KeptRow): Promise<void> {
  await tx.q.insertInto('kept_revisions').values(row).execute()
}

/** Forgets what these documents could go back to, if it was kept by the time `keptBefore`; answers those revisions. */
export async function deleteKept(
  tx: Tx,
  documentIds: readonly string[],
  keptBefore = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const gone = await tx.q
    .deleteFrom('kept_revisions')
    .where('document_id', 'in', documentIds)
    .where('kept_at', '<=', keptBefore)
    .returning('revision_id')
    .execute()
  return gone.map(({ revision_id }) => revision_id)
}

/** Documents whose kept revision has been kept long enough. */
export async function documentsKeptSince(db: Reader, before: number, limit: number): Promise<string[]> {
  const rows = await db.q
    .selectFrom('kept_revisions')
    .select('document_id')
    .where('kept_at', '<=', before)
    .orderBy('kept_at')
    .limit(limit)
    .execute()
  return rows.map(({ document_id }) => document_id)
}
