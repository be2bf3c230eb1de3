/** The whole service: its slices behind the routes of one or two servers, started and stopped in order. */
import { audited, createAudit } from './accounts/audit.ts'
import { peopleGuard } from './accounts/guard.ts'
import { adminGuard, apiKeyGuard, metricsGuard } from './agents/authenticate.ts'
import { createHandlers } from './handlers.ts'
import type { Route } from './platform/http/route.ts'
import { createServer } from './platform/http/server.ts'
import { isAudited, routeTable } from './routes.ts'
import { type AppDeps, createSlices } from './slices.ts'

export type App = ReturnType<typeof createApp>

/** The time in which connections report that their work did not finish. */
const REPORT_MS = 1000

export function createApp(deps: AppDeps) {
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
  const adminPaths = ['/admin/', '/console', '/desk']
  const isForAdmins = ({ auth, path }: Route) =>
    auth === 'metrics' || adminPaths.some((start) => path.startsWith(start))
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
    /** Only if TANDEM_ADMIN_PORT is set. */
    adminServer,
    knowledge,
    lanes,
    delivery,
    settings,
    integration: { ...deps, lanes },
    /** Starts the background work. */
    async start(): Promise<void> {
      await lanes.start({ ...delivery.runners, ...knowledgeSlice.runners, ...answering.runners })
      delivery.start()
      handoffs.start()
      desk.start()
      // Starts work that a crash left undone: tokens to count, old revisions to delete.
      knowledge.contentChanged()
      retention.wake()
    },
    /** Refuses new work, lets current work finish within `graceMs`, and closes everything but the database. */
    async stop(graceMs: number): Promise<void> {
      knowledgeSlice.stopConverting()
      await Promise.all([handoffs.stop(), desk.stop()])
      // Work ends a little earlier than connections, so that a request whose work was aborted still gets a response.
      const workMs = graceMs - Math.min(REPORT_MS, graceMs / 2)
      await Promise.all([
        server.drain(graceMs),
        adminServer?.drain(graceMs),
        delivery
          .stop()
          .then(() => lanes.stop(workMs))
          .then(() => answering.stop()),
      ])
      // Writes the last counts.
      await delivery.stats.stop()
      await Promise.all([slices.egress.close(), slices.models.close()])
      await Promise.all([knowledgeSlice.stop(), slices.responder.stop(), retention.stop(), tokenizer.close()])
    },
  }
}
