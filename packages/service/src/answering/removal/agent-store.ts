/** SQL of the removal of a deleted agent's data. Each function takes away a slice and answers how much that was. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'

/** Deleted before, and not removed yet. */
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

/** Work and deliveries of the agent, but for lanes that somebody is at work on. */
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
  const items = tx.q.selectFrom('lane_items').select('id').where('lane_id', 'in', lanes)
  await tx.q.deleteFrom('lane_attempts').where('item_id', 'in', items).execute()
  await tx.q.deleteFrom('lane_bodies').where('item_id', 'in', items).execute()
  await tx.q.deleteFrom('lane_items').where('lane_id', 'in', lanes).execute()
  const uids = rows.map(({ uid }) => uid)
  await tx.q.deleteFrom('lane_runs').where('lane', 'in', uids).execute()
  await tx.q.deleteFrom('lanes').where('id', 'in', lanes).execute()
  return rows.length
}

export async function conversationsOf(db: Reader, agentId: string, limit: number): Promise<string[]> {
  const rows = await db.q
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .orderBy('recent_chat_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function documentsOf(db: Reader, agentId: string, limit: number): Promise<string[]> {
  const rows = await db.q
    .selectFrom('documents')
    .select('id')
    .where('agent_id', '=', agentId)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
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

/** Spoken answers are large. */
export async function deleteAudioOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const names = tx.q.selectFrom('audio_files').select('name').where('agent_id', '=', agentId).limit(limit)
  const result = await tx.q.deleteFrom('audio_files').where('name', 'in', names).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deletePropertiesOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const users = tx.q
    .selectFrom('user_properties')
    .select('user_id')
    .where('agent_id', '=', agentId)
    .limit(limit)
  const result = await tx.q
    .deleteFrom('user_properties')
    .where('agent_id', '=', agentId)
    .where('user_id', 'in', users)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteQuestionsOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const ids = tx.q
    .selectFrom('unanswered_questions')
    .select('id')
    .where('agent_id', '=', agentId)
    .limit(limit)
  const result = await tx.q.deleteFrom('unanswered_questions').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Whether something is still there that goes in slices: somebody was at work on it. */
export async function hasLeftovers(db: Reader, agentId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`SELECT
    (SELECT count(*) FROM lanes WHERE tenant = ${agentId}) +
    (SELECT count(*) FROM conversations WHERE agent_id = ${agentId}) +
    (SELECT count(*) FROM documents WHERE agent_id = ${agentId}) +
    (SELECT count(*) FROM conversion_runs WHERE agent_id = ${agentId} AND to_clear = 1) AS n`.execute(db.q)
  return Number(rows[0]?.n) > 0
}

/** What is small, and the end: of the agent its id stays, with the hashes of its keys, by which they are answered for ever. */
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
  await tx.q.deleteFrom('imports').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('drafts').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('conversion_runs').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('knowledge_bases').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('user_bindings').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('web_chats').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('kept_usage').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('signing_secrets').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('agent_settings').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('message_webhooks').where('agent_id', '=', agentId).execute()
  await tx.q.deleteFrom('human_services').where('agent_id', '=', agentId).execute()
  await tx.q.updateTable('api_keys').set({ label: null }).where('agent_id', '=', agentId).execute()
  await tx.q
    .updateTable('agents')
    .set({ name: 'Removed agent', removed_at: now })
    .where('id', '=', agentId)
    .execute()
}
