/** Wires the slices together; the only file that knows every one of them. */
import { Registry } from 'prom-client'
import { audited, createAudit } from './accounts/audit.ts'
import { peopleGuard } from './accounts/guard.ts'
import { createPasswords } from './accounts/passwords.ts'
import { accountHandlers } from './accounts/routes.ts'
import { adminGuard, apiKeyGuard, metricsGuard } from './agents/authenticate.ts'
import { agentDetailHandlers } from './agents/detail-routes.ts'
import type { IntegrationDeps } from './agents/integrations.ts'
import { agentHandlers } from './agents/routes.ts'
import { createSettings, type Settings } from './agents/settings.ts'
import { settingsHandlers } from './agents/settings-routes.ts'
import { signingHandlers } from './agents/signing-routes.ts'
import { createResponder } from './answering/compose/start-responder.ts'
import { dryRunHandlers } from './answering/dry-run/routes.ts'
import { createFileLinks } from './answering/files/file-links.ts'
import { removalHandlers } from './answering/removal/removal-routes.ts'
import { createRetention } from './answering/removal/retention.ts'
import { scoreHandlers } from './answering/score/routes.ts'
import { createAnswering } from './answering/start-answering.ts'
import { createChatEvents } from './answering/web/events.ts'
import { webHandlers } from './answering/web/routes.ts'
import { pageHandlers } from './answering/web/serve-page.ts'
import { adminConversationHandlers } from './conversations/admin-routes.ts'
import { historyHandlers } from './conversations/history-routes.ts'
import { createLive } from './conversations/live.ts'
import { qualityHandlers } from './conversations/quality-routes.ts'
import { conversationHandlers, propertyHandlers, userHandlers } from './conversations/routes.ts'
import { unansweredHandlers } from './conversations/unanswered-routes.ts'
import { webhookCheckHandler } from './delivery/endpoints/check-webhooks.ts'
import { endpointHandlers } from './delivery/endpoints/routes.ts'
import { deliveryHandlers } from './delivery/routes.ts'
import { SINK_PATH } from './delivery/sink/connect.ts'
import { sinkHandlers } from './delivery/sink/routes.ts'
import { createDelivery, type Delivery } from './delivery/start-delivery.ts'
import { statsHandlers } from './delivery/stats/routes.ts'
import { createDesk } from './desk/start-desk.ts'
import { createFeed } from './feed/feed.ts'
import { feedHandlers } from './feed/routes.ts'
import { adminHandoffHandlers } from './handoff/admin-routes.ts'
import { createHandoffs } from './handoff/handoffs.ts'
import { handoffHandlers } from './handoff/routes.ts'
import type { Knowledge } from './knowledge/revisions.ts'
import { createKnowledge } from './knowledge/start-knowledge.ts'
import { createLanes, type Lanes, laneSettings } from './lanes/lanes.ts'
import { configuredOrigins } from './models/endpoint.ts'
import { createModels } from './models/models.ts'
import type { Tokenizer } from './models/tokenizer.ts'
import { healthHandler } from './monitoring/health.ts'
import { metricsHandler } from './monitoring/metrics.ts'
import { startBackground } from './platform/background.ts'
import type { Config } from './platform/config.ts'
import type { Core } from './platform/core.ts'
import { parseAllowList } from './platform/egress/address-rules.ts'
import { createEgress } from './platform/egress/client.ts'
import type { OwnAddress } from './platform/egress/target.ts'
import { builtPageHandlers } from './platform/http/built-files.ts'
import { referenceHandlers } from './platform/http/reference.ts'
import type { Route } from './platform/http/route.ts'
import { createServer, type HttpServer } from './platform/http/server.ts'
import type { SecretBox } from './platform/secrets.ts'
import { isAudited, routeTable } from './routes.ts'

interface AppDeps extends Core {
  readonly box: SecretBox
  /** What addresses of files are sealed with. */
  readonly fileKey: Buffer
  readonly adminToken: string
  readonly tokenizer: Tokenizer
}

