/**
 * The whole route table: method, path, the roles of people who may call it, and its handler. The admin token may call all of
 * `/admin/v1`. The routes for API keys exist for people too, below `/admin/v1/agents/:agentId/api`.
 */
import { roles as everyone, type Role } from '@tandem/contract/admin-accounts'
import { maxWebFileBodyBytes } from '@tandem/contract/web-files'
import { listInFirstVersion, sendInFirstVersion } from './answering/modes/first-version.ts'
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
  const {
    accounts,
    agents,
    signing,
    knowledge,
    pairs,
    conversations,
    deliveries,
    review,
    questionSets,
    unanswered,
    endpoints,
    desk,
    health,
    webhookCheck,
    metrics,
    reference,
  } = handlers

  const open: Row[] = [
    ['GET', '/', reference.home],
    ['GET', '/openapi.json', reference.spec],
    ['GET', '/reference', reference.page],
    ['GET', '/reference/scalar.js', reference.script],
    ['GET', '/v1/webhook/service/health', health],
    ['HEAD', '/v1/webhook/service/health', health],
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
    ['POST', '/admin/v1/session', accounts.signIn, 'json'],
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
    ['POST', '/v1/bot/doc/qa/add', readers, knowledge.addQa, 'large'],
    ['PUT', '/v1/bot/doc/qa/update', readers, knowledge.updateQa, 'large'],
    ['POST', '/v1/bot/doc/qa/chunks/add', readers, knowledge.addChunks, 'large'],
    ['POST', '/v1/bot/doc/text/add', readers, handlers.texts.addTexts, 'large'],
    ['PUT', '/v1/bot/doc/text/update', readers, handlers.texts.updateTexts, 'large'],
    ['POST', '/v1/bot/doc/spreadsheet/add', readers, handlers.texts.addSpreadsheets, 'large'],
    ['PUT', '/v1/bot/doc/spreadsheet/update', readers, handlers.texts.updateSpreadsheets, 'large'],
    ['POST', '/v1/bot/doc/chunks/add', readers, handlers.texts.addChunks, 'large'],
    ['POST', '/v1/bot/data/retry/batch', readers, handlers.texts.retryFailed, 'optional'],
    ['GET', '/v1/bot/doc/query/page', readers, knowledge.pageDocuments],
    ['DELETE', '/v1/bot/doc/batch/delete', readers, knowledge.deleteDocuments],
    ['GET', '/v1/bot/data/detail/list', readers, knowledge.documentStatus],
    ['POST', '/v1/vector/match', readers, handlers.search.match, 'json'],
    ['POST', '/v1/webhook/check', developers, webhookCheck],
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
    ['GET', '/v1/messages', readers, listInFirstVersion(handlers.history.messages)],
    ['POST', '/v1/user/set-userid', developers, handlers.users.bind, 'json'],
    ['GET', '/v1/user/get-user-cdp', developers, handlers.users.read],
    ['POST', '/v1/property/update', developers, handlers.properties.update, 'json'],
    ['GET', '/v2/user-property/query', developers, handlers.properties.read],
    ['POST', '/v1/message/feedback', developers, handlers.quality.feedback, 'json'],
    ['POST', '/v1/message/quality', readers, handlers.quality.quality, 'json'],
    ['GET', '/v1/correlate/dataset', readers, handlers.quality.correlate],
    ['GET', '/v1/next/question', developers, handlers.quality.nextQuestions],
    ['POST', '/v1/bot/knowledge/base/create', readers, knowledge.createBase, 'json'],
    ['GET', '/v1/bot/knowledge/base/page', readers, knowledge.pageBases],
  ]

  /** A human service may be configured to accept these without a key; the handler decides. */
  const withOptionalKey: RoleRow[] = [
    ['POST', '/v1/human/message/receive', developers, handlers.handoffs.receive, 'json'],
    ['POST', '/v1/human/close', developers, handlers.handoffs.close, 'json'],
    ['POST', '/v1/human/typing', developers, handlers.handoffs.typing, 'json'],
  ]

  const withMetricsToken: Row[] = [['GET', '/metrics', metrics]]

  const forAdmins: RoleRow[] = [
    ['GET', '/admin/v1/session', everyone, accounts.getSession],
    ['DELETE', '/admin/v1/session', everyone, accounts.signOut],
    ['PUT', '/admin/v1/session/password', everyone, accounts.changePassword, 'json'],
    ['GET', '/admin/v1/sessions', everyone, accounts.listSessions],
    ['DELETE', '/admin/v1/sessions/:sessionId', everyone, accounts.endSession],
    ['POST', '/admin/v1/accounts', admins, accounts.create, 'json'],
    ['GET', '/admin/v1/accounts', admins, accounts.list],
    ['GET', '/admin/v1/accounts/:accountId', admins, accounts.get],
    ['PATCH', '/admin/v1/accounts/:accountId', admins, accounts.change, 'json'],
    ['POST', '/admin/v1/accounts/:accountId/link', admins, accounts.createLink],
    ['GET', '/admin/v1/audit', admins, accounts.audit],
    ['GET', '/admin/v1/events', everyone, handlers.feed.events],
    ['POST', '/admin/v1/agents', admins, agents.create, 'json'],
    ['GET', '/admin/v1/agents', readers, agents.list],
    ['GET', AGENT, readers, agents.get],
    ['PATCH', AGENT, admins, agents.change, 'json'],
    ['DELETE', AGENT, admins, agents.remove],
    ['GET', `${AGENT}/settings`, readers, handlers.settings.get],
    ['PATCH', `${AGENT}/settings`, developers, handlers.settings.change, 'json'],
    ['GET', `${AGENT}/identity`, developers, handlers.web.identity],
    ['POST', `${AGENT}/api-keys`, developers, agents.createKey, 'optional'],
    ['GET', `${AGENT}/api-keys`, developers, agents.listKeys],
    ['DELETE', `${AGENT}/api-keys/:keyId`, developers, agents.revokeKey],
    ['PUT', `${AGENT}/message-webhook`, developers, agents.putMessageWebhook, 'json'],
    ['GET', `${AGENT}/message-webhook`, developers, agents.getMessageWebhook],
    ['DELETE', `${AGENT}/message-webhook`, developers, agents.deleteMessageWebhook],
    ['POST', `${AGENT}/human-services`, developers, agents.createHumanService, 'json'],
    ['GET', `${AGENT}/human-services`, developers, agents.listHumanServices],
    ['PATCH', SERVICE, developers, agents.changeHumanService, 'json'],
    ['DELETE', SERVICE, developers, agents.deleteHumanService],
    ['POST', `${AGENT}/message-webhook/signing-secrets`, developers, signing.create, 'optional'],
    ['GET', `${AGENT}/message-webhook/signing-secrets`, developers, signing.list],
    ['DELETE', `${AGENT}/message-webhook/signing-secrets/:secretId`, developers, signing.remove],
    ['POST', `${SERVICE}/signing-secrets`, developers, signing.create, 'optional'],
    ['GET', `${SERVICE}/signing-secrets`, developers, signing.list],
    ['DELETE', `${SERVICE}/signing-secrets/:secretId`, developers, signing.remove],
    ['GET', `${AGENT}/documents`, readers, knowledge.listDocuments],
    ['POST', `${AGENT}/documents/preview`, readers, handlers.knowledgeFiles.preview, 'large'],
    ['GET', `${AGENT}/imports`, readers, handlers.knowledgeFiles.importsUnderWay],
    ['PATCH', `${AGENT}/bases/:baseId`, editors, handlers.bases.change, 'json'],
    ['DELETE', `${AGENT}/bases/:baseId`, editors, handlers.bases.remove],
    ['GET', DOCUMENT, readers, knowledge.getDocument],
    ['GET', `${DOCUMENT}/import`, readers, handlers.knowledgeFiles.import],
    ['GET', `${DOCUMENT}/conversion`, readers, handlers.knowledgeFiles.conversion],
    ['POST', `${DOCUMENT}/conversion/retry`, editors, handlers.knowledgeFiles.retryConversion],
    ['GET', `${DOCUMENT}/pairs`, readers, pairs.list],
    ['POST', `${DOCUMENT}/pairs`, editors, pairs.add, 'json'],
    ['GET', `${DOCUMENT}/pairs/:pairId`, readers, pairs.get],
    ['PATCH', `${DOCUMENT}/pairs/:pairId`, editors, pairs.edit, 'json'],
    ['DELETE', `${DOCUMENT}/pairs/:pairId`, editors, pairs.remove],
    ['GET', `${DOCUMENT}/revisions`, readers, pairs.revisions],
    ['GET', `${DOCUMENT}/revisions/:revision/diff`, readers, pairs.diff],
    ['GET', `${DOCUMENT}/export`, readers, pairs.export],
    ['GET', `${AGENT}/drafts`, readers, review.drafts],
    ['GET', `${DOCUMENT}/draft`, readers, review.draft],
    ['DELETE', `${DOCUMENT}/draft`, editors, review.discard],
    ['GET', `${DOCUMENT}/draft/pairs`, readers, review.draftPairs],
    ['PATCH', `${DOCUMENT}/draft/pairs/:ordinal`, editors, review.editPair, 'json'],
    ['GET', `${DOCUMENT}/draft/pairs/:ordinal/passage`, readers, review.passage],
    ['POST', `${DOCUMENT}/draft/decide`, editors, review.decide, 'json'],
    ['GET', `${DOCUMENT}/plan`, readers, review.plan],
    ['POST', `${DOCUMENT}/plan`, readers, review.planList, 'large'],
    ['POST', `${DOCUMENT}/apply`, editors, review.apply, 'optional'],
    ['POST', `${DOCUMENT}/rollback`, editors, pairs.rollback, 'optional'],
    ['PUT', `${AGENT}/sink`, developers, handlers.sink.put, 'json'],
    ['GET', `${AGENT}/sink`, developers, handlers.sink.get],
    ['PUT', `${AGENT}/sink/webhook`, developers, handlers.sink.connect],
    ['DELETE', `${AGENT}/sink/webhook`, developers, handlers.sink.disconnect],
    ['GET', `${AGENT}/sink/requests`, developers, handlers.sink.requests],
    ['DELETE', `${AGENT}/sink/requests`, developers, handlers.sink.clear],
    ['POST', `${AGENT}/messages`, developers, conversations.sendMessage, 'json'],
    ['POST', `${AGENT}/search`, readers, handlers.search.adminSearch, 'json'],
    ['POST', `${AGENT}/dry-run`, readers, handlers.dryRun.dryRun, 'json'],
    ['GET', `${AGENT}/question-sets`, readers, questionSets.list],
    ['PUT', `${AGENT}/question-sets`, editors, questionSets.put, 'json'],
    ['GET', `${AGENT}/question-sets/:setId`, readers, questionSets.get],
    ['DELETE', `${AGENT}/question-sets/:setId`, editors, questionSets.remove],
    ['POST', `${AGENT}/question-sets/:setId/run`, readers, questionSets.run, 'optional'],
    ['GET', `${AGENT}/question-sets/:setId/runs`, readers, questionSets.runs],
    ['GET', `${AGENT}/question-sets/:setId/runs/:runId`, readers, questionSets.getRun],
    ['GET', `${AGENT}/unanswered`, readers, unanswered.list],
    ['GET', `${AGENT}/unanswered/groups`, readers, unanswered.groups],
    ['POST', `${AGENT}/unanswered/caught`, readers, unanswered.caught, 'json'],
    ['POST', `${AGENT}/unanswered/:questionId/answer`, editors, unanswered.answer, 'json'],
    ['POST', `${AGENT}/unanswered/:questionId/dismiss`, editors, unanswered.dismiss],
    ['GET', '/admin/v1/conversations', readers, handlers.adminConversations.list],
    ['GET', '/admin/v1/conversations/export', readers, handlers.adminConversations.export],
    ['GET', '/admin/v1/conversations/:conversationId', readers, handlers.adminConversations.get],
    ['GET', '/admin/v1/conversations/:conversationId/score', readers, handlers.score.get],
    ['DELETE', '/admin/v1/conversations/:conversationId', admins, handlers.removal.remove],
    ['GET', '/admin/v1/usage', developers, handlers.adminConversations.usage],
    ['GET', '/admin/v1/handoffs', developers, handlers.adminHandoffs.list],
    ['GET', '/admin/v1/handoffs/:handoffId', developers, handlers.adminHandoffs.get],
    ['GET', '/admin/v1/stats', readers, handlers.stats.get],
    ['GET', '/admin/v1/endpoints', developers, endpoints.list],
    ['GET', '/admin/v1/endpoints/:endpointId/history', developers, endpoints.history],
    ['POST', '/admin/v1/endpoints/:endpointId/probe', developers, endpoints.probe],
    ['POST', '/admin/v1/endpoints/:endpointId/pause', developers, endpoints.pause, 'optional'],
    ['POST', '/admin/v1/endpoints/:endpointId/resume', developers, endpoints.resume],
    ['POST', '/admin/v1/endpoints/:endpointId/skip-head', developers, endpoints.skipHead, 'optional'],
    ['GET', '/admin/v1/deliveries', developers, deliveries.list],
    ['GET', '/admin/v1/deliveries/export', developers, deliveries.export],
    ['GET', '/admin/v1/deliveries/counts', developers, deliveries.counts],
    ['POST', '/admin/v1/deliveries/replay', developers, deliveries.replayMany, 'json'],
    ['GET', '/admin/v1/deliveries/:deliveryId', developers, deliveries.get],
    ['POST', '/admin/v1/deliveries/:deliveryId/replay', developers, deliveries.replay],
    ['GET', '/desk/v1/queue', operators, desk.queue],
    ['POST', '/desk/v1/next', operators, desk.next, 'json'],
    ['GET', HANDOFF, operators, desk.get],
    ['POST', `${HANDOFF}/claim`, operators, desk.claim],
    ['POST', `${HANDOFF}/release`, operators, desk.release, 'json'],
    ['POST', `${HANDOFF}/transfer`, operators, desk.transfer, 'json'],
    ['POST', `${HANDOFF}/transfer/accept`, operators, desk.accept],
    ['POST', `${HANDOFF}/transfer/decline`, operators, desk.decline],
    ['POST', `${HANDOFF}/assign`, admins, desk.assign, 'json'],
    ['POST', `${HANDOFF}/reply`, operators, desk.reply, 'large'],
    ['POST', `${HANDOFF}/close`, operators, desk.close, 'json'],
    ['POST', `${HANDOFF}/read`, operators, desk.read, 'json'],
    ['POST', `${HANDOFF}/typing`, operators, desk.typing, 'json'],
    ['POST', `${HANDOFF}/look`, operators, desk.look],
    ['POST', `${HANDOFF}/notes`, operators, desk.addNote, 'json'],
    ['GET', `${HANDOFF}/suggest`, operators, desk.suggest],
    ['POST', `${HANDOFF}/pair`, operators, desk.makePair, 'json'],
    ['GET', '/desk/v1/snippets', operators, desk.listSnippets],
    ['POST', '/desk/v1/snippets', operators, desk.createSnippet, 'json'],
    ['PATCH', '/desk/v1/snippets/:snippetId', operators, desk.changeSnippet, 'json'],
    ['DELETE', '/desk/v1/snippets/:snippetId', operators, desk.deleteSnippet],
    ['GET', '/desk/v1/presence', operators, desk.getPresence],
    ['PUT', '/desk/v1/presence', operators, desk.setPresence, 'json'],
    ['GET', '/desk/v1/conversations', operators, handlers.adminConversations.list],
    ['GET', '/desk/v1/conversations/:conversationId', operators, handlers.adminConversations.get],
    ['POST', '/desk/v1/conversations/:conversationId/takeover', operators, desk.takeover],
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
      handle: agents.forLiving(route.handle),
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
