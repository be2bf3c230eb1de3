/** The service as one thing: its slices behind the routes of one or two servers, started and stopped in order. */
import { audited, createAudit } from './accounts/audit.ts'
import { peopleGuard } from './accounts/guard.ts'
import { adminGuard, apiKeyGuard, metricsGuard } from './agents/authenticate.ts'
import type { IntegrationDeps } from './agents/integrations.ts'
import { createHandlers } from './handlers.ts'
import type { Knowledge } from './knowledge/revisions.ts'
import type { Route } from './platform/http/route.ts'
import { createServer, type HttpServer } from './platform/http/server.ts'
import { isAudited, routeTable } from './routes.ts'
import { type AppDeps, createSlices, type Slices } from './slices.ts'

export interface App extends Pick<Slices, 'lanes' | 'delivery' | 'settings'> {
  readonly server: HttpServer
  /** Where TANDEM_ADMIN_PORT is set. */
  readonly adminServer: HttpServer | undefined
  readonly knowledge: Knowledge
  readonly integration: IntegrationDeps
  /** Starts the work that goes on beside requests. */
  start(): Promise<void>
  /** Refuses new work, finishes what is under way within `graceMs`, and lets go of everything but the database. */
  stop(graceMs: number): Promise<void>
}

const TELL_MS = 1000

export function createApp(deps: AppDeps): App {
  const { config, log, clock, database, tokenizer } = deps
  const slices = createSlices(deps, () => server.origin())
  const { lanes, delivery, settings, knowledgeSlice, handoffs, desk, answering, retention } = slices
  const { knowledge } = knowledgeSlice
  const audit = createAudit(deps)
  const handlers = createHandlers(deps, slices, audit, () => server.draining())
  const table = routeTable(handlers, config.bodyLimitBytes)
  const routes = table.map((route) => (isAudited(route) ? audited(audit, route) : route))
  const withToken = adminGuard(deps.adminToken, clock, log, config.proxyHops)
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
    integration: { ...deps, lanes },
    async start() {
      await lanes.start({ ...delivery.runners, ...knowledgeSlice.runners, ...answering.runners })
      delivery.start()
      handoffs.start()
      desk.start()
      // What a crash left behind: uncounted tokens, revisions nobody reads.
      knowledge.contentChanged()
      retention.wake()
    },
    async stop(graceMs) {
      knowledgeSlice.stopConverting()
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
      await Promise.all([slices.egress.close(), slices.models.close()])
      await Promise.all([knowledgeSlice.stop(), slices.responder.stop(), retention.stop(), tokenizer.close()])
    },
  }
}
