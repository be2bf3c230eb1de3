/** SQL of the removal of what turns and the chat page keep about a conversation. */
import type { Reader, Tx } from '../../platform/database/handle.ts'

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

export async function defaultRetentionDays(db: Reader): Promise<number> {
  const row = await db.q
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'retention_days')
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** What is older than `before`, by kind. */
export async function countOld(
  db: Reader,
  before: number,
): Promise<Record<'conversations' | 'unanswered_questions' | 'deleted_agents', number>> {
  const [conversations, questions, agents] = await Promise.all([
    db.q
      .selectFrom('conversations')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('recent_chat_at', '<', before)
      .executeTakeFirst(),
    db.q
      .selectFrom('unanswered_questions')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('last_asked_at', '<', before)
      .executeTakeFirst(),
    db.q
      .selectFrom('agents')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('deleted_at', '<', before)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  ])
  return {
    conversations: Number(conversations?.n),
    unanswered_questions: Number(questions?.n),
    deleted_agents: Number(agents?.n),
  }
}

/** Answers how many were deleted. */
export async function deleteOldQuestions(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.q
    .selectFrom('unanswered_questions')
    .select('id')
    .where('last_asked_at', '<', before)
    .limit(limit)
  const result = await tx.q.deleteFrom('unanswered_questions').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
