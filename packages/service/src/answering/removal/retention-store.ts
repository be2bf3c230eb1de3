/** SQL of the removal of what turns and the chat page keep about a conversation. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { deleteSlice } from '../../platform/database/slice-store.ts'

/** The contents of answers that were spoken. */
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

/** Files, keys and proofs, and audio by its names. Before the messages go: files are found by them. */
export async function deleteTurnData(
  tx: Tx,
  conversationId: string,
  audioNames: readonly string[],
): Promise<void> {
  const messages = tx.q.selectFrom('messages').select('id').where('conversation_id', '=', conversationId)
  await tx.q.deleteFrom('message_files').where('message_id', 'in', messages).execute()
  await tx.q.deleteFrom('turn_keys').where('conversation_id', '=', conversationId).execute()
  await tx.q.deleteFrom('web_chats').where('conversation_id', '=', conversationId).execute()
  if (audioNames.length > 0) await tx.q.deleteFrom('audio_files').where('name', 'in', audioNames).execute()
}

/** What is older than `before`, by kind. */
export async function countOld(
  db: Reader,
  before: number,
): Promise<Record<'conversations' | 'unanswered_questions' | 'deleted_agents', number>> {
  const { rows } = await sql<Record<'conversations' | 'questions' | 'agents', number>>`SELECT
    (SELECT count(*) FROM conversations WHERE recent_chat_at < ${before}) AS conversations,
    (SELECT count(*) FROM unanswered_questions WHERE last_asked_at < ${before}) AS questions,
    (SELECT count(*) FROM agents WHERE deleted_at < ${before} AND removed_at IS NULL) AS agents`.execute(db.q)
  const [old] = rows
  return {
    conversations: Number(old?.conversations),
    unanswered_questions: Number(old?.questions),
    deleted_agents: Number(old?.agents),
  }
}

export const deleteOldQuestions = (tx: Tx, before: number, limit: number) =>
  deleteSlice(tx, 'unanswered_questions', 'id', sql`last_asked_at < ${before}`, limit)
