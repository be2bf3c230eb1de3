/** SQL of question sets and their runs. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { finding, inserting } from '../../platform/database/rows.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { keepNewest } from '../../platform/database/slice-store.ts'
import { findPair } from '../pair-store.ts'

export type QuestionSetRow = Schema['question_sets']
export type RunRow = Schema['question_set_runs']

export function questionSetsOf(db: Reader, agentId: string) {
  return db.q
    .selectFrom('question_sets')
    .select(['id', 'name', 'question_count', 'created_at', 'updated_at'])
    .where('agent_id', '=', agentId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export const findQuestionSet = finding('question_sets', 'agent_id', 'id')

export const findQuestionSetNamed = finding('question_sets', 'agent_id', 'name')

export const insertQuestionSet = inserting('question_sets')

export async function changeQuestionSet(tx: Tx, id: string, to: Partial<QuestionSetRow>): Promise<void> {
  await tx.q.updateTable('question_sets').set(to).where('id', '=', id).execute()
}

/** With its runs. */
export async function deleteQuestionSet(tx: Tx, id: string): Promise<void> {
  await tx.q.deleteFrom('question_sets').where('id', '=', id).execute()
  await tx.q.deleteFrom('question_set_runs').where('set_id', '=', id).execute()
}

const insertRow = inserting('question_set_runs')

/** Also deletes old runs of the set, so that `keep` of them remain. */
export async function insertRun(tx: Tx, row: RunRow, keep: number): Promise<void> {
  await insertRow(tx, row)
  await keepNewest(tx, 'question_set_runs', sql`set_id = ${row.set_id}`, keep)
}

const runsIn = (db: Reader, setId: string) =>
  db.q.selectFrom('question_set_runs').where('set_id', '=', setId).orderBy('id', 'desc')

/** Newest first, without the results of each question. */
export function runsOfSet(db: Reader, setId: string, limit: number) {
  return runsIn(db, setId).select(['id', 'summary']).limit(limit).execute()
}

export function lastRunOf(db: Reader, setId: string): Promise<RunRow | undefined> {
  return runsIn(db, setId).selectAll().limit(1).executeTakeFirst()
}

export const findRun = finding('question_set_runs', 'set_id', 'id')

/** The present question of a pair that the agent's documents show. */
export async function questionOfPair(db: Reader, agentId: string, id: string): Promise<string | undefined> {
  const setId = id.slice(0, Math.max(0, id.lastIndexOf('-')))
  const document = await db.q
    .selectFrom('documents')
    .select(['set_id', 'revision'])
    .where('set_id', '=', setId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  const row = document && (await findPair(db, document, id))
  return row?.question ?? questionOfMoved(db, agentId, id)
}

/** For a pair whose document was replaced since: it is in another set, where its row has the id. */
async function questionOfMoved(db: Reader, agentId: string, id: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('pairs')
    .innerJoin('documents', 'documents.set_id', 'pairs.set_id')
    .select('pairs.question')
    .where('documents.agent_id', '=', agentId)
    .where('pairs.id', 'is not', null)
    .where('pairs.id', '=', id)
    .whereRef('pairs.added_in', '<=', 'documents.revision')
    .where(({ or, eb }) =>
      or([eb('pairs.removed_in', 'is', null), eb('pairs.removed_in', '>', eb.ref('documents.revision'))]),
    )
    .executeTakeFirst()
  return row?.question
}
