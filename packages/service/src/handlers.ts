/** The handlers of every slice; `routes.ts` assigns them to paths. */
import type { Audit } from './accounts/audit.ts'
import { createPasswords } from './accounts/passwords.ts'
import { accountHandlers } from './accounts/routes.ts'
import { agentDetailHandlers } from './agents/detail-routes.ts'
import { agentHandlers } from './agents/routes.ts'
import { settingsHandlers } from './agents/settings-routes.ts'
import { signingHandlers } from './agents/signing-routes.ts'
import { dryRunHandlers } from './answering/dry-run/routes.ts'
import { removalHandlers } from './answering/removal/remove-conversations.ts'
import { scoreHandlers } from './answering/score/routes.ts'
import { webHandlers } from './answering/web/routes.ts'
import { pageHandlers } from './answering/web/serve-page.ts'
import { adminConversationHandlers } from './conversations/admin-routes.ts'
import { historyHandlers } from './conversations/history-routes.ts'
import { qualityHandlers } from './conversations/quality-routes.ts'
import { conversationHandlers, propertyHandlers, userHandlers } from './conversations/routes.ts'
import { unansweredHandlers } from './conversations/unanswered-routes.ts'
import { webhookCheckHandler } from './delivery/endpoints/check-webhooks.ts'
import { endpointHandlers } from './delivery/endpoints/routes.ts'
import { deliveryHandlers } from './delivery/routes.ts'
import { sinkHandlers } from './delivery/sink/routes.ts'
import { statsHandlers } from './delivery/stats/routes.ts'
import { createFeed } from './feed/feed.ts'
import { feedHandlers } from './feed/routes.ts'
import { adminHandoffHandlers } from './handoff/admin-routes.ts'
import { handoffHandlers } from './handoff/routes.ts'
import { healthHandler } from './monitoring/health.ts'
import { metricsHandler } from './monitoring/metrics.ts'
import { DAY_MS } from './platform/clock.ts'
import { builtPageHandlers } from './platform/http/built-files.ts'
import { referenceHandlers } from './platform/http/reference.ts'
import type { AppDeps, Slices } from './slices.ts'

export type Handlers = ReturnType<typeof createHandlers>

export function createHandlers(deps: AppDeps, slices: Slices, audit: Audit, draining: () => boolean) {
  const { config, database } = deps
  const { models, delivery, knowledgeSlice, responder, fileLinks } = slices
  const { knowledge, search } = knowledgeSlice
  const { publicUrl, messageLimitChars } = config
  const all = { ...deps, ...delivery, ...slices, knowledge, search, publicUrl }
  return {
    ...knowledgeSlice.handlers,
    accounts: accountHandlers({ ...all, passwords: deps.passwords ?? createPasswords(), audit }),
    agents: agentHandlers({ ...all, removalHooks: slices.handoffs.removalHooks }),
    signing: signingHandlers(all),
    agentDetail: agentDetailHandlers({ ...all, modelName: models.chat?.name, messageLimitChars }),
    settings: settingsHandlers(all),
    health: healthHandler(database, draining),
    conversations: conversationHandlers(all),
    history: historyHandlers({ ...all, linkTo: fileLinks.linkTo }),
    users: userHandlers(all),
    properties: propertyHandlers(all),
    quality: qualityHandlers(all),
    unanswered: unansweredHandlers(knowledge),
    adminConversations: adminConversationHandlers(knowledge, fileLinks.pathTo),
    answering: slices.answering.handlers,
    dryRun: dryRunHandlers({ ...all, timeoutMs: config.turnTimeoutMs, respond: responder.respond }),
    removal: removalHandlers(all),
    score: scoreHandlers(all),
    chatPage: pageHandlers(all),
    web: webHandlers({
      ...all,
      events: slices.chatEvents,
      pathTo: fileLinks.pathTo,
      startsPerMinute: config.chatStartsPerMinute,
      agentStartsPerMinute: config.agentChatStartsPerMinute,
      tokenGoodForMs: config.chatTokenDays * DAY_MS,
    }),
    desk: slices.desk.handlers,
    feed: feedHandlers({ ...all, feed: createFeed(all) }),
    handoffs: handoffHandlers(all),
    adminHandoffs: adminHandoffHandlers(all),
    deliveries: deliveryHandlers(all),
    stats: statsHandlers(all),
    endpoints: endpointHandlers(all),
    sink: sinkHandlers(all),
    webhookCheck: webhookCheckHandler(all),
    metrics: metricsHandler(all),
    reference: referenceHandlers(),
    console: builtPageHandlers(),
    audio: responder.serveAudio,
    files: fileLinks.serve,
  }
}
