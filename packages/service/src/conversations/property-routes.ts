/** HTTP of the properties of users. */
import { propertyQuery, propertyUpdateRequest } from '@tandem/contract/user-properties'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import type { Answer, Call } from '../platform/http/route.ts'
import { readProperties, updateProperties } from './update-properties.ts'

export function propertyHandlers(deps: { database: Database; clock: Clock }) {
  return {
    async update(call: Call): Promise<Answer> {
      const { user_id, property_values } = parse(propertyUpdateRequest, call.body)
      return { json: await updateProperties(deps, call.caller.agentId, user_id, property_values) }
    },
    async read(call: Call): Promise<Answer> {
      const { user_ids: userIds, anonymous_ids: anonymousIds } = parse(propertyQuery, call.query)
      if (userIds === undefined && anonymousIds === undefined)
        throw parameterFault('user_ids', 'nothing', 'user_ids or anonymous_ids')
      const wanted = { userIds, anonymousIds: anonymousIds ?? [] }
      return { json: await readProperties(deps.database, call.caller.agentId, wanted) }
    },
  }
}
