/** The audit log: who did what to which object, and from where. A success is recorded before its response is sent. */
import { adminEndpoints } from '@tandem/contract/endpoints-admin'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { deleteInSlices } from '../platform/database/slice-store.ts'
import type { Call, Person, Route, RouteResponse } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { livingSince } from './sessions.ts'
import { LINK_MS } from './sign-in.ts'
import { type AuditRow, deleteOldAudit, deleteOldSessions, insertAudit } from './store.ts'

export type Audit = (entry: Omit<AuditRow, 'id' | 'at'>) => Promise<void>

export function createAudit({ database, clock }: Pick<Core, 'clock' | 'database'>): Audit {
  return async (entry) => {
    const at = clock.now()
    await database.transaction('audit', (tx) => insertAudit(tx, { id: newId(at), at, ...entry }))
  }
}

export const actorOf = (person: Pick<Person, 'accountId' | 'email'> | undefined) => ({
  account_id: person?.accountId ?? null,
  actor: person?.email ?? 'admin token',
})

/** Wraps a route so that its successful calls are recorded. */
export function audited(audit: Audit, route: Route): Route {
  const action = actionOf(route)
  return {
    ...route,
    async handle(call) {
      const response = await route.handle(call)
      if ((response.status ?? 200) < 400)
        await audit({
          ...actorOf(call.caller.person),
          action,
          agent_id: call.caller.agentId || idIn(response, 'agent'),
          target: targetOf(call, response),
          address: call.address,
        })
      return response
    },
  }
}

const actions = new Map(adminEndpoints.map(({ method, path, id }) => [`${method} ${shape(path)}`, id]))

/** The operation id of the endpoint in the contract. */
function actionOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const id = actions.get(`${method.toLowerCase()} ${shape(path)}`)
  if (id === undefined) throw new Error(`${method} ${path} is not in the contract.`)
  return id
}

/** A path without the names of its parameters, which the contract and the route table write differently. */
function shape(path: string): string {
  return path.replace(/\{\w+\}|:\w+/g, '*')
}

/** The last id of the path, else of the response, else of the request. */
function targetOf({ params, body, query }: Call, response: RouteResponse): string | null {
  const { agentId, ...others } = params
  const named = Object.values(others).at(-1)
  const given = { ...query, ...(typeof body === 'object' ? body : {}) } as Record<string, unknown>
  const id =
    named ??
    idIn(response, 'account') ??
    idIn(response) ??
    given.doc_id ??
    given.data_ids ??
    given.conversation_id ??
    agentId
  return typeof id === 'string' ? id.slice(0, 200) : null
}

/** The id of the object in the response, or of one of its parts. */
function idIn({ json }: RouteResponse, part?: string): string | null {
  const shown = (part === undefined ? json : (json as Record<string, unknown> | undefined)?.[part]) as
    | { id?: unknown }
    | undefined
  return typeof shown?.id === 'string' ? shown.id : null
}

const SLICE = 1000

/** Removes entries older than `keepDays` (0 keeps all), and sessions and links that have expired. */
export async function removeOldAudit(
  { database, clock }: Pick<Core, 'clock' | 'database'>,
  keepDays: number,
  stopped: () => boolean,
): Promise<void> {
  const now = clock.now()
  await database.transaction('accounts: remove old sessions', (tx) =>
    deleteOldSessions(tx, { ...livingSince(now), linksSince: now - LINK_MS }),
  )
  const before = now - keepDays * 86_400_000
  const slice = (tx: Tx) => deleteOldAudit(tx, before, SLICE)
  if (keepDays > 0) await deleteInSlices(database, 'audit: remove old', slice, stopped)
}
