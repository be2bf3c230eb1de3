/** Conversations with words in them, stored the way the service stores them. */
import type { MessageUsage } from '@tandem/contract/message'
import { appendMessage, type Words } from '../../src/conversations/append-message.ts'
import { lockConversation, type MessageRow } from '../../src/conversations/store.ts'
import { emptyUsage } from '../../src/delivery/usage.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { TestService } from '../harness/service.ts'

export async function newConversation(service: TestService, key: string, userId = 'u-1'): Promise<string> {
  const { json } = await service.api('POST', '/v1/conversation', { user_id: userId }, key)
  return json.conversation_id
}

/** Stores one message; the time is now unless given. */
export function store(
  { service }: TestService,
  conversationId: string,
  words: Partial<Words> & { text: string },
  at = systemClock.now(),
): Promise<MessageRow> {
  return service.database.transaction('test', async (tx) => {
    const conversation = await lockConversation(tx, conversationId)
    if (!conversation) throw new Error(`no conversation ${conversationId}`)
    const role = words.role ?? 'user'
    const content =
      role === 'user'
        ? [{ type: 'text', text: words.text }]
        : [{ component: 'knowledge', branch: 'answer', text: words.text }]
    const { message } = await appendMessage(
      tx,
      conversation,
      { role, mode: 'blocking', content, ...words },
      at,
    )
    return message
  })
}

/** What a message used. */
export const usageOf = (total_credits: number, prompt_tokens = 0, completion_tokens = 0): MessageUsage => ({
  tokens: { ...emptyUsage.tokens, prompt_tokens, completion_tokens },
  credits: { ...emptyUsage.credits, total_credits },
})

export const wholeTime = 'start_time=0&end_time=9999999999999'
