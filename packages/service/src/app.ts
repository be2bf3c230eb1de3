/** Wires the slices together; the only file that knows every one of them. */
import { defaultLimits, type Limits } from '@tandem/contract/limits'
import { adminGuard, apiKeyGuard } from './agents/authenticate.ts'
import { agentHandlers } from './agents/routes.ts'
import { clearRevisions } from './knowledge/clear-revisions.ts'
import { countMissingTokens } from './knowledge/count-tokens.ts'
import { knowledgeHandlers } from './knowledge/routes.ts'
import type { Knowledge } from './knowledge/write-revision.ts'
import { createTokenizer } from './models/tokenizer.ts'
import { startBackground } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/handle.ts'
import { referenceHandlers } from './platform/http/reference.ts'
import { createServer, type HttpServer } from './platform/http/server.ts'
import type { Log } from './platform/log.ts'
import type { SecretBox } from './platform/secrets.ts'
import { healthHandler } from './probe/health.ts'
import { routeTable } from './routes.ts'

export interface AppDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly database: Database
  readonly box: SecretBox
  readonly adminToken: string
}

export interface App {
  readonly server: HttpServer
  readonly knowledge: Knowledge
  /** Refuses new work, finishes what is under way within `graceMs`, and lets go of everything but the database. */
  stop(graceMs: number): Promise<void>
}

const HOUR_MS = 3_600_000

export function createApp(deps: AppDeps): App {
  const { config, log, clock, database } = deps
  const tokenizer = createTokenizer()
  const clearing = startBackground({
    name: 'clear revisions',
    everyMs: HOUR_MS / 12,
    clock,
    log,
    run: (stopped) => clearRevisions(database, clock, stopped),
  })
  const counting = startBackground({
    name: 'count tokens',
    everyMs: HOUR_MS,
    clock,
    log,
    run: (stopped) => countMissingTokens(database, tokenizer, stopped),
  })
  const knowledge: Knowledge = {
    database,
    clock,
    changed() {
      clearing.kick()
      counting.kick()
    },
  }

  const routes = routeTable(
    {
      agents: agentHandlers(deps),
      knowledge: knowledgeHandlers(knowledge, limitsOf(config)),
      health: healthHandler(database, () => server.draining()),
      reference: referenceHandlers(),
    },
    config.bodyLimitBytes,
  )
  const server = createServer({
    routes,
    guards: { apiKey: apiKeyGuard(database, clock, log), admin: adminGuard(deps.adminToken) },
    limits: config,
    log,
  })
  return {
    server,
    knowledge,
    async stop(graceMs) {
      await server.drain(graceMs)
      await Promise.all([clearing.stop(), counting.stop()])
      await tokenizer.close()
    },
  }
}

function limitsOf(config: Config): Limits {
  return {
    ...defaultLimits,
    questionChars: config.questionLimitChars,
    answerChars: config.answerLimitChars,
    pairsPerRequest: config.pairLimit,
  }
}
