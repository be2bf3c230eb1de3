/**
 * The guard of `/admin/v1`. A program sends the admin token and may do everything. A person sends the cookie of a session. Then
 * a request that changes something must come from a page of this service, the role must be one of the route's, and the agents
 * that the path and the query name must be among the account's. The response is the same for an agent that the account may not
 * see and for one that does not exist.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '@tandem/contract/admin-accounts'
import { Fault } from '../platform/fault.ts'
import { type Caller, type Guard, type GuardInput, notYours, type Person } from '../platform/http/route.ts'
import { type SessionDeps, sessionEnded, tokenIn, useSession } from './sessions.ts'

export function peopleGuard(
  deps: SessionDeps & { readonly withToken: Guard; readonly publicUrl: string | undefined },
): Guard {
  return async (headers, asked) => {
    const token = tokenIn(headers)
    if (headers.authorization !== undefined || token === undefined) {
      await deps.withToken(headers, asked)
      return callerFor(asked, 'all')
    }
    const found = await useSession(deps, token)
    if (!found) throw sessionEnded()
    const { person, agents } = found
    if (!isSafe(asked.route.method)) checkSameOrigin(headers, deps.publicUrl)
    if (!mayCall(person, asked.route.roles))
      throw new Fault('forbidden', `The role ${person.role} may not do this.`)
    if (agents !== 'all' && !agentsIn(asked).every((id) => agents.includes(id))) throw notYours()
    return { ...callerFor(asked, agents), person }
  }
}

const mayCall = ({ role, isAtDesk }: Person, roles: readonly Role[] = []) =>
  roles.includes(role) || (isAtDesk && roles.includes('operator'))

function callerFor({ params }: GuardInput, agents: Caller['agents']): Caller {
  return { agentId: params.agentId ?? '', keyId: '', agents }
}

/** The agents that the path and the query name. */
function agentsIn({ params, query }: GuardInput): string[] {
  return [params.agentId, query.agent_id].flat().filter((id) => id !== undefined)
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

/** Browsers send where a request comes from, in headers that no page can forge. */
export function checkSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site']
  const { origin, host } = headers
  if (site === 'same-origin') return
  const own = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.origin
  const from = origin === undefined ? null : URL.parse(origin)
  const isOwn = from !== null && (from.origin === own || from.host === host?.toLowerCase())
  if (site === undefined && isOwn) return
  throw new Fault(
    'originNotAllowed',
    'A request under the cookie of a session that changes something needs Sec-Fetch-Site: same-origin, or the Origin of this service.',
  )
}
