/** SQL that removes the data of deleted agents, and the data that turns and chat pages store about a conversation. */
import { sql } from 'kysely'
import { messageGate, serviceGate } from '../../agents/endpoints.ts'
import { deleteItems } from '../../delivery/retention-store.ts'
import { forgetChanges } from '../../lanes/gate-store.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { deleteSlice } from '../../platform/database/slice-store.ts'
import { deleteAudio } from '../voice/audio-store.ts'

/** Agents that were deleted before that time and whose data is not removed yet. */
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

/** Deletes a slice of the agent's lanes with their items, except lanes that a worker owns; returns the number of lanes. */
export async function deleteLanesOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const rows = await tx.q
    .selectFrom('lanes')
    .select(['id', 'uid'])
    .where('tenant', '=', agentId)
    .where('owner', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
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

/** Deletes a slice of the agent's rows in the other large tables, one table after the other; returns the number of rows. */
export async function deleteLargeOf(tx: Tx, agentId: string, limit: number): Promise<number> {
  const bases = sql`base_id IN (SELECT id FROM knowledge_bases WHERE agent_id = ${agentId})`
  const own = sql<boolean>`agent_id = ${agentId}`
  return (
    (await deleteSlice(tx, 'embeddings', 'text_key', bases, limit)) ||
    (await deleteAudio(tx, own, limit)) ||
    (await deleteSlice(tx, 'user_properties', 'user_id', own, limit)) ||
    (await deleteSlice(tx, 'user_bindings', 'anonymous_id', own, limit)) ||
    (await deleteSlice(tx, 'unanswered_questions', 'id', own, limit))
  )
}

/** Whether rows that are deleted in slices are left, because a worker was busy with them. */
export async function hasLeftovers(db: Reader, agentId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`SELECT
    (SELECT count(*) FROM lanes WHERE tenant = ${agentId}) +
    (SELECT count(*) FROM conversations WHERE agent_id = ${agentId}) +
    (SELECT count(*) FROM documents WHERE agent_id = ${agentId}) +
    (SELECT count(*) FROM conversion_runs WHERE agent_id = ${agentId} AND to_clear = 1) AS n`.execute(db.q)
  return Number(rows[0]?.n) > 0
}

/** Small tables, in an order that breaks no foreign key. */
const small = [
  'imports',
  'imports_under_way',
  'drafts',
  'conversion_runs',
  'knowledge_bases',
  'web_chats',
  'sinks',
  'hour_stats',
  'desk_snippets',
  'sink_requests',
  'question_set_runs',
  'question_sets',
  'kept_usage',
  'signing_secrets',
  'agent_settings',
  'message_webhooks',
  'human_services',
] as const

/** The last step. The agent keeps its id and the hashes of its keys, so that requests with these keys are refused for ever. */
export async function concludeRemoval(tx: Tx, agentId: string, now: number): Promise<void> {
  const bases = tx.q.selectFrom('knowledge_bases').select('id').where('agent_id', '=', agentId)
  const services = await tx.q
    .selectFrom('human_services')
    .select('id')
    .where('agent_id', '=', agentId)
    .execute()
  const gates = [messageGate(agentId), ...services.map(({ id }) => serviceGate(id))]
  await tx.q.deleteFrom('gates').where('id', 'in', gates).execute()
  await forgetChanges(tx, gates)
  await tx.q.deleteFrom('embedded_bases').where('base_id', 'in', bases).execute()
  for (const table of small) await tx.q.deleteFrom(table).where('agent_id', '=', agentId).execute()
  await tx.q.updateTable('api_keys').set({ label: null }).where('agent_id', '=', agentId).execute()
  await tx.q
    .updateTable('agents')
    .set({ name: 'Removed agent', removed_at: now })
    .where('id', '=', agentId)
    .execute()
}

/** The contents of answers with audio. */
export async function spokenContents(db: Reader, conversationId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('messages')
    .select('content')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'assistant')
    .where('content', 'like', '%/audio/%')
    .execute()
  return rows.map(({ content }) => content)
}

/** Deletes files, idempotency keys, chat tokens and audio. Must run before the messages are deleted: they lead to the files. */
export async function deleteTurnData(
  tx: Tx,
  conversationId: string,
  audioNames: readonly string[],
): Promise<void> {
  const messages = tx.q.selectFrom('messages').select('id').where('conversation_id', '=', conversationId)
  await tx.q.deleteFrom('file_pieces').where('owner_id', 'in', messages).execute()
  await tx.q.deleteFrom('turn_keys').where('conversation_id', '=', conversationId).execute()
  await tx.q.deleteFrom('web_chats').where('conversation_id', '=', conversationId).execute()
  if (audioNames.length > 0) await deleteAudio(tx, sql`name IN (${sql.join(audioNames)})`, audioNames.length)
}

/** Counts what is older than `before`. */
export async function countOld(db: Reader, before: number): Promise<Record<string, number>> {
  const counted = sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM conversations WHERE recent_chat_at < ${before}) AS conversations,
    (SELECT count(*) FROM unanswered_questions WHERE last_asked_at < ${before}) AS unanswered_questions,
    (SELECT count(*) FROM agents WHERE deleted_at < ${before} AND removed_at IS NULL) AS deleted_agents`
  const { rows } = await counted.execute(db.q)
  return rows[0] ?? {}
}

export const deleteOldQuestions = (tx: Tx, before: number, limit: number) =>
  deleteSlice(tx, 'unanswered_questions', 'id', sql`last_asked_at < ${before}`, limit)
