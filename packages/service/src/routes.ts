/**
 * The whole route table: method, path, the roles of people who may call it, and its handler. The admin token may call all of
 * `/admin/v1`. The routes for API keys exist for people too, below `/admin/v1/agents/:agentId/api`.
 */
import { roles as everyone, type Role } from '@tandem/contract/admin-accounts'
import { maxWebFileBodyBytes } from '@tandem/contract/web-files'
import { sendInFirstVersion } from './answering/modes/first-version.ts'
import type { Handlers } from './handlers.ts'
import { headOf } from './platform/http/byte-range.ts'
import type { Call, Route, RouteResponse } from './platform/http/route.ts'

type Handle = (call: Call) => Promise<RouteResponse>
/** `large`: JSON up to the size that knowledge or a message may have. `file`: JSON with a file of a visitor. */
type Body = Route['body'] | 'large' | 'file'
type Row = readonly [method: Route['method'], path: string, handle: Handle, body?: Body]
type RoleRow = readonly [
  method: Route['method'],
  path: string,
  roles: readonly Role[],
  handle: Handle,
  body?: Body,
]

const AGENT = '/admin/v1/agents/:agentId'
const SERVICE = `${AGENT}/human-services/:serviceId`
const DOCUMENT = `${AGENT}/documents/:docId`
const HANDOFF = '/desk/v1/handoffs/:handoffId'

const admins = ['admin'] as const
/** Integration: keys, webhooks, deliveries, the playground. */
const developers = ['admin', 'developer'] as const
/** Knowledge: documents, drafts, unanswered questions. */
const editors = ['admin', 'editor'] as const
const readers = ['admin', 'developer', 'editor'] as const
/** People at the desk. Accounts with another role that also work at the desk have the same rights. */
const operators = ['admin', 'operator'] as const

