/** The whole route table on one screen: method, path, who may call, and what handles it. */
import type { agentHandlers } from './agents/routes.ts'
import type { signingHandlers } from './agents/signing-routes.ts'
import type { conversationHandlers } from './conversations/routes.ts'
import type { deliveryHandlers } from './delivery/routes.ts'
import type { conversionHandlers } from './knowledge/convert/routes.ts'
import type { importHandlers } from './knowledge/import/routes.ts'
import type { knowledgeHandlers } from './knowledge/routes.ts'
import type { searchHandlers } from './knowledge/search/routes.ts'
import type { Answer, Call, Route } from './platform/http/route.ts'

export interface Handlers {
  agents: ReturnType<typeof agentHandlers>
  knowledge: ReturnType<typeof knowledgeHandlers>
  imports: ReturnType<typeof importHandlers>
  conversions: ReturnType<typeof conversionHandlers>
  search: ReturnType<typeof searchHandlers>
  signing: ReturnType<typeof signingHandlers>
  conversations: ReturnType<typeof conversationHandlers>
  deliveries: ReturnType<typeof deliveryHandlers>
  health: () => Promise<Answer>
  webhookCheck: (call: Call) => Promise<Answer>
  metrics: () => Promise<Answer>
  reference: Record<'spec' | 'page' | 'script' | 'home', () => Promise<Answer>>
}

type Row = readonly [
  method: Route['method'],
  path: string,
  handle: (call: Call) => Promise<Answer>,
  body?: Route['body'],
]

export function routeTable(handlers: Handlers, knowledgeBodyLimitBytes: number): Route[] {
  const { agents, signing, knowledge, conversations, deliveries, health, webhookCheck, metrics, reference } =
    handlers

  const open: Row[] = [
    ['GET', '/', reference.home],
    ['GET', '/openapi.json', reference.spec],
    ['GET', '/reference', reference.page],
    ['GET', '/reference/scalar.js', reference.script],
    ['GET', '/v1/webhook/service/health', health],
    ['GET', '/metrics', metrics],
  ]

  const withApiKey: Row[] = [
    ['POST', '/v1/bot/doc/qa/add', knowledge.addQa, 'json'],
    ['PUT', '/v1/bot/doc/qa/update', knowledge.updateQa, 'json'],
    ['POST', '/v1/bot/doc/qa/chunks/add', knowledge.addChunks, 'json'],
    ['GET', '/v1/bot/doc/query/page', knowledge.pageDocuments],
    ['DELETE', '/v1/bot/doc/batch/delete', knowledge.deleteDocuments],
    ['GET', '/v1/bot/data/detail/list', knowledge.documentStatus],
    ['POST', '/v1/vector/match', handlers.search.match, 'json'],
    ['POST', '/v1/webhook/check', webhookCheck],
    ['POST', '/v1/bot/knowledge/base/create', knowledge.createBase, 'json'],
    ['GET', '/v1/bot/knowledge/base/page', knowledge.pageBases],
  ]

  const withAdminToken: Row[] = [
    ['POST', '/admin/v1/agents', agents.create, 'json'],
    ['GET', '/admin/v1/agents', agents.list],
    ['GET', '/admin/v1/agents/:agentId', agents.get],
    ['PATCH', '/admin/v1/agents/:agentId', agents.change, 'json'],
    ['DELETE', '/admin/v1/agents/:agentId', agents.remove],
    ['POST', '/admin/v1/agents/:agentId/api-keys', agents.createKey, 'optional'],
    ['GET', '/admin/v1/agents/:agentId/api-keys', agents.listKeys],
    ['DELETE', '/admin/v1/agents/:agentId/api-keys/:keyId', agents.revokeKey],
    ['PUT', '/admin/v1/agents/:agentId/message-webhook', agents.putMessageWebhook, 'json'],
    ['GET', '/admin/v1/agents/:agentId/message-webhook', agents.getMessageWebhook],
    ['DELETE', '/admin/v1/agents/:agentId/message-webhook', agents.deleteMessageWebhook],
    ['POST', '/admin/v1/agents/:agentId/human-services', agents.createHumanService, 'json'],
    ['GET', '/admin/v1/agents/:agentId/human-services', agents.listHumanServices],
    ['PATCH', '/admin/v1/agents/:agentId/human-services/:serviceId', agents.changeHumanService, 'json'],
    ['DELETE', '/admin/v1/agents/:agentId/human-services/:serviceId', agents.deleteHumanService],
    ['POST', '/admin/v1/agents/:agentId/message-webhook/signing-secrets', signing.create, 'optional'],
    ['GET', '/admin/v1/agents/:agentId/message-webhook/signing-secrets', signing.list],
    ['DELETE', '/admin/v1/agents/:agentId/message-webhook/signing-secrets/:secretId', signing.remove],
    [
      'POST',
      '/admin/v1/agents/:agentId/human-services/:serviceId/signing-secrets',
      signing.create,
      'optional',
    ],
    ['GET', '/admin/v1/agents/:agentId/human-services/:serviceId/signing-secrets', signing.list],
    [
      'DELETE',
      '/admin/v1/agents/:agentId/human-services/:serviceId/signing-secrets/:secretId',
      signing.remove,
    ],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/import', handlers.imports.get],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/conversion', handlers.conversions.get],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/pairs', handlers.conversions.pairs],
    ['POST', '/admin/v1/agents/:agentId/messages', conversations.sendMessage, 'json'],
    ['POST', '/admin/v1/agents/:agentId/search', handlers.search.adminSearch, 'json'],
    ['GET', '/admin/v1/deliveries', deliveries.list],
    ['GET', '/admin/v1/deliveries/counts', deliveries.counts],
    ['POST', '/admin/v1/deliveries/replay', deliveries.replayMany, 'json'],
    ['GET', '/admin/v1/deliveries/:deliveryId', deliveries.get],
    ['POST', '/admin/v1/deliveries/:deliveryId/replay', deliveries.replay],
  ]

  const large = new Set(['/v1/bot/doc/qa/add', '/v1/bot/doc/qa/update', '/v1/bot/doc/qa/chunks/add'])
  const rows = (auth: Route['auth'], list: readonly Row[]): Route[] =>
    list.map(([method, path, handle, body = 'none']) => ({
      method,
      path,
      auth,
      body,
      handle,
      ...(large.has(path) ? { bodyLimitBytes: knowledgeBodyLimitBytes } : {}),
    }))
  return [...rows('none', open), ...rows('apiKey', withApiKey), ...rows('admin', withAdminToken)]
}
