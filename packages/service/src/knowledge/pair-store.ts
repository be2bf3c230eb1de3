/** SQL of revisions, their pairs, and the one revision that each document can return to. */
import { sql } from 'kysely'
import type { Param } from '../platform/database/dialect.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'
import { deleteSlice } from '../platform/database/slice-store.ts'

export interface Pair {
  question: string
  answer: string
  keywords?: readonly string[] | undefined
  /** JSON: where a converted pair came from. */
  origin?: string | undefined
}

const pairColumns = {
  revision_id: 'text',
  ordinal: 'bigint',
  question: 'text',
  answer: 'text',
  keywords: 'text',
  origin: 'text',
} as const

/** Written out, since the index of revisions to clear is used only by a query that repeats its condition word for word. */
const notLive = sql<boolean>`state <> 'live'`

export async function insertRevision(tx: Tx, row: Schema['revisions']): Promise<void> {
  await tx.q.insertInto('revisions').values(row).execute()
}

export async function setRevisionState(
  tx: Tx,
  ids: readonly string[],
  state: Schema['revisions']['state'],
  nowMs: number,
): Promise<void> {
  await tx.q.updateTable('revisions').set({ state, touched_at: nowMs }).where('id', 'in', ids).execute()
}

/** False when the revision is gone: it was untouched for so long that it was cleared as abandoned. */
export const touchRevision = (tx: Tx, id: string, nowMs: number) => settleWriting(tx, id, 'writing', nowMs)

/** Ends the writing of a revision. False when the revision is no longer being written. */
export async function settleWriting(
  tx: Tx,
  id: string,
  state: Schema['revisions']['state'],
  nowMs: number,
): Promise<boolean> {
  const result = await tx.q
    .updateTable('revisions')
    .set({ state, touched_at: nowMs })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function insertPairs(
  tx: Tx,
  revisionId: string,
  firstOrdinal: number,
  pairs: readonly Pair[],
): Promise<void> {
  const rows: Param[][] = pairs.map((pair, i) => [
    revisionId,
    firstOrdinal + i,
    pair.question,
    pair.answer,
    pair.keywords?.length ? JSON.stringify(pair.keywords) : null,
    pair.origin ?? null,
  ])
  await tx.insertMany('pairs', pairColumns, rows)
}

export function readPairs(db: Reader, revisionId: string, first: number, limit: number) {
  return db.q
    .selectFrom('pairs')
    .select(['ordinal', 'question', 'answer', 'keywords', 'origin'])
    .where('revision_id', '=', revisionId)
    .where('ordinal', '>=', first)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/** Copies a run of pairs into another revision, in the database. */
export async function copyPairs(
  tx: Tx,
  from: string,
  to: string,
  first: number,
  count: number,
): Promise<void> {
  await tx.q
    .insertInto('pairs')
    .columns(['revision_id', 'ordinal', 'question', 'answer', 'keywords', 'origin'])
    .expression((query) =>
      query
        .selectFrom('pairs')
        .select((pair) => [
          pair.val(to).as('revision_id'),
          'ordinal',
          'question',
          'answer',
          'keywords',
          'origin',
        ])
        .where('revision_id', '=', from)
        .where('ordinal', '>=', first)
        .where('ordinal', '<', first + count),
    )
    .execute()
}

/** Retires revisions whose writers have been silent since `abandonedBefore`; such a writer fails at its next slice. */
export async function retireAbandoned(tx: Tx, abandonedBefore: number, nowMs: number): Promise<void> {
  await tx.q
    .updateTable('revisions')
    .set({ state: 'retired', touched_at: nowMs })
    .where(notLive)
    .where('state', '=', 'writing')
    .where('touched_at', '<', abandonedBefore)
    .execute()
}

export function retiredRevisions(db: Reader, limit: number) {
  return db.q
    .selectFrom('revisions')
    .select('id')
    .where(notLive)
    .where('state', '=', 'retired')
    .orderBy('touched_at')
    .limit(limit)
    .execute()
}

export const deletePairs = (tx: Tx, revisionId: string, limit: number) =>
  deleteSlice(tx, 'pairs', 'ordinal', sql`revision_id = ${revisionId}`, limit)

export async function deleteRevision(tx: Tx, id: string): Promise<void> {
  // The account of its conversion goes with it, unless the document has no newer one.
  await tx.q
    .deleteFrom('conversion_runs')
    .where('document_id', '=', (query) =>
      query.selectFrom('revisions').select('document_id').where('id', '=', id),
    )
    .where('revision_id', '=', id)
    .where('is_current', '=', 0)
    .execute()
  await tx.q.deleteFrom('revisions').where('id', '=', id).execute()
}

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

/** Forgets the kept revisions of these documents that were kept by the time `keptBefore`; returns their ids. */
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

/** Documents whose revision was kept by the time `before`. */
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
