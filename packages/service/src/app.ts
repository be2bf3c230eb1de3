/** Wires the slices together; the only file that knows every one of them. */
import { defaultLimits, type Limits } from '@tandem/contract/limits'
import { Registry } from 'prom-client'
import { adminGuard, apiKeyGuard } from './agents/authenticate.ts'
import { agentHandlers } from './agents/routes.ts'
import { signingHandlers } from './agents/signing-routes.ts'
import { conversationHandlers } from './conversations/routes.ts'
import { deliveryHandlers } from './delivery/routes.ts'
import { createDelivery, type Delivery } from './delivery/start-delivery.ts'
import { clearRevisions } from './knowledge/clear-revisions.ts'
import { documentReader } from './knowledge/convert/add-converted.ts'
import { createConverter } from './knowledge/convert/convert.ts'
import { conversionHandlers } from './knowledge/convert/routes.ts'
import { countMissingTokens } from './knowledge/count-tokens.ts'
import { createFileFetcher } from './knowledge/fetch-file.ts'
import { createImporter } from './knowledge/import/import-file.ts'
import { importHandlers } from './knowledge/import/routes.ts'
import { knowledgeHandlers } from './knowledge/routes.ts'
import { createIndexes } from './knowledge/search/indexes.ts'
import { searchHandlers } from './knowledge/search/routes.ts'
import type { Knowledge } from './knowledge/write-revision.ts'
import { createTokenizer } from './models/tokenizer.ts'
import { startBackground } from './platform/background.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/handle.ts'
import { createLazyEgress } from './platform/egress/lazy.ts'
import { referenceHandlers } from './platform/http/reference.ts'
import { createServer, type HttpServer } from './platform/http/server.ts'
import type { Log } from './platform/log.ts'
import type { SecretBox } from './platform/secrets.ts'
import { webhookCheckHandler } from './probe/check-webhooks.ts'
import { healthHandler } from './probe/health.ts'
import { metricsHandler } from './probe/metrics.ts'
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
  readonly delivery: Delivery
  /** Starts the work that goes on beside requests. */
  start(): Promise<void>
  /** Refuses new work, finishes what is under way within `graceMs`, and lets go of everything but the database. */
  stop(graceMs: number): Promise<void>
}

const HOUR_MS = 3_600_000
const MIB = 1024 * 1024

export function createApp(deps: AppDeps): App {
  const { config, log, clock, database } = deps
  const tokenizer = createTokenizer()
  const registry = new Registry()
  const egress = createLazyEgress(() => egressOptions(config))
  const delivery = createDelivery({ ...deps, egress, registry })
  const integration = { ...deps, lanes: delivery.lanes }
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
  const indexes = createIndexes({ database, limitBytes: config.searchMemoryMb * MIB })
  const following = startBackground({
    name: 'follow knowledge',
    everyMs: HOUR_MS,
    clock,
    log,
    run: (stopped) => indexes.refresh(stopped),
  })
  const knowledge: Knowledge = {
    database,
    clock,
    changed() {
      clearing.kick()
      counting.kick()
      following.kick()
    },
  }

  const fetchFile = createFileFetcher(egress, fileLimitsOf(config))
  const converter = createConverter({ timeoutMs: config.fileReadTimeoutMs })
  const converting = { fetchFile, converter, limits: convertLimitsOf(config) }
  const importer = createImporter(pairLimitsOf(config), config.fileReadTimeoutMs)
  const reading = { ...converting, importer, readDocument: documentReader(converting, clock) }

  const routes = routeTable(
    {
      agents: agentHandlers(integration),
      signing: signingHandlers(integration),
      knowledge: knowledgeHandlers(knowledge, limitsOf(config), reading),
      imports: importHandlers(deps),
      conversions: conversionHandlers({ database }),
      search: searchHandlers({ database, indexes }),
      health: healthHandler(database, () => server.draining()),
      conversations: conversationHandlers({ ...deps, ...delivery }),
      deliveries: deliveryHandlers({ ...deps, ...delivery }),
      webhookCheck: webhookCheckHandler({ ...deps, egress, timeoutMs: config.probeTimeoutMs }),
      metrics: metricsHandler({ registry, database, clock, lanes: delivery.lanes }),
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
    delivery,
    async start() {
      await delivery.start()
      // What a crash left behind: uncounted tokens, revisions nobody reads.
      knowledge.changed()
    },
    async stop(graceMs) {
      await Promise.all([server.drain(graceMs), delivery.stop(graceMs)])
      await egress.close()
      await Promise.all([clearing.stop(), counting.stop(), following.stop()])
      await Promise.all([tokenizer.close(), importer.close(), converter.close()])
    },
  }
}

async function egressOptions(config: Config) {
  const { parseAllowList } = await import('./platform/egress/address-rules.ts')
  return { allow: parseAllowList(config.egressAllow ?? ''), connectionsPerOrigin: config.webhookConcurrency }
}

function fileLimitsOf(config: Config) {
  const { fileLimitBytes: fileBytes, pdfLimitBytes: pdfBytes, downloadTimeoutMs } = config
  return { fileBytes, pdfBytes, downloadTimeoutMs }
}

function pairLimitsOf(config: Config) {
  const { questionLimitChars: questionChars, answerLimitChars: answerChars, filePairLimit: pairs } = config
  return { questionChars, answerChars, pairs }
}

function limitsOf(config: Config): Limits {
  return {
    ...defaultLimits,
    questionChars: config.questionLimitChars,
    answerChars: config.answerLimitChars,
    pairsPerRequest: config.pairLimit,
  }
}

function convertLimitsOf(config: Config) {
  return {
    questionChars: config.questionLimitChars,
    answerChars: config.answerLimitChars,
    pairs: config.filePairLimit,
  }
}
