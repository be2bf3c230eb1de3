/** HTTP of conversations for the admin: making the agent say something of its own accord. */
import { messageSendRequest } from '@tandem/contract/message'
import type { Database } from '../platform/database/handle.ts'
import { parse } from '../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../platform/http/route.ts'
import { sendAsAgent } from './send-as-agent.ts'
import type { SendDeps } from './send-to-user.ts'

export function conversationHandlers(deps: SendDeps & { readonly database: Database }) {
  return {
    async sendMessage(call: Call): Promise<Answer> {
      const request = parse(messageSendRequest, call.body)
      const { messageId, delivery } = await sendAsAgent(deps, pathParam(call, 'agentId'), request)
      return {
        status: 202,
        json: { delivery_id: delivery.id, message_id: messageId, sequence: delivery.sequence },
      }
    },
  }
}
