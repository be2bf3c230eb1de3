/** The handlers of every slice, as `app.ts` makes them and `routes.ts` puts them at their paths. */
import type { accountHandlers } from './accounts/routes.ts'
import type { agentDetailHandlers } from './agents/detail-routes.ts'
import type { agentHandlers } from './agents/routes.ts'
import type { settingsHandlers } from './agents/settings-routes.ts'
import type { signingHandlers } from './agents/signing-routes.ts'
import type { dryRunHandlers } from './answering/dry-run/routes.ts'
import type { removalHandlers } from './answering/removal/removal-routes.ts'
import type { answeringHandlers } from './answering/routes.ts'
import type { scoreHandlers } from './answering/score/routes.ts'
import type { webHandlers } from './answering/web/routes.ts'
import type { pageHandlers } from './answering/web/serve-page.ts'
import type { adminConversationHandlers } from './conversations/admin-routes.ts'
import type { historyHandlers } from './conversations/history-routes.ts'
import type { qualityHandlers } from './conversations/quality-routes.ts'
import type { conversationHandlers, propertyHandlers, userHandlers } from './conversations/routes.ts'
import type { unansweredHandlers } from './conversations/unanswered-routes.ts'
import type { endpointHandlers } from './delivery/endpoints/routes.ts'
import type { deliveryHandlers } from './delivery/routes.ts'
import type { sinkHandlers } from './delivery/sink/routes.ts'
import type { statsHandlers } from './delivery/stats/routes.ts'
import type { createDesk } from './desk/start-desk.ts'
import type { feedHandlers } from './feed/routes.ts'
import type { adminHandoffHandlers } from './handoff/admin-routes.ts'
import type { handoffHandlers } from './handoff/routes.ts'
import type { KnowledgeHandlers } from './knowledge/start-knowledge.ts'
import type { builtPageHandlers } from './platform/http/built-files.ts'
import type { Call, RouteResponse } from './platform/http/route.ts'

export interface Handlers extends KnowledgeHandlers {
  accounts: ReturnType<typeof accountHandlers>
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
  unanswered: ReturnType<typeof unansweredHandlers>
  answering: ReturnType<typeof answeringHandlers>
  dryRun: ReturnType<typeof dryRunHandlers>
  removal: ReturnType<typeof removalHandlers>
  score: ReturnType<typeof scoreHandlers>
  desk: ReturnType<typeof createDesk>['handlers']
  feed: ReturnType<typeof feedHandlers>
  handoffs: ReturnType<typeof handoffHandlers>
  adminHandoffs: ReturnType<typeof adminHandoffHandlers>
  deliveries: ReturnType<typeof deliveryHandlers>
  endpoints: ReturnType<typeof endpointHandlers>
  stats: ReturnType<typeof statsHandlers>
  sink: ReturnType<typeof sinkHandlers>
  health: () => Promise<RouteResponse>
  webhookCheck: (call: Call) => Promise<RouteResponse>
  metrics: () => Promise<RouteResponse>
  audio: (call: Call) => Promise<RouteResponse>
  files: (call: Call) => Promise<RouteResponse>
  console: ReturnType<typeof builtPageHandlers>
  reference: Record<'spec' | 'page' | 'script' | 'home', () => Promise<RouteResponse>>
}
