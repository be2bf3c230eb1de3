/** SQL that removes the data of deleted agents, and what is much in a conversation, in slices. */
import { sql } from 'kysely'
import { gatesOf } from '../../agents/endpoints.ts'
import {
  deleteMessagesUpTo,
  forgetWhoAsked,
  keepUsage,
  oldestMessages,
} from '../../conversations/retention-store.ts'
import type { ConversationRow } from '../../conversations/store.ts'
import { deleteItemsIn, lanesAbout } from '../../delivery/retention-store.ts'
import { handoffsIn } from '../../handoff/store.ts'
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

/** Deletes a slice of the agent's lanes, except lanes that a worker owns, or of the items in them; returns its size. */
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
  const items = await deleteItemsIn(tx, lanes, limit)
  if (items > 0) return items
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
    (await deleteSlice(tx, 'embeddings', ['text_key'], bases, limit)) ||
    (await deleteAudio(tx, own, limit)) ||
    (await deleteSlice(tx, 'user_properties', ['user_id'], own, limit)) ||
    (await deleteSlice(tx, 'user_bindings', ['anonymous_id'], own, limit)) ||
    (await deleteSlice(tx, 'unanswered_questions', ['id'], own, limit))
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
  const gates = await gatesOf(tx, agentId)
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

const AUDIO_NAME = /\/audio\/([A-Za-z0-9_-]{32}\.[a-z0-9]{2,5})/g

/**
 * Deletes a slice of what may be much in a conversation: messages with their files and audio, whose usage is kept; deliveries;
 * and the marks of requests, replies and steps. Returns the number of rows.
 */
export async function deletePartOf(tx: Tx, conversation: ConversationRow, limit: number): Promise<number> {
  const { id } = conversation
  const handoffs = await handoffsIn(tx, id)
  const ofHandoffs = sql`handoff_id IN (SELECT id FROM handoffs WHERE conversation_id = ${id})`
  const deleted = [
    await deleteMessages(tx, conversation, limit),
    await deleteItemsIn(tx, lanesAbout(tx, [id, ...handoffs]), limit),
    await deleteSlice(tx, 'turn_keys', ['conversation_id', 'key'], sql`conversation_id = ${id}`, limit),
    await deleteSlice(tx, 'human_replies', ['handoff_id', 'mark'], ofHandoffs, limit),
    await deleteSlice(tx, 'handoff_events', ['handoff_id', 'n'], ofHandoffs, limit),
    await deleteSlice(tx, 'desk_notes', ['id'], ofHandoffs, limit),
    await forgetWhoAsked(tx, id, limit),
  ]
  return deleted.reduce((sum, count) => sum + count, 0)
}

/** The files of some messages first, because the messages lead to them. */
async function deleteMessages(tx: Tx, conversation: ConversationRow, limit: number): Promise<number> {
  const { id } = conversation
  const messages = await oldestMessages(tx, id, limit)
  const last = messages.at(-1)
  if (!last) return 0
  const owners = sql.join(messages.map((message) => message.id))
  const pieces = sql`owner_id IN (${owners})`
  const deleted = await deleteSlice(tx, 'file_pieces', ['owner_id', 'ordinal', 'start_byte'], pieces, limit)
  if (deleted > 0) return deleted
  const audio = messages.flatMap(({ content }) =>
    [...content.matchAll(AUDIO_NAME)].map(([, name = '']) => name),
  )
  if (audio.length > 0) await deleteAudio(tx, sql`name IN (${sql.join(audio)})`, audio.length)
  await keepUsage(tx, conversation, last.seq)
  await deleteMessagesUpTo(tx, id, last.seq)
  return messages.length
}

/** The tokens of the chat page; from then on the visitor's browser has no chat. */
export async function deleteChatTokens(tx: Tx, conversationId: string): Promise<void> {
  await tx.q.deleteFrom('web_chats').where('conversation_id', '=', conversationId).execute()
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
  deleteSlice(tx, 'unanswered_questions', ['id'], sql`last_asked_at < ${before}`, limit)
