/** HTTP of signing secrets, for the message webhook and for human services alike. */
import { signingSecretCreateRequest } from '@tandem/contract/admin-signing'
import { Fault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { messageGate, serviceGate } from './endpoints.ts'
import type { IntegrationDeps } from './integrations.ts'
import { agentInPath } from './manage-agents.ts'
import { addSigningSecret, removeSigningSecret } from './signing-secrets.ts'
import { findHumanService, findMessageWebhook, listSigningSecrets } from './store.ts'

export function signingHandlers(deps: IntegrationDeps) {
  const { database } = deps

  /** The endpoint the path names; it must exist. */
  async function ownerOf(call: Call): Promise<{ agentId: string; owner: string }> {
    const agentId = await agentInPath(database, call)
    if (call.params.serviceId === undefined) {
      if (!(await findMessageWebhook(database, agentId)))
        throw new Fault('notFound', 'The agent has no message webhook.')
      return { agentId, owner: messageGate(agentId) }
    }
    const serviceId = pathParam(call, 'serviceId')
    if (!(await findHumanService(database, agentId, serviceId))) {
      throw new Fault(
        'notFound',
        `The agent has no human service component with the id ${serviceId.slice(0, 60)}.`,
      )
    }
    return { agentId, owner: serviceGate(serviceId) }
  }

  return {
    async create(call: Call): Promise<RouteResponse> {
      const { secret, expire_others_in_s } = parse(signingSecretCreateRequest, call.body)
      const { agentId, owner } = await ownerOf(call)
      const made = await addSigningSecret(deps, agentId, owner, {
        secret,
        expireOthersInS: expire_others_in_s,
      })
      return { status: 201, json: { id: made.row.id, secret: made.secret } }
    },
    async list(call: Call): Promise<RouteResponse> {
      const { owner } = await ownerOf(call)
      const items = (await listSigningSecrets(database, owner)).map(({ id, created_at, expires_at }) => ({
        id,
        created_at,
        expires_at,
      }))
      return { json: { items } }
    },
    async remove(call: Call): Promise<RouteResponse> {
      const { owner } = await ownerOf(call)
      await removeSigningSecret(deps, owner, pathParam(call, 'secretId'))
      return { status: 204 }
    },
  }
}