export interface App {
  readonly server: HttpServer
  /** Where TANDEM_ADMIN_PORT is set. */
  readonly adminServer: HttpServer | undefined
  readonly knowledge: Knowledge
  readonly lanes: Lanes
  readonly delivery: Delivery
  readonly settings: Settings
  readonly integration: IntegrationDeps
  /** Starts the work that goes on beside requests. */
  start(): Promise<void>
  /** Refuses new work, finishes what is under way within `graceMs`, and lets go of everything but the database. */
  stop(graceMs: number): Promise<void>
}

const HOUR_MS = 3_600_000
const TELL_MS = 1000
const DAY_MS = 24 * HOUR_MS

export function createApp(deps: AppDeps): App {
  const { config, log, clock, database, tokenizer } = deps
  const registry = new Registry()
  const publicUrl = config.publicUrl?.replace(/(?<!\/)\/+$/, '')
  /** The one part of itself that this service sends to. */
  function ownSinks(): OwnAddress | undefined {
    const origin = server.origin()
    if (origin === undefined) return undefined
    return { origin, knownAs: publicUrl ? [publicUrl, origin] : [origin], below: SINK_PATH }
  }
  const egress = createEgress({ ...egressOptions(config), own: ownSinks })
  const models = createModels({ config, egress, tokenizer, clock, log })
  const lanes = createLanes({ database, clock, log, settings: laneSettings(config) })
  const delivery = createDelivery({ ...deps, lanes, egress, registry })
  const integration = { ...deps, lanes }
  const settings = createSettings(database, clock)
  const live = createLive(database)
  const slice = createKnowledge({ ...deps, lanes, egress, models, tokenizer, settings, registry })
  const { knowledge, search } = slice
  const { chat: model } = models
  const responder = createResponder({ ...deps, ...slice.files, egress, search, models, tokenizer })
  const fileLinks = createFileLinks({ ...deps, publicUrl: config.publicUrl })
  const handoffs = createHandoffs({ ...deps, lanes, live, registry, delivery, linkTo: fileLinks.linkTo })
  const desk = createDesk({
    ...deps,
    handoffs,
    delivery,
    knowledge,
    search,
    linkTo: fileLinks.pathTo,
    linkForUser: (message, file) => `${publicUrl ?? server.origin() ?? ''}${fileLinks.pathTo(message, file)}`,
  })
  const answering = createAnswering({
    ...deps,
    lanes,
    outbox: delivery.outbox,
    stats: delivery.stats,
    live,
    settings,
    handoffs,
    registry,
    hasModel: model !== undefined,
    respond: responder.respond,
  })
  const forgetting = startBackground({
    name: 'remove what is old',
    everyMs: HOUR_MS,
    clock,
    log,
    run: createRetention({ ...deps, knowledge }),
  })
  const chatEvents = createChatEvents({
    database,
    clock,
    live,
    progress: answering.progress,
    pathTo: fileLinks.pathTo,
  })

  const audit = createAudit(deps)
  const table = routeTable(
    {
      accounts: accountHandlers({
        ...deps,
        passwords: createPasswords(),
        audit,
        publicUrl: config.publicUrl,
      }),
      agents: agentHandlers({ ...integration, leaving: handoffs.leaving }),
      signing: signingHandlers(integration),
      agentDetail: agentDetailHandlers({
        database,
        settings,
        modelName: model?.name,
        messageLimitChars: config.messageLimitChars,
      }),
      settings: settingsHandlers({ database, settings }),
      ...slice.handlers,
      health: healthHandler(database, () => server.draining()),
      conversations: conversationHandlers({ ...deps, ...delivery, live }),
      history: historyHandlers({ ...deps, linkTo: fileLinks.linkTo }),
      users: userHandlers(deps),
      properties: propertyHandlers(deps),
      quality: qualityHandlers({ database, settings, search }),
      unanswered: unansweredHandlers(knowledge),
      adminConversations: adminConversationHandlers(knowledge, fileLinks.pathTo),
      answering: answering.handlers,
      dryRun: dryRunHandlers({
        ...deps,
        search,
        models,
        settings,
        timeoutMs: config.turnTimeoutMs,
        respond: responder.respond,
      }),
      removal: removalHandlers(deps),
      score: scoreHandlers(deps),
      chatPage: pageHandlers({ database, settings }),
      web: webHandlers({
        ...deps,
        lanes,
        live,
        handoffs,
        settings,
        events: chatEvents,
        pathTo: fileLinks.pathTo,
        publicUrl: config.publicUrl,
        startsPerMinute: config.chatStartsPerMinute,
        agentStartsPerMinute: config.agentChatStartsPerMinute,
        tokenGoodForMs: config.chatTokenDays * DAY_MS,
      }),
      desk: desk.handlers,
      feed: feedHandlers({ ...deps, feed: createFeed(deps) }),
      handoffs: handoffHandlers({ database, clock, handoffs }),
      adminHandoffs: adminHandoffHandlers({ database }),
      deliveries: deliveryHandlers({ ...deps, ...delivery, lanes }),
      stats: statsHandlers({ ...deps, ...delivery }),
      endpoints: endpointHandlers({ ...deps, ...delivery, lanes }),
      sink: sinkHandlers({ ...deps, lanes, shownAt: () => publicUrl ?? server.origin() ?? '' }),
      webhookCheck: webhookCheckHandler({ ...deps, delivery }),
      metrics: metricsHandler({ registry, database, lanes }),
      reference: referenceHandlers(),
      console: builtPageHandlers(),
      audio: responder.serveAudio,
      files: fileLinks.serve,
    },
    config.bodyLimitBytes,
  )
  const routes = table.map((route) => (isAudited(route) ? audited(audit, route) : route))
  const withToken = adminGuard(deps.adminToken, clock, log)
  const serving = {
    guards: {
      apiKey: apiKeyGuard(database, clock, log),
      admin: peopleGuard({ ...deps, withToken, publicUrl: config.publicUrl }),
      metrics: metricsGuard(config.metricsAccess, config.metricsToken, withToken),
    },
    limits: config,
    log,
    clock,
  }
  const placesOfPeople = ['/admin/', '/console', '/desk']
  const isForAdmins = ({ auth, path }: Route) =>
    auth === 'metrics' || placesOfPeople.some((place) => path.startsWith(place))
  const hasAdminPort = config.adminPort !== 0
  const server = createServer({
    ...serving,
    routes: hasAdminPort ? routes.filter((route) => !isForAdmins(route)) : routes,
  })
  const adminServer = hasAdminPort
    ? createServer({ ...serving, routes: routes.filter(isForAdmins) })
    : undefined
  return {
    server,
    adminServer,
    knowledge,
    lanes,
    delivery,
    settings,
    integration,
    async start() {
      await lanes.start({ ...delivery.runners, ...slice.runners, ...answering.runners })
      delivery.start()
      handoffs.start()
      desk.start()
      // What a crash left behind: uncounted tokens, revisions nobody reads.
      knowledge.contentChanged()
      forgetting.wake()
    },
    async stop(graceMs) {
      slice.stopConverting()
      await Promise.all([handoffs.stop(), desk.stop()])
      // Work ends a little sooner than connections: whoever waited for it in vain can still be told.
      const workMs = graceMs - Math.min(TELL_MS, graceMs / 2)
      await Promise.all([
        server.drain(graceMs),
        adminServer?.drain(graceMs),
        delivery
          .stop()
          .then(() => lanes.stop(workMs))
          .then(() => answering.stop()),
      ])
      // The last of what was counted.
      await delivery.stats.stop()
      await Promise.all([egress.close(), models.close()])
      await Promise.all([slice.stop(), responder.stop(), forgetting.stop(), tokenizer.close()])
    },
  }
}

function egressOptions(config: Config) {
  return {
    allow: parseAllowList(config.egressAllow ?? ''),
    configuredOrigins: configuredOrigins(config),
    connectionsPerOrigin: config.webhookConcurrency,
  }
}
