/** HTTP of users: binding anonymous ids to the developer's id, and asking what is bound. */
import { userBindRequest, userQuery } from '@tandem/contract/conversations'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import type { Answer, Call } from '../platform/http/route.ts'
import { bindUser, readUsers } from './bind-user.ts'

export function userHandlers(deps: { database: Database; clock: Clock }) {
  return {
    async bind(call: Call): Promise<Answer> {
      const { user_id, anonymous_ids } = parse(userBindRequest, call.body)
      const data = await bindUser(deps, call.caller.agentId, user_id, anonymous_ids)
      return { json: { code: 0, message: 'OK', data } }
    },
    async read(call: Call): Promise<Answer> {
      const { user_id: userId, anonymous_id: anonymousId } = parse(userQuery, call.query)
      if (userId === undefined && anonymousId === undefined)
        throw parameterFault('user_id', 'nothing', 'a user_id or an anonymous_id')
      const data = await readUsers(deps.database, call.caller.agentId, { userId, anonymousId })
      return { json: { code: 0, message: 'OK', data } }
    },
  }
}
