/** HTTP of the agents slice: the admin contract's agents, keys, message webhook and human services. */
import {
  type Agent,
  type ApiKey,
  agentCreateRequest,
  agentListQuery,
  agentUpdateRequest,
  apiKeyCreateRequest,
  type HumanService,
  humanServiceCreateRequest,
  humanServiceUpdateRequest,
  type MessageWebhook,
  maxApiKeysPerAgent,
  messageWebhookRequest,
} from '@tandem/contract/admin'
import { found } from '../platform/fault.ts'
import { idOf, pageOf } from '../platform/http/cursor.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import type { SecretBox } from '../platform/secrets.ts'
import { optionsOf, serviceContext, webhookContext } from './endpoints.ts'
import {
  addHumanService,
  changeHumanService,
  type IntegrationDeps,
  type RemovalHooks,
  removeHumanService,
  removeMessageWebhook,
  setMessageWebhook,
} from './integrations.ts'
import {
  agentInPath,
  changeAgent,
  createAgent,
  createKey,
  deleteAgent,
  requireAgent,
  revokeApiKey,
} from './manage-agents.ts'
import {
  type AgentRow,
  type ApiKeyRow,
  findMessageWebhook,
  type HumanServiceRow,
  listAgents,
  listHumanServices,
  listKeys,
  type MessageWebhookRow,
} from './store.ts'
import { shownUsername } from './webhook-username.ts'

/** Room for all valid keys and as many revoked ones. */
const MOST_KEYS_LISTED = 2 * maxApiKeysPerAgent

export function agentHandlers(deps: IntegrationDeps & { readonly removalHooks: RemovalHooks }) {
  const { database, clock, box } = deps
  const agentId = (call: Call) => pathParam(call, 'agentId')
  return {
    /** Lets a handler of API-key routes serve the agent in the path. For API keys, the guard checks that the agent lives. */
    forLiving: (handle: (call: Call) => Promise<RouteResponse>) => async (call: Call) => {
      await agentInPath(database, call, 'living')
      return handle(call)
    },
    async create(call: Call): Promise<RouteResponse> {
      const { agent, apiKey } = await createAgent(database, clock, parse(agentCreateRequest, call.body).name)
      return { status: 201, json: { agent: agentView(agent), api_key: apiKey } }
    },
    async list(call: Call): Promise<RouteResponse> {
      const { status, limit, cursor } = parse(agentListQuery, call.query)
      const { agents: ids } = call.caller
      const rows = await listAgents(database, { status, ids, cursor, limit: limit + 1 })
      return { json: pageOf(rows, limit, agentView, idOf) }
    },
    async get(call: Call): Promise<RouteResponse> {
      return { json: { agent: agentView(await requireAgent(database, agentId(call))) } }
    },
    async change(call: Call): Promise<RouteResponse> {
      const { name } = parse(agentUpdateRequest, call.body)
      return { json: { agent: agentView(await changeAgent(database, clock, agentId(call), name)) } }
    },
    async remove(call: Call): Promise<RouteResponse> {
      const agent = await deleteAgent(database, clock, agentId(call))
      await deps.removalHooks.afterDeletion()
      return { json: { agent: agentView(agent) } }
    },

    async createKey(call: Call): Promise<RouteResponse> {
      const { label } = parse(apiKeyCreateRequest, call.body)
      const { row, apiKey } = await createKey(database, clock, agentId(call), label ?? null)
      return { status: 201, json: { id: row.id, api_key: apiKey } }
    },
    async listKeys(call: Call): Promise<RouteResponse> {
      const rows = await listKeys(database, await agentInPath(database, call), MOST_KEYS_LISTED)
      return { json: { items: rows.map(keyView) } }
    },
    async revokeKey(call: Call): Promise<RouteResponse> {
      await revokeApiKey(database, clock, agentId(call), pathParam(call, 'keyId'))
      return { status: 204 }
    },

    async putMessageWebhook(call: Call): Promise<RouteResponse> {
      const input = parse(messageWebhookRequest, call.body)
      return { json: webhookView(box, await setMessageWebhook(deps, agentId(call), input)) }
    },
    async getMessageWebhook(call: Call): Promise<RouteResponse> {
      const row = await findMessageWebhook(database, await agentInPath(database, call))
      const known = found(row, 'The agent has no message webhook. PUT this path to set one.')
      return { json: webhookView(box, known) }
    },
    async deleteMessageWebhook(call: Call): Promise<RouteResponse> {
      await removeMessageWebhook(deps, agentId(call))
      return { status: 204 }
    },

    async createHumanService(call: Call): Promise<RouteResponse> {
      const input = parse(humanServiceCreateRequest, call.body)
      const row = await addHumanService(deps, agentId(call), input)
      return { status: 201, json: serviceView(box, row) }
    },
    async listHumanServices(call: Call): Promise<RouteResponse> {
      const rows = await listHumanServices(database, await agentInPath(database, call))
      return { json: { items: rows.map((row) => serviceView(box, row)) } }
    },
    async changeHumanService(call: Call): Promise<RouteResponse> {
      const change = parse(humanServiceUpdateRequest, call.body)
      const row = await changeHumanService(deps, agentId(call), pathParam(call, 'serviceId'), change)
      return { json: serviceView(box, row) }
    },
    async deleteHumanService(call: Call): Promise<RouteResponse> {
      await removeHumanService(deps, agentId(call), pathParam(call, 'serviceId'))
      return { status: 204 }
    },
  }
}

export function agentView(row: AgentRow): Agent {
  const { id, name, created_at, updated_at, deleted_at } = row
  return { id, name, status: deleted_at === null ? 'active' : 'deleted', created_at, updated_at, deleted_at }
}

export function keyView(row: ApiKeyRow): ApiKey {
  const { id, label, prefix, created_at, last_used_at, revoked_at } = row
  return { id, label, prefix: `tdm_${prefix}`, created_at, last_used_at, revoked_at }
}

function webhookView(box: SecretBox, row: MessageWebhookRow): MessageWebhook {
  const has_secret = row.sealed_secret !== null
  const username = shownUsername(box, row.username, has_secret, webhookContext(row.agent_id))
  return { url: row.url, username, has_secret }
}

function serviceView(box: SecretBox, row: HumanServiceRow): HumanService {
  const { agent_id: _agent, sealed_secret, options: _options, ...shown } = row
  const has_secret = sealed_secret !== null
  const username = shownUsername(box, row.username, has_secret, serviceContext(row.id))
  return { ...shown, username, options: optionsOf(row), has_secret }
}
