/** SQL of revisions: what each document shows, and the revisions to go back to. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { inserting } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { deleteRemoved, setStates } from './pair-store.ts'

export type RevisionRow = Schema['revisions']

/** Written out, since the index of old revisions is used only by a query that repeats its condition. */
const isReplaced = sql<boolean>`replaced_at IS NOT NULL`

/** A pair counts at least this many characters, because it takes more room than its text. */
export const LEAST_PAIR_CHARS = 500
/** A document that shows nothing yet counts this many: its text waits for a model, or its pairs for approval. */
export const UNSHOWN_CHARS = 1_000_000

/** Newest first. A document has few. */
export function revisionsOf(db: Reader, documentId: string): Promise<RevisionRow[]> {
  return db.q
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('revision', 'desc')
    .execute()
}

/**
 * The characters an agent keeps, counted as in `limit-knowledge.ts`: of each set the most that one of its revisions shows. Slow
 * for many documents, so it is called with `scanReader`.
 */
export async function keptChars(db: Reader, agentId: string): Promise<number> {
  const chars = sql`CASE WHEN revisions.char_count > ${LEAST_PAIR_CHARS} * revisions.pair_count
    THEN revisions.char_count ELSE ${LEAST_PAIR_CHARS} * revisions.pair_count END`
  const { total } = await db.q
    .selectFrom((sets) =>
      sets
        .selectFrom('documents')
        .leftJoin('revisions', 'revisions.document_id', 'documents.id')
        .where('documents.base_id', 'in', (base) =>
          base.selectFrom('knowledge_bases').select('id').where('agent_id', '=', agentId),
        )
        .groupBy(['documents.id', 'revisions.set_id'])
        .select(sql<number>`COALESCE(MAX(${chars}), ${UNSHOWN_CHARS})`.as('chars'))
        .as('kept'),
    )
    .select(sql<number>`CAST(COALESCE(SUM(chars), 0) AS BIGINT)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const insertRevision = inserting('revisions')

export async function setReplaced(tx: Tx, documentId: string, revision: number, nowMs: number) {
  await tx.q
    .updateTable('revisions')
    .set({ replaced_at: nowMs })
    .where('document_id', '=', documentId)
    .where('revision', '=', revision)
    .execute()
}

/** To be called when a set was copied into another, which takes its place. */
export async function moveRevisions(tx: Tx, from: string, to: string): Promise<void> {
  await tx.q.updateTable('revisions').set({ set_id: to }).where('set_id', '=', from).execute()
}

/** Documents with revisions that were replaced by the time `before`. */
export async function documentsWithOldRevisions(
  db: Reader,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.q
    .selectFrom('revisions')
    .select('document_id')
    .distinct()
    .where(isReplaced)
    .where('replaced_at', '<=', before)
    .limit(limit)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** Forgets revisions of a document and all that no other revision shows. The row of the document must be locked. */
export async function forgetRevisions(
  tx: Tx,
  documentId: string,
  rows: readonly Pick<RevisionRow, 'revision' | 'set_id'>[],
  nowMs: number,
): Promise<void> {
  if (rows.length === 0) return
  const numbers = rows.map(({ revision }) => revision)
  const gone = tx.q.deleteFrom('revisions').where('document_id', '=', documentId)
  await gone.where('revision', 'in', numbers).execute()
  for (const setId of new Set(rows.map(({ set_id }) => set_id))) {
    const { oldest } = await tx.q
      .selectFrom('revisions')
      .select(({ fn }) => fn.min<number | null>('revision').as('oldest'))
      .where('set_id', '=', setId)
      .executeTakeFirstOrThrow()
    if (oldest === null) await setStates(tx, [setId], 'retired', nowMs)
    else await deleteRemoved(tx, setId, oldest)
  }
}

/** Forgets all revisions of these documents; returns their sets. */
export async function deleteRevisions(tx: Tx, documentIds: readonly string[]): Promise<string[]> {
  const gone = await tx.q
    .deleteFrom('revisions')
    .where('document_id', 'in', documentIds)
    .returning('set_id')
    .execute()
  return [...new Set(gone.map(({ set_id }) => set_id))]
}
