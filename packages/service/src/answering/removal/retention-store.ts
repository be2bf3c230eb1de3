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
