/** The whole route table on one screen: method, path, who may call, and what handles it. */
import type { agentDetailHandlers } from './agents/detail-routes.ts'
import type { agentHandlers } from './agents/routes.ts'
import type { settingsHandlers } from './agents/settings-routes.ts'
import type { signingHandlers } from './agents/signing-routes.ts'
import { listInFirstVersion, sendInFirstVersion } from './answering/modes/first-version.ts'
import type { removalHandlers } from './answering/removal/removal-routes.ts'
import type { answeringHandlers } from './answering/routes.ts'
import type { pageHandlers } from './answering/web/page/serve-page.ts'
import type { webHandlers } from './answering/web/routes.ts'
import type { adminConversationHandlers } from './conversations/admin-routes.ts'
import type { historyHandlers } from './conversations/history-routes.ts'
import type { qualityHandlers } from './conversations/quality-routes.ts'
import type { conversationHandlers, propertyHandlers, userHandlers } from './conversations/routes.ts'
import type { deliveryHandlers } from './delivery/routes.ts'
import type { adminHandoffHandlers } from './handoff/admin-routes.ts'
import type { handoffHandlers } from './handoff/routes.ts'
import type { KnowledgeHandlers } from './knowledge/start-knowledge.ts'
import { headOf } from './platform/http/byte-range.ts'
import type { Answer, Call, Route } from './platform/http/route.ts'

