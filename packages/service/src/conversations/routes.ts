/** HTTP of conversations: for now, making the agent say something to its message webhook. */
import { messageSendRequest } from '@tandem/contract/message'
import { requireLivingAgent } from '../agents/manage-agents.ts'
import type { Outbox } from '../delivery/enqueue-delivery.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../platform/http/route.ts'
import { emitMessage } from './emit.ts'

export function conversationHandlers(deps: { database: Database; clock: Clock; outbox: Outbox }) {
  return {
    async sendMessage(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const request = parse(messageSendRequest, call.body)
      const sent = await deps.database.transaction(async (tx) => {
        await requireLivingAgent(tx, agentId)
        return emitMessage(deps, tx, {
          agentId,
          conversationId: request.conversation_id,
          userId: request.user_id ?? null,
          anonymousId: request.anonymous_id ?? `API:${request.conversation_id}`,
          spoken: [
            {
              component: request.from_component_name ?? 'admin',
              branch: request.from_component_branch ?? '',
              text: request.text,
            },
          ],
        })
      })
      if (!sent)
        throw new Fault(
          'conflict',
          'The agent has no message webhook to send to. PUT its message-webhook first.',
        )
      return {
        status: 202,
        json: { delivery_id: sent.id, message_id: sent.message.message_id, sequence: sent.sequence },
      }
    },
  }
}
