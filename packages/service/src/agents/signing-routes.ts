/**
 * HTTP of the secrets that sign webhooks by the Standard Webhooks scheme, of the message webhook and of human services. An
 * endpoint may have several: during a rotation, the old secret signs beside the new one until it expires.
 */
import { randomBytes } from 'node:crypto'
import { signingSecretCreateRequest } from '@tandem/contract/admin-signing'
import { conflict, Fault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { messageGate, serviceGate, signingContext } from './endpoints.ts'
import { type IntegrationDeps, serviceNotFound } from './integrations.ts'
import { agentInPath, lockLivingAgent } from './manage-agents.ts'
import {
  deleteSigningSecret,
  expireSigningSecrets,
  findHumanService,
  findMessageWebhook,
  insertSigningSecret,
  listLivingSecrets,
  listSigningSecrets,
} from './store.ts'

export function signingHandlers(deps: IntegrationDeps) {
  const { database } = deps

  /** The endpoint that the path names, which must exist. */
  async function ownerOf(call: Call): Promise<{ agentId: string; owner: string }> {
    const agentId = await agentInPath(database, call)
    if (call.params.serviceId === undefined) {
      if (!(await findMessageWebhook(database, agentId)))
        throw new Fault('notFound', 'The agent has no message webhook.')
      return { agentId, owner: messageGate(agentId) }
    }
    const serviceId = pathParam(call, 'serviceId')
    if (!(await findHumanService(database, agentId, serviceId))) throw serviceNotFound(serviceId)
    return { agentId, owner: serviceGate(serviceId) }
  }

  return {
    async create(call: Call): Promise<RouteResponse> {
      const { secret, expire_others_in_s } = parse(signingSecretCreateRequest, call.body)
      const { agentId, owner } = await ownerOf(call)
      return { status: 201, json: await addSigningSecret(deps, agentId, owner, secret, expire_others_in_s) }
    },
    async list(call: Call): Promise<RouteResponse> {
      const { owner } = await ownerOf(call)
      const rows = await listSigningSecrets(database, owner)
      const items = rows.map(({ id, created_at, expires_at }) => ({ id, created_at, expires_at }))
      return { json: { items } }
    },
    async remove(call: Call): Promise<RouteResponse> {
      const { owner } = await ownerOf(call)
      const id = pathParam(call, 'secretId')
      const isRemoved = await database.transaction('signing-secrets: remove', async (tx) => {
        await deps.lanes.openGate(tx, owner, 'anew')
        return deleteSigningSecret(tx, owner, id)
      })
      if (isRemoved) return { status: 204 }
      throw new Fault('notFound', `The endpoint has no signing secret with the id ${id.slice(0, 60)}.`)
    },
  }
}

/** More than a rotation ever needs; each one makes the header longer. */
const MOST_PER_ENDPOINT = 10

async function addSigningSecret(
  { database, clock, box, lanes }: IntegrationDeps,
  agentId: string,
  owner: string,
  given: string | undefined,
  expireOthersInS: number | undefined,
): Promise<{ id: string; secret: string }> {
  const now = clock.now()
  const id = newId(now)
  const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`
  const row = {
    id,
    owner,
    agent_id: agentId,
    sealed_secret: box.seal(secret, signingContext(id)),
    created_at: now,
    expires_at: null,
  }
  await database.transaction('signing-secrets', async (tx) => {
    await lockLivingAgent(tx, agentId)
    const living = await listLivingSecrets(tx, owner, now)
    if (living.length >= MOST_PER_ENDPOINT) {
      throw conflict(`The endpoint has ${living.length} signing secrets already; delete one first.`)
    }
    if (expireOthersInS !== undefined) await expireSigningSecrets(tx, owner, now + expireOthersInS * 1000)
    await insertSigningSecret(tx, row)
    await lanes.openGate(tx, owner, 'anew')
  })
  return { id, secret }
}
