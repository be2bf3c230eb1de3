/**
 * Sends a message of the agent that answers no message of the user. In a conversation that is stored here it is stored too, and
 * sent with the ids of its user. A conversation that the developer stores is only named: the message goes to the webhook alone.
 */
import type { MessageSendRequest } from '@tandem/contract/message'
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { findMessageWebhook } from '../agents/store.ts'
import type { Added } from '../lanes/lanes.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { conflict, Fault } from '../platform/fault.ts'
import { agentMessage, type SendDeps, sendToUser } from './send-to-user.ts'
import { lockAnyConversation } from './store.ts'

export function sendAsAgent(
  deps: SendDeps & { readonly database: Database },
  agentId: string,
  request: MessageSendRequest,
) {
  return deps.database.transaction('send-as-agent', async (tx) => {
    await requireLivingAgent(tx, agentId)
    if (!(await findMessageWebhook(tx, agentId)))
      throw conflict('The agent has no message webhook to send to. PUT its message-webhook first.')
    return send(deps, tx, agentId, request)
  })
}

async function send(deps: SendDeps, tx: Tx, agentId: string, request: MessageSendRequest) {
  const { conversation_id: conversationId, from_component_name, from_component_branch, text } = request
  const spoken = [{ component: from_component_name ?? 'admin', branch: from_component_branch ?? '', text }]
  const conversation = await lockAnyConversation(tx, conversationId)
  // Its removal would take the message with it.
  if (conversation && conversation.removing_since !== null)
    throw conflict('The conversation is being removed. Send the message again in a moment.')
  if (conversation) {
    if (conversation.agent_id !== agentId) throw new Fault('conversationMismatch')
    const said = await sendToUser(deps, tx, conversation, { role: 'assistant', mode: 'webhook', spoken })
    return { messageId: said.message.id, delivery: said.delivery as Added }
  }
  const ids = {
    userId: request.user_id ?? null,
    anonymousId: request.anonymous_id ?? `API:${conversationId}`,
  }
  const body = agentMessage({ conversationId, ...ids, spoken }, deps.clock.now())
  return {
    messageId: body.message_id,
    delivery: await deps.outbox.message(tx, { agentId, conversationId }, body),
  }
}
