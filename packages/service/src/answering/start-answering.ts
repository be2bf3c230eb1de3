/** Puts answering together: the runner of turns, what the routes need, and the end of waiting when the service stops. */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { Registry } from 'prom-client'
import type { Settings } from '../agents/settings.ts'
import type { Live } from '../conversations/live.ts'
import type { Outbox } from '../delivery/enqueue-delivery.ts'
import type { Handoffs } from '../handoff/handoffs.ts'
import type { Runners } from '../lanes/lane.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import { answeringHandlers } from './routes.ts'
import type { Composed, TurnInput, TurnPart } from './turn.ts'
import { createTurnMetrics } from './turns/metrics.ts'
import { createProgress, type Progress } from './turns/progress.ts'
import { createRecentTalk, type RecentTalk } from './turns/recent-talk.ts'
import { collect, turnWork } from './turns/run-turn.ts'
import { turnKind } from './turns/turn-work.ts'
import { createTurnstile } from './turns/turnstile.ts'

export interface Answering {
  readonly handlers: ReturnType<typeof answeringHandlers>
  /** By the kind of lane item they run. */
  readonly runners: Runners
  /** For whoever else accepts messages. */
  readonly recent: RecentTalk
  /** For whoever joins a conversation in the middle of an answer. */
  readonly progress: Pick<Progress, 'soFarIn' | 'follow'>
  /** This process runs no more turns: whoever still waits for one is told. */
  stop(): void
}

export function createAnswering(deps: {
  config: Config
  database: Database
  clock: Clock
  log: Log
  lanes: Lanes
  outbox: Outbox
  live: Live
  settings: Settings
  handoffs: Handoffs
  registry: Registry
  hasModel: boolean
  /** Whether the search asks somebody else, for the vector of a question. */
  hasEmbedder: boolean
  respond: (input: TurnInput) => AsyncIterable<TurnPart>
  /** The same in one piece, for a message without files where there is no model to ask. */
  respondAtOnce?: (input: TurnInput) => Promise<Composed>
}): Answering {
  const { config, hasModel, hasEmbedder } = deps
  const progress = createProgress(deps)
  const recent = createRecentTalk(deps.live)
  const stopping = new AbortController()
  const usesModel = ({ answering }: AgentSettings) => hasModel && answering.use_model
  const metrics = createTurnMetrics(deps.registry)
  const timeoutMs = config.turnTimeoutMs
  const work = turnWork({ ...deps, progress, recent, metrics, usesModel, timeoutMs })
  return {
    handlers: answeringHandlers({
      ...deps,
      progress,
      recent,
      metrics,
      turnstile: createTurnstile(),
      respondAtOnce: deps.respondAtOnce ?? ((input) => collect(deps.respond(input), () => {})),
      answersAtOnce: (settings) => !hasEmbedder && !usesModel(settings) && !settings.voice.enabled,
      stopping: stopping.signal,
      messageLimitChars: config.messageLimitChars,
    }),
    runners: { [turnKind]: work },
    recent,
    progress,
    stop: () => stopping.abort(),
  }
}
