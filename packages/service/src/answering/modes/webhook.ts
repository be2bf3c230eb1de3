/** Webhook mode: the message is accepted at once; its answer goes to the message webhook when its turn is over. */
import type { WebhookAccepted } from '@tandem/contract/conversation'
import { type AcceptDeps, acceptMessage, type NewUserMessage } from '../turns/accept-message.ts'
import { answerIdOf } from '../turns/turn-ids.ts'

export async function acceptForWebhook(deps: AcceptDeps, input: NewUserMessage): Promise<WebhookAccepted> {
  const { message, hasTurn } = await acceptMessage(deps, input)
  return {
    code: 0,
    message: 'OK',
    conversation_id: message.conversation_id,
    message_id: hasTurn ? answerIdOf(message.id) : message.id,
  }
}
