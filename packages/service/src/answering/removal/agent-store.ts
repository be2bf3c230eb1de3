/** SQL of the removal of a deleted agent's data. Functions that delete a slice return how many rows that was. */
import { sql } from 'kysely'
import { deleteItems } from '../../delivery/retention-store.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'

/** Agents that were deleted before and not removed yet. */
export async function agentsToRemove(db: Reader, before: number, limit: number): Promise<string[]> {
  const rows = await db.q
    .selectFrom('agents')
    .select('id')
    .where('deleted_at', '<', before)
    .where('removed_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Work and deliveries of the agent, except lanes that a worker owns. */
export async function deleteLanesOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const query = tx.q
    .selectFrom('lanes')
    .select(['id', 'uid'])
    .where('tenant', '=', agentId)
    .where('owner', 'is', null)
    .orderBy('id')
    .limit(limit)
  const rows = await (tx.engine === 'postgres' ? query.forUpdate().skipLocked() : query).execute()
  if (rows.length === 0) return 0
  const lanes = rows.map(({ id }) => id)
  await deleteItems(tx, tx.q.selectFrom('lane_items').select('lane_items.id').where('lane_id', 'in', lanes))
  const uids = rows.map(({ uid }) => uid)
  await tx.q.deleteFrom('lane_runs').where('lane', 'in', uids).execute()
  await tx.q.deleteFrom('lanes').where('id', 'in', lanes).execute()
  return rows.length
}

export async function idsOf(
  db: Reader,
  table: 'conversations' | 'documents',
  agentId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.q
    .selectFrom(table)
    .select('id')
    .where('agent_id', '=', agentId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Large tables, each with the column by which a slice of an agent's rows is taken. */
const sliced = { audio_files: 'name', user_properties: 'user_id', unanswered_questions: 'id' } as const
export const slicedTables = Object.keys(sliced) as (keyof typeof sliced)[]

export async function deleteSliceOf(
  tx: Tx,
  table: keyof typeof sliced,
  agentId: string,
  limit: number,
): Promise<number> {
  const [rows, key] = [sql.table(table), sql.ref(sliced[table])]
  const result = await sql`DELETE FROM ${rows} WHERE agent_id = ${agentId} AND ${key} IN (
    SELECT ${key} FROM ${rows} WHERE agent_id = ${agentId} LIMIT ${limit})`.execute(tx.q)
  return Number(result.numAffectedRows ?? 0)
}

/** Of the agent's bases. */
export async function deleteVectorsOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const result = await sql`DELETE FROM embeddings WHERE (base_id, embedder, text_key) IN (
    SELECT base_id, embedder, text_key FROM embeddings
    WHERE base_id IN (SELECT id FROM knowledge_bases WHERE agent_id = ${agentId}) LIMIT ${limit})`.execute(
    tx.q,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** Whether rows that are deleted in slices are left, because somebody was at work on them. */
export async function hasLeftovers(db: Reader, agentId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`SELECT
    (SELECT count(*) FROM lanes WHERE tenant = ${agentId}) +
    (SELECT count(*) FROM conversations WHERE agent_id = ${agentId}) +
    (SELECT count(*) FROM documents WHERE agent_id = ${agentId}) +
    (SELECT count(*) FROM conversion_runs WHERE agent_id = ${agentId} AND to_clear = 1) AS n`.execute(db.q)
  return Number(rows[0]?.n) > 0
}

/** Small tables, in the order in which nothing points to deleted rows. */
const small = [
  'imports',
  'drafts',
  'conversion_runs',
  'knowledge_bases',
  'user_bindings',
  'web_chats',
  'kept_usage',
  'signing_secrets',
  'agent_settings',
  'message_webhooks',
  'human_services',
] as const

/** The end: the agent keeps its id and the hashes of its keys, so that requests with them are refused for ever. */
export async function concludeRemoval(tx: Tx, agentId: string, now: number): Promise<void> {
  const bases = tx.q.selectFrom('knowledge_bases').select('id').where('agent_id', '=', agentId)
  const services = await tx.q
    .selectFrom('human_services')
    .select('id')
    .where('agent_id', '=', agentId)
    .execute()
  const gates = [`message:${agentId}`, ...services.map(({ id }) => `human:${id}`)]
  await tx.q.deleteFrom('gates').where('id', 'in', gates).execute()
  await tx.q.deleteFrom('embedded_bases').where('base_id', 'in', bases).execute()
  for (const table of small) await tx.q.deleteFrom(table).where('agent_id', '=', agentId).execute()
  await tx.q.updateTable('api_keys').set({ label: null }).where('agent_id', '=', agentId).execute()
  await tx.q
    .updateTable('agents')
    .set({ name: 'Removed agent', removed_at: now })
    .where('id', '=', agentId)
    .execute()
}