export interface Handlers extends KnowledgeHandlers {
  agents: ReturnType<typeof agentHandlers>
  agentDetail: ReturnType<typeof agentDetailHandlers>
  settings: ReturnType<typeof settingsHandlers>
  web: ReturnType<typeof webHandlers>
  chatPage: ReturnType<typeof pageHandlers>
  signing: ReturnType<typeof signingHandlers>
  conversations: ReturnType<typeof conversationHandlers>
  history: ReturnType<typeof historyHandlers>
  users: ReturnType<typeof userHandlers>
  properties: ReturnType<typeof propertyHandlers>
  quality: ReturnType<typeof qualityHandlers>
  adminConversations: ReturnType<typeof adminConversationHandlers>
  answering: ReturnType<typeof answeringHandlers>
  removal: ReturnType<typeof removalHandlers>
  handoffs: ReturnType<typeof handoffHandlers>
  adminHandoffs: ReturnType<typeof adminHandoffHandlers>
  deliveries: ReturnType<typeof deliveryHandlers>
  health: () => Promise<Answer>
  webhookCheck: (call: Call) => Promise<Answer>
  metrics: () => Promise<Answer>
  audio: (call: Call) => Promise<Answer>
  files: (call: Call) => Promise<Answer>
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
    ['GET', '/chat/:agentId', handlers.chatPage.page],
    ['GET', '/chat/assets/:name', handlers.chatPage.asset],
    // The chat's own token, checked by the handler, stands in for a key.
    ['POST', '/web/v1/agents/:agentId/chats', handlers.web.start, 'optional'],
    ['POST', '/web/v1/chats/:conversationId/messages', handlers.web.send, 'json'],
    ['GET', '/web/v1/chats/:conversationId/messages', handlers.web.history],
    ['GET', '/web/v1/chats/:conversationId/events', handlers.web.follow],
    ['POST', '/web/v1/chats/:conversationId/handoff', handlers.web.handOver, 'optional'],
    ['POST', '/web/v1/chats/:conversationId/handoff/close', handlers.web.endHandoff],
    ['POST', '/web/v1/chats/:conversationId/close', handlers.web.close],
    ['OPTIONS', '/web/v1/*', handlers.web.preflight],
    // Players and previews of links ask for the headers first.
    ['GET', '/audio/:name', handlers.audio],
    ['HEAD', '/audio/:name', headOf(handlers.audio)],
    ['GET', '/files/:token', handlers.files],
    ['HEAD', '/files/:token', headOf(handlers.files)],
  ]

  const withApiKey: Row[] = [
    ['POST', '/v1/bot/doc/qa/add', knowledge.addQa, 'json'],
    ['PUT', '/v1/bot/doc/qa/update', knowledge.updateQa, 'json'],
    ['POST', '/v1/bot/doc/qa/chunks/add', knowledge.addChunks, 'json'],
    ['POST', '/v1/bot/doc/text/add', handlers.texts.addTexts, 'json'],
    ['PUT', '/v1/bot/doc/text/update', handlers.texts.updateTexts, 'json'],
    ['POST', '/v1/bot/doc/spreadsheet/add', handlers.texts.addSpreadsheets, 'json'],
    ['PUT', '/v1/bot/doc/spreadsheet/update', handlers.texts.updateSpreadsheets, 'json'],
    ['POST', '/v1/bot/doc/chunks/add', handlers.texts.addChunks, 'json'],
    ['POST', '/v1/bot/data/retry/batch', handlers.texts.retryFailed, 'optional'],
    ['GET', '/v1/bot/doc/query/page', knowledge.pageDocuments],
    ['DELETE', '/v1/bot/doc/batch/delete', knowledge.deleteDocuments],
    ['GET', '/v1/bot/data/detail/list', knowledge.documentStatus],
    ['POST', '/v1/vector/match', handlers.search.match, 'json'],
    ['POST', '/v1/webhook/check', webhookCheck],
    ['GET', '/v1/api-key/verify', handlers.agentDetail.verifyKey],
    ['GET', '/v1/bot/detail', handlers.agentDetail.detail],
    ['POST', '/v1/conversation', handlers.history.create, 'json'],
    ['GET', '/v1/bot/conversation/page', handlers.history.page],
    ['POST', '/v2/conversation/message', handlers.answering.sendMessage, 'json'],
    ['POST', '/v1/conversation/message', sendInFirstVersion(handlers.answering.sendMessage), 'json'],
    ['GET', '/v2/conversation/message/stream', handlers.answering.resumeStream],
    ['POST', '/v1/conversation/handoff', handlers.handoffs.begin, 'json'],
    ['POST', '/v1/conversation/handoff/close', handlers.handoffs.end, 'json'],
    ['GET', '/v2/messages', handlers.history.messages],
    ['GET', '/v1/messages', listInFirstVersion(handlers.history.messages)],
    ['POST', '/v1/user/set-userid', handlers.users.bind, 'json'],
    ['GET', '/v1/user/get-user-cdp', handlers.users.read],
    ['POST', '/v1/property/update', handlers.properties.update, 'json'],
    ['GET', '/v2/user-property/query', handlers.properties.read],
    ['POST', '/v1/message/feedback', handlers.quality.feedback, 'json'],
    ['POST', '/v1/message/quality', handlers.quality.quality, 'json'],
    ['GET', '/v1/correlate/dataset', handlers.quality.correlate],
    ['GET', '/v1/next/question', handlers.quality.nextQuestions],
    ['POST', '/v1/bot/knowledge/base/create', knowledge.createBase, 'json'],
    ['GET', '/v1/bot/knowledge/base/page', knowledge.pageBases],
  ]

  /** A component may be set to take these without a key; the handler decides. */
  const withOptionalKey: Row[] = [
    ['POST', '/v1/human/message/receive', handlers.handoffs.receive, 'json'],
    ['POST', '/v1/human/close', handlers.handoffs.close, 'json'],
  ]

  const withMetricsToken: Row[] = [['GET', '/metrics', metrics]]

  const withAdminToken: Row[] = [
    ['POST', '/admin/v1/agents', agents.create, 'json'],
    ['GET', '/admin/v1/agents', agents.list],
    ['GET', '/admin/v1/agents/:agentId', agents.get],
    ['PATCH', '/admin/v1/agents/:agentId', agents.change, 'json'],
    ['DELETE', '/admin/v1/agents/:agentId', agents.remove],
    ['GET', '/admin/v1/agents/:agentId/settings', handlers.settings.get],
    ['PATCH', '/admin/v1/agents/:agentId/settings', handlers.settings.change, 'json'],
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
    ['POST', '/admin/v1/agents/:agentId/documents/:docId/conversion/retry', handlers.conversions.retry],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/pairs', handlers.conversions.pairs],
    ['GET', '/admin/v1/agents/:agentId/drafts', handlers.review.drafts],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/draft', handlers.review.draft],
    ['DELETE', '/admin/v1/agents/:agentId/documents/:docId/draft', handlers.review.discard],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/draft/pairs', handlers.review.draftPairs],
    [
      'PATCH',
      '/admin/v1/agents/:agentId/documents/:docId/draft/pairs/:ordinal',
      handlers.review.editPair,
      'json',
    ],
    ['POST', '/admin/v1/agents/:agentId/documents/:docId/draft/decide', handlers.review.decide, 'json'],
    ['GET', '/admin/v1/agents/:agentId/documents/:docId/plan', handlers.review.plan],
    ['POST', '/admin/v1/agents/:agentId/documents/:docId/plan', handlers.review.planList, 'json'],
    ['POST', '/admin/v1/agents/:agentId/documents/:docId/apply', handlers.review.apply, 'optional'],
    ['POST', '/admin/v1/agents/:agentId/documents/:docId/rollback', handlers.review.rollback],
    ['POST', '/admin/v1/agents/:agentId/messages', conversations.sendMessage, 'json'],
    ['POST', '/admin/v1/agents/:agentId/search', handlers.search.adminSearch, 'json'],
    ['GET', '/admin/v1/agents/:agentId/unanswered', handlers.adminConversations.listUnanswered],
    [
      'POST',
      '/admin/v1/agents/:agentId/unanswered/:questionId/answer',
      handlers.adminConversations.answerUnanswered,
      'json',
    ],
    [
      'POST',
      '/admin/v1/agents/:agentId/unanswered/:questionId/dismiss',
      handlers.adminConversations.dismissUnanswered,
    ],
    ['GET', '/admin/v1/conversations', handlers.adminConversations.list],
    ['GET', '/admin/v1/conversations/:conversationId', handlers.adminConversations.get],
    ['DELETE', '/admin/v1/conversations/:conversationId', handlers.removal.remove],
    ['GET', '/admin/v1/usage', handlers.adminConversations.usage],
    ['GET', '/admin/v1/handoffs', handlers.adminHandoffs.list],
    ['GET', '/admin/v1/handoffs/:handoffId', handlers.adminHandoffs.get],
    ['GET', '/admin/v1/deliveries', deliveries.list],
    ['GET', '/admin/v1/deliveries/counts', deliveries.counts],
    ['POST', '/admin/v1/deliveries/replay', deliveries.replayMany, 'json'],
    ['GET', '/admin/v1/deliveries/:deliveryId', deliveries.get],
    ['POST', '/admin/v1/deliveries/:deliveryId/replay', deliveries.replay],
  ]

  const large = new Set([
    '/v2/conversation/message',
    '/v1/conversation/message',
    '/v1/bot/doc/qa/add',
    '/v1/bot/doc/qa/update',
    '/v1/bot/doc/qa/chunks/add',
    '/v1/bot/doc/text/add',
    '/v1/bot/doc/text/update',
    '/v1/bot/doc/spreadsheet/add',
    '/v1/bot/doc/spreadsheet/update',
    '/v1/bot/doc/chunks/add',
    '/admin/v1/agents/:agentId/documents/:docId/plan',
  ])
  const rows = (auth: Route['auth'], list: readonly Row[]): Route[] =>
    list.map(([method, path, handle, body = 'none']) => ({
      method,
      path,
      auth,
      body,
      handle,
      ...(large.has(path) ? { bodyLimitBytes: knowledgeBodyLimitBytes } : {}),
    }))
  return [
    ...rows('none', open),
    ...rows('apiKey', withApiKey),
    ...rows('optionalKey', withOptionalKey),
    ...rows('metrics', withMetricsToken),
    ...rows('admin', withAdminToken),
  ]
}
