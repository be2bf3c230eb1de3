/** HTTP of messages that the developer lets the agent send, of users (binding anonymous ids), and of their properties. */
import { userBindRequest, userQuery } from '@tandem/contract/conversations'
import { messageSendRequest } from '@tandem/contract/message'
import { propertyQuery, propertyUpdateRequest } from '@tandem/contract/user-properties'
import type { Core } from '../platform/core.ts'
import type { Database } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { sendAsAgent } from './send-as-agent.ts'
import type { SendDeps } from './send-to-user.ts'
import { bindUser, readProperties, readUsers, updateProperties } from './users.ts'

export function conversationHandlers(deps: SendDeps & { readonly database: Database }) {
  return {
    async sendMessage(call: Call): Promise<RouteResponse> {
      const request = parse(messageSendRequest, call.body)
      const { messageId, delivery } = await sendAsAgent(deps, pathParam(call, 'agentId'), request)
      return {
        status: 202,
        json: { delivery_id: delivery.id, message_id: messageId, sequence: delivery.sequence },
      }
    },
  }
}

export function userHandlers(deps: Pick<Core, 'clock' | 'database'>) {
  return {
    async bind(call: Call): Promise<RouteResponse> {
      const { user_id, anonymous_ids } = parse(userBindRequest, call.body)
      const data = await bindUser(deps, call.caller.agentId, user_id, anonymous_ids)
      return { json: { code: 0, message: 'OK', data } }
    },
    async read(call: Call): Promise<RouteResponse> {
      const { user_id: userId, anonymous_id: anonymousId } = parse(userQuery, call.query)
      if (userId === undefined && anonymousId === undefined)
        throw parameterFault('user_id', 'nothing', 'a user_id or an anonymous_id')
      const data = await readUsers(deps.database, call.caller.agentId, { userId, anonymousId })
      return { json: { code: 0, message: 'OK', data } }
    },
  }
}

export function propertyHandlers(deps: Pick<Core, 'clock' | 'database'>) {
  return {
    async update(call: Call): Promise<RouteResponse> {
      const { user_id, property_values } = parse(propertyUpdateRequest, call.body)
      return { json: await updateProperties(deps, call.caller.agentId, user_id, property_values) }
    },
    async read(call: Call): Promise<RouteResponse> {
      const { user_ids: userIds, anonymous_ids: anonymousIds } = parse(propertyQuery, call.query)
      if (userIds === undefined && anonymousIds === undefined)
        throw parameterFault('user_ids', 'nothing', 'user_ids or anonymous_ids')
      const wanted = { userIds, anonymousIds: anonymousIds ?? [] }
      return { json: await readProperties(deps.database, call.caller.agentId, wanted) }
    },
  }
}
