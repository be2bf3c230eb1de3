/** SQL of turns that said nothing in the end: what they consumed is kept with the message they were to answer. */
import type { MessageUsage } from '@tandem/contract/message'
import { advanceConversation, type ConversationRow, type MessageRow } from '../../conversations/store.ts'
import type { Tx } from '../../platform/database/handle.ts'

/** What is kept in the detail of a message whose answer was dropped because a person took the floor. */
export interface DroppedDetail {
  readonly dropped: 'person'
}

const detail: DroppedDetail = { dropped: 'person' }

/** The caller holds the conversation. Without `usage` nothing is known to have been consumed. */
export async function noteDropped(
  tx: Tx,
  message: { readonly id: string; readonly conversationId: string },
  usage: MessageUsage | undefined,
): Promise<void> {
  const credits = usage?.credits.total_credits ?? 0
  await tx.q
    .updateTable('messages')
    .set({
      detail: JSON.stringify(detail),
      ...(usage === undefined ? {} : columnsOf(usage)),
    })
    .where('id', '=', message.id)
    .execute()
  if (credits === 0) return
  await tx.q
    .updateTable('conversations')
    .set((set) => ({ credits: set('credits', '+', credits) }))
    .where('id', '=', message.conversationId)
    .execute()
}

/** The same of a turn that leaves the word to a person. The caller holds the conversation, and goes on with the one answered. */
export async function noteConsumed(
  tx: Tx,
  conversation: ConversationRow,
  { id }: Pick<MessageRow, 'id'>,
  usage: MessageUsage,
): Promise<ConversationRow> {
  if (usage.tokens.total_tokens === 0) return conversation
  await tx.q.updateTable('messages').set(columnsOf(usage)).where('id', '=', id).execute()
  const after = { ...conversation, credits: conversation.credits + usage.credits.total_credits }
  await advanceConversation(tx, after)
  return after
}

const columnsOf = (usage: MessageUsage) => ({
  usage: JSON.stringify(usage),
  prompt_tokens: usage.tokens.prompt_tokens,
  completion_tokens: usage.tokens.completion_tokens,
  credits: usage.credits.total_credits,
})
