/** SQL of answers that were dropped: what they consumed is kept with the message they were to answer. */
import type { MessageUsage } from '@tandem/contract/message'
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
      ...(usage === undefined
        ? {}
        : {
            usage: JSON.stringify(usage),
            prompt_tokens: usage.tokens.prompt_tokens,
            completion_tokens: usage.tokens.completion_tokens,
            credits,
          }),
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
