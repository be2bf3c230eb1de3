/**
 * SQL of drafts: converted revisions that no search finds until they are approved. `rest` in the row of the draft is the state
 * of all pairs without a mark, so that a decision about 100,000 pairs changes one row.
 */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { finding, inserting, locking } from '../../platform/database/rows.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type DraftRow = Schema['drafts']
export type MarkRow = Schema['draft_marks']

/** Some engines accept no more parameters in one statement. */
const ORDINALS_AT_ONCE = 500

export const findDraft = finding('drafts', 'agent_id', 'document_id')

/** Newest document first; `before` is the last document id of the page before. */
export function draftsOfAgent(db: Reader, agentId: string, before: string | undefined, limit: number) {
  const query = db.q
    .selectFrom('drafts')
    .innerJoin('documents', 'documents.id', 'drafts.document_id')
    .selectAll('drafts')
    .select('documents.name')
    .where('drafts.agent_id', '=', agentId)
    .orderBy('drafts.document_id', 'desc')
    .limit(limit)
  return (before === undefined ? query : query.where('drafts.document_id', '<', before)).execute()
}

export const lockDraft = locking('drafts', 'document_id')

export const insertDraft = inserting('drafts')

export async function changeDraft(tx: Tx, documentId: string, to: Partial<DraftRow>): Promise<void> {
  await tx.q.updateTable('drafts').set(to).where('document_id', '=', documentId).execute()
}

/** Deletes the drafts of these documents; returns their sets. */
export async function deleteDrafts(tx: Tx, documentIds: readonly string[]): Promise<string[]> {
  const gone = await tx.q
    .deleteFrom('drafts')
    .where('document_id', 'in', documentIds)
    .returning('set_id')
    .execute()
  const sets = gone.map(({ set_id }) => set_id)
  if (sets.length > 0) await tx.q.deleteFrom('draft_marks').where('set_id', 'in', sets).execute()
  return sets
}

/** Replaces the marks of these ordinals. */
export async function putMarks(tx: Tx, setId: string, marks: readonly Omit<MarkRow, 'set_id'>[]) {
  for (let first = 0; first < marks.length; first += ORDINALS_AT_ONCE) {
    const some = marks.slice(first, first + ORDINALS_AT_ONCE)
    const ordinals = some.map(({ ordinal }) => ordinal)
    const rows = some.map((mark) => ({ ...mark, set_id: setId }))
    const replaced = tx.q.deleteFrom('draft_marks').where('set_id', '=', setId)
    await replaced.where('ordinal', 'in', ordinals).execute()
    await tx.q.insertInto('draft_marks').values(rows).execute()
  }
}

export function marksBetween(db: Reader, setId: string, first: number, end: number): Promise<MarkRow[]> {
  return db.q
    .selectFrom('draft_marks')
    .selectAll()
    .where('set_id', '=', setId)
    .where('ordinal', '>=', first)
    .where('ordinal', '<', end)
    .execute()
}

export async function findMarks(db: Reader, setId: string, ordinals: readonly number[]): Promise<MarkRow[]> {
  const found: MarkRow[] = []
  for (let first = 0; first < ordinals.length; first += ORDINALS_AT_ONCE) {
    const some = ordinals.slice(first, first + ORDINALS_AT_ONCE)
    const query = db.q.selectFrom('draft_marks').selectAll().where('set_id', '=', setId)
    found.push(...(await query.where('ordinal', 'in', some).execute()))
  }
  return found
}

/** Decides marked pairs that are pending; with `withHeld`, also those that were held back. */
export async function decidePendingMarks(
  tx: Tx,
  setId: string,
  state: 'approved' | 'dropped',
  withHeld: boolean,
): Promise<void> {
  let query = tx.q
    .updateTable('draft_marks')
    .set({ state })
    .where('set_id', '=', setId)
    .where('state', '=', 'pending')
  if (!withHeld) query = query.where('held', '=', 0)
  await query.execute()
}

export function countMarks(db: Reader, setId: string) {
  return db.q
    .selectFrom('draft_marks')
    .select(({ fn }) => ['state', 'held', fn.countAll<number>().as('count')])
    .where('set_id', '=', setId)
    .groupBy(['state', 'held'])
    .execute()
}
