/**
 * SQL of conversions: one row for each conversion of a document, and its chunks. A conversion is `writing` while its chunks
 * are stored, `running` from when it was accepted, `waiting` as a draft, then `done` or `failed`; `dropped` when something
 * newer took its place.
 */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { finding, inserting, locking } from '../../platform/database/rows.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { deleteSlice } from '../../platform/database/slice-store.ts'
import { newId } from '../../platform/ids.ts'

export type RunRow = Schema['conversion_runs']
export type ChunkRow = Schema['conversion_chunks']

/** Whether a conversion made this set of a document, or the last thing tried with the document was to convert it. */
export async function isConverted(db: Reader, documentId: string, setId: string): Promise<boolean> {
  const found = await db.q
    .selectFrom('conversion_runs')
    .select('id')
    .where('document_id', '=', documentId)
    .where('state', 'not in', ['writing', 'dropped'])
    .where((run) =>
      run.or([run('set_id', '=', setId), run.and([run('is_current', '=', 1), run('state', '<>', 'done')])]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function newRun(
  input: { agentId: string; docId: string; fileName: string; sourceUrl: string | null; report: string },
  nowMs: number,
): RunRow {
  return {
    id: newId(nowMs),
    document_id: input.docId,
    agent_id: input.agentId,
    file_name: input.fileName,
    source_url: input.sourceUrl,
    state: 'running',
    is_current: 0,
    is_reviewed: 0,
    set_id: null,
    base_ordinal: null,
    reason: null,
    report: input.report,
    to_clear: 0,
    started_at: nowMs,
    updated_at: nowMs,
    ended_at: null,
  }
}

export const insertRun = inserting('conversion_runs')

/** Returns false when it is no longer being written, because its writer was silent for too long. */
export async function touchWritingRun(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const result = await tx.q
    .updateTable('conversion_runs')
    .set({ updated_at: nowMs })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function insertChunks(tx: Tx, rows: readonly ChunkRow[]): Promise<void> {
  await tx.q.insertInto('conversion_chunks').values(rows).execute()
}

export const findRun = finding('conversion_runs', 'id')

export const lockRun = locking('conversion_runs', 'id')

/** The conversions of a document that people can see, in no order. */
export function runsOfDocument(db: Reader, agentId: string, documentId: string): Promise<RunRow[]> {
  return db.q
    .selectFrom('conversion_runs')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('agent_id', '=', agentId)
    .where('state', 'not in', ['writing', 'dropped'])
    .execute()
}

export async function changeRun(tx: Tx, id: string, to: Partial<Omit<RunRow, 'id'>>): Promise<void> {
  await tx.q.updateTable('conversion_runs').set(to).where('id', '=', id).execute()
}

/**
 * Makes way for newer content of these documents: conversions that are done become history, others are dropped. Returns the ids
 * of running ones.
 */
export async function retireRuns(tx: Tx, documentIds: readonly string[], nowMs: number): Promise<string[]> {
  const running = await tx.q
    .selectFrom('conversion_runs')
    .select('id')
    .where('document_id', 'in', documentIds)
    .where('state', '=', 'running')
    .execute()
  await tx.q
    .updateTable('conversion_runs')
    .set({
      is_current: 0,
      to_clear: 1,
      updated_at: nowMs,
      state: sql<RunRow['state']>`CASE WHEN state = 'done' THEN 'done' ELSE 'dropped' END`,
    })
    .where('document_id', 'in', documentIds)
    .where('state', 'not in', ['writing', 'dropped'])
    .where('is_current', '=', 1)
    .execute()
  return running.map(({ id }) => id)
}

/** Drops all conversions of deleted documents. */
export async function dropRuns(tx: Tx, documentIds: readonly string[], nowMs: number): Promise<void> {
  await tx.q
    .updateTable('conversion_runs')
    .set({ state: 'dropped', is_current: 0, to_clear: 1, updated_at: nowMs })
    .where('document_id', 'in', documentIds)
    .where('state', '<>', 'writing')
    .execute()
}

const changeRunsOf = (tx: Tx, documentId: string, to: Partial<RunRow>) =>
  tx.q.updateTable('conversion_runs').set(to).where('document_id', '=', documentId)

/** To be called when a set was copied into another, which takes its place. */
export async function moveRuns(tx: Tx, documentId: string, from: string, to: string): Promise<void> {
  await changeRunsOf(tx, documentId, { set_id: to }).where('set_id', '=', from).execute()
}

/** Notes that a person has edited the pairs of a converted set. */
export async function setReviewed(tx: Tx, documentId: string, setId: string): Promise<void> {
  await changeRunsOf(tx, documentId, { is_reviewed: 1 }).where('set_id', '=', setId).execute()
}

/** To be called after a rollback: the last pairs of the document were not appended since these conversions began. */
export async function forgetBaseOrdinals(tx: Tx, documentId: string): Promise<void> {
  await changeRunsOf(tx, documentId, { base_ordinal: null }).execute()
}

const chunksOf = (db: Reader, runId: string) =>
  db.q.selectFrom('conversion_chunks').where('run_id', '=', runId).orderBy('ordinal')

export function pendingChunks(db: Reader, runId: string, after: number, limit: number): Promise<ChunkRow[]> {
  const query = chunksOf(db, runId).selectAll().where('state', '=', 'pending')
  return query.where('ordinal', '>', after).limit(limit).execute()
}

/** The places of pending chunks, with the beginning of their text. */
export function pendingPlaces(db: Reader, runId: string) {
  const query = chunksOf(db, runId).where('state', '=', 'pending')
  return query.select(['place', sql<string>`substr(body, 1, 400)`.as('head')]).execute()
}

/** Stores the result of a chunk, once: a second call changes nothing. */
export async function settleChunk(
  tx: Tx,
  runId: string,
  ordinal: number,
  to: Pick<ChunkRow, 'state' | 'result' | 'tries' | 'reason'>,
  nowMs: number,
): Promise<void> {
  const result = await tx.q
    .updateTable('conversion_chunks')
    .set(to)
    .where('run_id', '=', runId)
    .where('ordinal', '=', ordinal)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 1) await changeRun(tx, runId, { updated_at: nowMs })
}

/** Gives up the pending chunks; returns how many there were. */
export function failPendingChunks(tx: Tx, runId: string, reason: string): Promise<number> {
  return changeChunks(tx, runId, 'pending', { state: 'failed', reason })
}

/** Makes failed chunks pending again; returns how many there were. */
export function renewFailedChunks(tx: Tx, runId: string): Promise<number> {
  return changeChunks(tx, runId, 'failed', { state: 'pending', result: null, tries: 0, reason: null })
}

async function changeChunks(tx: Tx, runId: string, from: ChunkRow['state'], to: Partial<ChunkRow>) {
  const query = tx.q.updateTable('conversion_chunks').set(to).where('run_id', '=', runId)
  return Number((await query.where('state', '=', from).executeTakeFirst()).numUpdatedRows)
}

/** The number of chunks by state; `found` ones never needed a model. */
export async function countChunks(db: Reader, runId: string): Promise<Record<ChunkRow['state'], number>> {
  const rows = await db.q
    .selectFrom('conversion_chunks')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute()
  const counts = { found: 0, pending: 0, done: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** The progress of the chunks that a model is asked about. */
export async function progressOf(db: Reader, runId: string) {
  const { pending, done, failed } = await countChunks(db, runId)
  return { total: pending + done + failed, done, failed }
}

export function chunksFrom(db: Reader, runId: string, from: number, limit: number) {
  const query = chunksOf(db, runId).select(['ordinal', 'state', 'fallback', 'result'])
  return query.where('ordinal', '>=', from).limit(limit).execute()
}

/** The places of the chunks that a model was asked about. */
export function askedPlaces(db: Reader, runId: string) {
  return chunksOf(db, runId).select(['ordinal', 'place']).where('state', '<>', 'found').execute()
}

export async function chunkBody(db: Reader, runId: string, ordinal: number): Promise<string | undefined> {
  const query = chunksOf(db, runId).select('body').where('ordinal', '=', ordinal)
  return (await query.executeTakeFirst())?.body
}

export function failedChunks(db: Reader, runId: string, limit: number) {
  const query = chunksOf(db, runId).select(['ordinal', 'place', 'body', 'tries', 'reason'])
  return query.where('state', '=', 'failed').limit(limit).execute()
}

/** Conversions whose chunks are no longer needed, and those whose writer has been silent since `abandonedBefore`. */
export function runsToClear(db: Reader, abandonedBefore: number, limit: number) {
  return db.q
    .selectFrom('conversion_runs')
    .select(['id', 'state'])
    .where(sql<boolean>`to_clear = 1`)
    .where((run) => run.or([run('state', '<>', 'writing'), run('updated_at', '<', abandonedBefore)]))
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Drops a conversion whose writer has been silent; returns false when the writer has woken up meanwhile. If it wakes up later, its next slice fails. */
export async function abandonRun(tx: Tx, id: string, silentSince: number): Promise<boolean> {
  const result = await tx.q
    .updateTable('conversion_runs')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .where('updated_at', '<', silentSince)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export const deleteChunks = (tx: Tx, runId: string, limit: number) =>
  deleteSlice(tx, 'conversion_chunks', ['ordinal'], sql`run_id = ${runId}`, limit)

/** To be called when its chunks are deleted. The row of a dropped conversion goes too; others still describe a set. */
export async function concludeClearing(tx: Tx, id: string): Promise<void> {
  await tx.q.deleteFrom('conversion_runs').where('id', '=', id).where('state', '=', 'dropped').execute()
  await tx.q
    .updateTable('conversion_runs')
    .set({ to_clear: 0 })
    .where('id', '=', id)
    .where('state', '<>', 'writing')
    .execute()
}