export function routeTable(handlers: Handlers, largeBodyLimitBytes: number): Route[] {
  const open: Row[] = [
    ['GET', '/', handlers.reference.home],
    ['GET', '/openapi.json', handlers.reference.spec],
    ['GET', '/reference', handlers.reference.page],
    ['GET', '/reference/scalar.js', handlers.reference.script],
    ['GET', '/v1/webhook/service/health', handlers.health],
    ['HEAD', '/v1/webhook/service/health', handlers.health],
    ['GET', '/console', handlers.console.page],
    ['GET', '/console/*', handlers.console.page],
    ['GET', '/console/assets/:name', handlers.console.asset],
    ['GET', '/desk', handlers.console.desk],
    ['GET', '/desk/*', handlers.console.desk],
    ['GET', '/chat/:agentId', handlers.chatPage.page],
    ['GET', '/chat/words.json', handlers.chatPage.words],
    ['GET', '/chat/assets/:name', handlers.chatPage.asset],
    ['GET', '/widget.js', handlers.chatPage.loader],
    ['GET', '/widget.json', handlers.chatPage.loaderVersion],
    ['GET', '/widget.d.ts', handlers.chatPage.loaderTypes],
    ['GET', '/widget/:name', handlers.chatPage.version],
    // The handler checks the chat's own token instead of a key.
    ['GET', '/web/v1/agents/:agentId/config', handlers.web.config],
    ['POST', '/web/v1/agents/:agentId/chats', handlers.web.start, 'optional'],
    ['POST', '/web/v1/chats/:conversationId/messages', handlers.web.send, 'json'],
    ['GET', '/web/v1/chats/:conversationId/messages', handlers.web.history],
    ['GET', '/web/v1/chats/:conversationId/events', handlers.web.follow],
    ['POST', '/web/v1/chats/:conversationId/files', handlers.web.sendFile, 'file'],
    ['POST', '/web/v1/chats/:conversationId/messages/:messageId/feedback', handlers.web.rate, 'json'],
    ['GET', '/web/v1/chats/:conversationId/transcript', handlers.web.transcript],
    ['POST', '/web/v1/chats/:conversationId/handoff', handlers.web.handOver, 'optional'],
    ['POST', '/web/v1/chats/:conversationId/handoff/close', handlers.web.endHandoff],
    ['POST', '/web/v1/chats/:conversationId/typing', handlers.web.type],
    ['POST', '/web/v1/chats/:conversationId/seen', handlers.web.see, 'json'],
    ['POST', '/web/v1/chats/:conversationId/close', handlers.web.close],
    ['OPTIONS', '/web/v1/*', handlers.web.preflight],
    ['POST', '/admin/v1/session', handlers.accounts.signIn, 'json'],
    // The handler checks the token in the path instead of a key.
    ['POST', '/sink/:agentId/:token', handlers.sink.receive, 'text'],
    ['POST', '/sink/:agentId/:token/*', handlers.sink.receive, 'text'],
    // Audio players and link previews ask for the headers first.
    ['GET', '/audio/:name', handlers.audio],
    ['HEAD', '/audio/:name', headOf(handlers.audio)],
    ['GET', '/files/:token', handlers.files],
    ['HEAD', '/files/:token', headOf(handlers.files)],
  ]

  const withApiKey: RoleRow[] = [
    ['POST', '/v1/bot/doc/qa/add', readers, handlers.knowledge.addQa, 'large'],
    ['PUT', '/v1/bot/doc/qa/update', readers, handlers.knowledge.updateQa, 'large'],
    ['POST', '/v1/bot/doc/qa/chunks/add', readers, handlers.knowledge.addChunks, 'large'],
    ['POST', '/v1/bot/doc/text/add', readers, handlers.texts.addTexts, 'large'],
    ['PUT', '/v1/bot/doc/text/update', readers, handlers.texts.updateTexts, 'large'],
    ['POST', '/v1/bot/doc/spreadsheet/add', readers, handlers.texts.addSpreadsheets, 'large'],
    ['PUT', '/v1/bot/doc/spreadsheet/update', readers, handlers.texts.updateSpreadsheets, 'large'],
    ['POST', '/v1/bot/doc/chunks/add', readers, handlers.texts.addChunks, 'large'],
    ['POST', '/v1/bot/data/retry/batch', readers, handlers.texts.retryFailed, 'optional'],
    ['GET', '/v1/bot/doc/query/page', readers, handlers.knowledge.pageDocuments],
    ['DELETE', '/v1/bot/doc/batch/delete', readers, handlers.knowledge.deleteDocuments],
    ['GET', '/v1/bot/data/detail/list', readers, handlers.knowledge.documentStatus],
    ['POST', '/v1/vector/match', readers, handlers.search.match, 'json'],
    ['POST', '/v1/webhook/check', developers, handlers.webhookCheck],
    ['GET', '/v1/api-key/verify', developers, handlers.agentDetail.verifyKey],
    ['GET', '/v1/bot/detail', readers, handlers.agentDetail.detail],
    ['POST', '/v1/conversation', developers, handlers.history.create, 'json'],
    ['GET', '/v1/bot/conversation/page', readers, handlers.history.page],
    ['POST', '/v2/conversation/message', developers, handlers.answering.sendMessage, 'large'],
    [
      'POST',
      '/v1/conversation/message',
      developers,
      sendInFirstVersion(handlers.answering.sendMessage),
      'large',
    ],
    ['GET', '/v2/conversation/message/stream', developers, handlers.answering.resumeStream],
    ['POST', '/v1/conversation/handoff', developers, handlers.handoffs.begin, 'json'],
    ['POST', '/v1/conversation/handoff/close', developers, handlers.handoffs.end, 'json'],
    ['GET', '/v1/browser/extension/subscribe', developers, handlers.feed.subscribe],
    ['GET', '/v2/messages', readers, handlers.history.messages],
    ['GET', '/v1/messages', readers, handlers.history.messagesV1],
    ['POST', '/v1/user/set-userid', developers, handlers.users.bind, 'json'],
    ['GET', '/v1/user/get-user-cdp', developers, handlers.users.read],
    ['POST', '/v1/property/update', developers, handlers.properties.update, 'json'],
    ['GET', '/v2/user-property/query', developers, handlers.properties.read],
    ['POST', '/v1/message/feedback', developers, handlers.quality.feedback, 'json'],
    ['POST', '/v1/message/quality', readers, handlers.quality.quality, 'json'],
    ['GET', '/v1/correlate/dataset', readers, handlers.quality.correlate],
    ['GET', '/v1/next/question', developers, handlers.quality.nextQuestions],
    ['POST', '/v1/bot/knowledge/base/create', readers, handlers.knowledge.createBase, 'json'],
    ['GET', '/v1/bot/knowledge/base/page', readers, handlers.knowledge.pageBases],
  ]

  /** A human service may be configured to accept these without a key; the handler decides. */
  const withOptionalKey: RoleRow[] = [
    ['POST', '/v1/human/message/receive', developers, handlers.handoffs.receive, 'json'],
    ['POST', '/v1/human/close', developers, handlers.handoffs.close, 'json'],
    ['POST', '/v1/human/typing', developers, handlers.handoffs.typing, 'json'],
  ]

  const withMetricsToken: Row[] = [['GET', '/metrics', handlers.metrics]]

  const forAdmins: RoleRow[] = [
    ['GET', '/admin/v1/session', everyone, handlers.accounts.getSession],
    ['DELETE', '/admin/v1/session', everyone, handlers.accounts.signOut],
    ['PUT', '/admin/v1/session/password', everyone, handlers.accounts.changePassword, 'json'],
    ['GET', '/admin/v1/sessions', everyone, handlers.accounts.listSessions],
    ['DELETE', '/admin/v1/sessions/:sessionId', everyone, handlers.accounts.endSession],
    ['POST', '/admin/v1/accounts', admins, handlers.accounts.create, 'json'],
    ['GET', '/admin/v1/accounts', admins, handlers.accounts.list],
    ['GET', '/admin/v1/accounts/:accountId', admins, handlers.accounts.get],
    ['PATCH', '/admin/v1/accounts/:accountId', admins, handlers.accounts.change, 'json'],
    ['POST', '/admin/v1/accounts/:accountId/link', admins, handlers.accounts.createLink],
    ['GET', '/admin/v1/audit', admins, handlers.accounts.audit],
    ['GET', '/admin/v1/events', everyone, handlers.feed.events],
    ['POST', '/admin/v1/agents', admins, handlers.agents.create, 'json'],
    ['GET', '/admin/v1/agents', readers, handlers.agents.list],
    ['GET', AGENT, readers, handlers.agents.get],
    ['PATCH', AGENT, admins, handlers.agents.change, 'json'],
    ['DELETE', AGENT, admins, handlers.agents.remove],
    ['GET', `${AGENT}/settings`, readers, handlers.settings.get],
    ['PATCH', `${AGENT}/settings`, developers, handlers.settings.change, 'json'],
    ['GET', `${AGENT}/identity`, developers, handlers.web.identity],
    ['POST', `${AGENT}/api-keys`, developers, handlers.agents.createKey, 'optional'],
    ['GET', `${AGENT}/api-keys`, developers, handlers.agents.listKeys],
    ['DELETE', `${AGENT}/api-keys/:keyId`, developers, handlers.agents.revokeKey],
    ['PUT', `${AGENT}/message-webhook`, developers, handlers.agents.putMessageWebhook, 'json'],
    ['GET', `${AGENT}/message-webhook`, developers, handlers.agents.getMessageWebhook],
    ['DELETE', `${AGENT}/message-webhook`, developers, handlers.agents.deleteMessageWebhook],
    ['POST', `${AGENT}/human-services`, developers, handlers.agents.createHumanService, 'json'],
    ['GET', `${AGENT}/human-services`, developers, handlers.agents.listHumanServices],
    ['PATCH', SERVICE, developers, handlers.agents.changeHumanService, 'json'],
    ['DELETE', SERVICE, developers, handlers.agents.deleteHumanService],
    ['POST', `${AGENT}/message-webhook/signing-secrets`, developers, handlers.signing.create, 'optional'],
    ['GET', `${AGENT}/message-webhook/signing-secrets`, developers, handlers.signing.list],
    ['DELETE', `${AGENT}/message-webhook/signing-secrets/:secretId`, developers, handlers.signing.remove],
    ['POST', `${SERVICE}/signing-secrets`, developers, handlers.signing.create, 'optional'],
    ['GET', `${SERVICE}/signing-secrets`, developers, handlers.signing.list],
    ['DELETE', `${SERVICE}/signing-secrets/:secretId`, developers, handlers.signing.remove],
    ['GET', `${AGENT}/documents`, readers, handlers.knowledge.listDocuments],
    ['POST', `${AGENT}/documents/preview`, readers, handlers.knowledgeFiles.preview, 'large'],
    ['GET', `${AGENT}/imports`, readers, handlers.knowledgeFiles.importsUnderWay],
    ['PATCH', `${AGENT}/bases/:baseId`, editors, handlers.bases.change, 'json'],
    ['DELETE', `${AGENT}/bases/:baseId`, editors, handlers.bases.remove],
    ['GET', DOCUMENT, readers, handlers.knowledge.getDocument],
    ['GET', `${DOCUMENT}/import`, readers, handlers.knowledgeFiles.import],
    ['GET', `${DOCUMENT}/conversion`, readers, handlers.knowledgeFiles.conversion],
    ['POST', `${DOCUMENT}/conversion/retry`, editors, handlers.knowledgeFiles.retryConversion],
    ['GET', `${DOCUMENT}/pairs`, readers, handlers.pairs.list],
    ['POST', `${DOCUMENT}/pairs`, editors, handlers.pairs.add, 'json'],
    ['GET', `${DOCUMENT}/pairs/:pairId`, readers, handlers.pairs.get],
    ['PATCH', `${DOCUMENT}/pairs/:pairId`, editors, handlers.pairs.edit, 'json'],
    ['DELETE', `${DOCUMENT}/pairs/:pairId`, editors, handlers.pairs.remove],
    ['GET', `${DOCUMENT}/revisions`, readers, handlers.pairs.revisions],
    ['GET', `${DOCUMENT}/revisions/:revision/diff`, readers, handlers.pairs.diff],
    ['GET', `${DOCUMENT}/export`, readers, handlers.pairs.export],
    ['GET', `${AGENT}/drafts`, readers, handlers.review.drafts],
    ['GET', `${DOCUMENT}/draft`, readers, handlers.review.draft],
    ['DELETE', `${DOCUMENT}/draft`, editors, handlers.review.discard],
    ['GET', `${DOCUMENT}/draft/pairs`, readers, handlers.review.draftPairs],
    ['PATCH', `${DOCUMENT}/draft/pairs/:ordinal`, editors, handlers.review.editPair, 'json'],
    ['GET', `${DOCUMENT}/draft/pairs/:ordinal/passage`, readers, handlers.review.passage],
    ['POST', `${DOCUMENT}/draft/decide`, editors, handlers.review.decide, 'json'],
    ['GET', `${DOCUMENT}/plan`, readers, handlers.review.plan],
    ['POST', `${DOCUMENT}/plan`, readers, handlers.review.planList, 'large'],
    ['POST', `${DOCUMENT}/apply`, editors, handlers.review.apply, 'optional'],
    ['POST', `${DOCUMENT}/rollback`, editors, handlers.pairs.rollback, 'optional'],
    ['PUT', `${AGENT}/sink`, developers, handlers.sink.put, 'json'],
    ['GET', `${AGENT}/sink`, developers, handlers.sink.get],
    ['PUT', `${AGENT}/sink/webhook`, developers, handlers.sink.connect],
    ['DELETE', `${AGENT}/sink/webhook`, developers, handlers.sink.disconnect],
    ['GET', `${AGENT}/sink/requests`, developers, handlers.sink.requests],
    ['DELETE', `${AGENT}/sink/requests`, developers, handlers.sink.clear],
    ['POST', `${AGENT}/messages`, developers, handlers.conversations.sendMessage, 'json'],
    ['POST', `${AGENT}/search`, readers, handlers.search.adminSearch, 'json'],
    ['POST', `${AGENT}/dry-run`, readers, handlers.dryRun.dryRun, 'json'],
    ['GET', `${AGENT}/question-sets`, readers, handlers.questionSets.list],
    ['PUT', `${AGENT}/question-sets`, editors, handlers.questionSets.put, 'json'],
    ['GET', `${AGENT}/question-sets/:setId`, readers, handlers.questionSets.get],
    ['DELETE', `${AGENT}/question-sets/:setId`, editors, handlers.questionSets.remove],
    ['POST', `${AGENT}/question-sets/:setId/run`, readers, handlers.questionSets.run, 'optional'],
    ['GET', `${AGENT}/question-sets/:setId/runs`, readers, handlers.questionSets.runs],
    ['GET', `${AGENT}/question-sets/:setId/runs/:runId`, readers, handlers.questionSets.getRun],
    ['GET', `${AGENT}/unanswered`, readers, handlers.unanswered.list],
    ['GET', `${AGENT}/unanswered/groups`, readers, handlers.unanswered.groups],
    ['POST', `${AGENT}/unanswered/caught`, readers, handlers.unanswered.caught, 'json'],
    ['POST', `${AGENT}/unanswered/:questionId/answer`, editors, handlers.unanswered.answer, 'json'],
    ['POST', `${AGENT}/unanswered/:questionId/dismiss`, editors, handlers.unanswered.dismiss],
    ['GET', '/admin/v1/conversations', readers, handlers.adminConversations.list],
    ['GET', '/admin/v1/conversations/export', readers, handlers.adminConversations.export],
    ['GET', '/admin/v1/conversations/:conversationId', readers, handlers.adminConversations.get],
    ['GET', '/admin/v1/conversations/:conversationId/score', readers, handlers.score.get],
    ['DELETE', '/admin/v1/conversations/:conversationId', admins, handlers.removal.remove],
    ['GET', '/admin/v1/usage', developers, handlers.adminConversations.usage],
    ['GET', '/admin/v1/handoffs', developers, handlers.adminHandoffs.list],
    ['GET', '/admin/v1/handoffs/:handoffId', developers, handlers.adminHandoffs.get],
    ['GET', '/admin/v1/stats', readers, handlers.stats.get],
    ['GET', '/admin/v1/endpoints', developers, handlers.endpoints.list],
    ['GET', '/admin/v1/endpoints/:endpointId/history', developers, handlers.endpoints.history],
    ['POST', '/admin/v1/endpoints/:endpointId/probe', developers, handlers.endpoints.probe],
    ['POST', '/admin/v1/endpoints/:endpointId/pause', developers, handlers.endpoints.pause, 'optional'],
    ['POST', '/admin/v1/endpoints/:endpointId/resume', developers, handlers.endpoints.resume],
    [
      'POST',
      '/admin/v1/endpoints/:endpointId/skip-head',
      developers,
      handlers.endpoints.skipHead,
      'optional',
    ],
    ['GET', '/admin/v1/deliveries', developers, handlers.deliveries.list],
    ['GET', '/admin/v1/deliveries/export', developers, handlers.deliveries.export],
    ['GET', '/admin/v1/deliveries/counts', developers, handlers.deliveries.counts],
    ['POST', '/admin/v1/deliveries/replay', developers, handlers.deliveries.replayMany, 'json'],
    ['GET', '/admin/v1/deliveries/:deliveryId', developers, handlers.deliveries.get],
    ['POST', '/admin/v1/deliveries/:deliveryId/replay', developers, handlers.deliveries.replay],
    ['GET', '/desk/v1/queue', operators, handlers.desk.queue],
    ['POST', '/desk/v1/next', operators, handlers.desk.next, 'json'],
    ['GET', HANDOFF, operators, handlers.desk.get],
    ['POST', `${HANDOFF}/claim`, operators, handlers.desk.claim],
    ['POST', `${HANDOFF}/release`, operators, handlers.desk.release, 'json'],
    ['POST', `${HANDOFF}/transfer`, operators, handlers.desk.transfer, 'json'],
    ['POST', `${HANDOFF}/transfer/accept`, operators, handlers.desk.accept],
    ['POST', `${HANDOFF}/transfer/decline`, operators, handlers.desk.decline],
    ['POST', `${HANDOFF}/assign`, admins, handlers.desk.assign, 'json'],
    ['POST', `${HANDOFF}/reply`, operators, handlers.desk.reply, 'large'],
    ['POST', `${HANDOFF}/close`, operators, handlers.desk.close, 'json'],
    ['POST', `${HANDOFF}/read`, operators, handlers.desk.read, 'json'],
    ['POST', `${HANDOFF}/typing`, operators, handlers.desk.typing, 'json'],
    ['POST', `${HANDOFF}/look`, operators, handlers.desk.look],
    ['POST', `${HANDOFF}/notes`, operators, handlers.desk.addNote, 'json'],
    ['GET', `${HANDOFF}/suggest`, operators, handlers.desk.suggest],
    ['POST', `${HANDOFF}/pair`, operators, handlers.desk.makePair, 'json'],
    ['GET', '/desk/v1/snippets', operators, handlers.desk.listSnippets],
    ['POST', '/desk/v1/snippets', operators, handlers.desk.createSnippet, 'json'],
    ['PATCH', '/desk/v1/snippets/:snippetId', operators, handlers.desk.changeSnippet, 'json'],
    ['DELETE', '/desk/v1/snippets/:snippetId', operators, handlers.desk.deleteSnippet],
    ['GET', '/desk/v1/presence', operators, handlers.desk.getPresence],
    ['PUT', '/desk/v1/presence', operators, handlers.desk.setPresence, 'json'],
    ['GET', '/desk/v1/conversations', operators, handlers.adminConversations.list],
    ['GET', '/desk/v1/conversations/:conversationId', operators, handlers.adminConversations.get],
    ['POST', '/desk/v1/conversations/:conversationId/takeover', operators, handlers.desk.takeover],
  ]

  const route = (auth: Route['auth'], [method, path, handle, body = 'none']: Row): Route => {
    const shared = { method, path, auth, handle }
    if (body === 'large') return { ...shared, body: 'json', bodyLimitBytes: largeBodyLimitBytes }
    if (body === 'file')
      return { ...shared, body: 'json', bodyLimitBytes: Math.min(maxWebFileBodyBytes, largeBodyLimitBytes) }
    return { ...shared, body }
  }
  const rows = (auth: Route['auth'], list: readonly Row[]) => list.map((row) => route(auth, row))
  const roleRows = (auth: Route['auth'], list: readonly RoleRow[]) =>
    list.map(([method, path, roles, handle, body = 'none']) => ({
      ...route(auth, [method, path, handle, body]),
      roles,
    }))
  const withKey = [...roleRows('apiKey', withApiKey), ...roleRows('optionalKey', withOptionalKey)]
  return [
    ...rows('none', open),
    ...withKey.map(({ roles: _ofPeople, ...route }) => route),
    ...rows('metrics', withMetricsToken),
    ...roleRows('admin', forAdmins),
    ...withKey.map((route) => ({
      ...route,
      path: `${AGENT}/api${route.path}`,
      auth: 'admin' as const,
      handle: handlers.agents.forLiving(route.handle),
    })),
  ]
}

/** The ends of paths whose POST changes nothing. */
const questions = [
  '/search',
  '/plan',
  '/dry-run',
  '/preview',
  '/unanswered/caught',
  '/v1/vector/match',
  '/v1/webhook/check',
  '/v1/human/typing',
]

/** Work with users at the desk is recorded in the timelines of the handoffs. */
const isDeskWork = (path: string) =>
  path.startsWith(HANDOFF) || path === '/desk/v1/presence' || path === '/desk/v1/next'

/** Whether calls are recorded in the audit log. */
export const isAudited = ({ method, path, auth }: Route) =>
  auth === 'admin' && method !== 'GET' && !isDeskWork(path) && !questions.some((end) => path.endsWith(end))
