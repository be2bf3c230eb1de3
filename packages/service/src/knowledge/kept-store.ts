/** SQL of the revision each document can go back to. A document has one at most. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'

export type KeptRow = Schema['kept_revisions']

const take = prepared<{ documentId: string }>()((q, p) =>
  q.deleteFrom('kept_revisions').where('document_id', '=', p.documentId).returning('revision_id'),
)
const put = prepared<KeptRow>()((q, p) =>
  q.insertInto('kept_revisions').values({
    document_id: p.document_id,
    revision_id: p.revision_id,
    pair_count: p.pair_count,
    char_count: p.char_count,
    format: p.format,
    source_url: p.source_url,
    kept_at: p.kept_at,
  }),
)

export function findKept(db: Reader, documentId: string): Promise<KeptRow | undefined> {
  return db.q
    .selectFrom('kept_revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .executeTakeFirst()
}

export async function insertKept(tx: Tx, row: KeptRow): Promise<void> {
  await tx.change(put, row)
}

/** Forgets what a document could go back to; answers that revision. */
export async function takeKept(tx: Tx, documentId: string): Promise<string | undefined> {
  return (await tx.run(take, { documentId }))[0]?.revision_id
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
