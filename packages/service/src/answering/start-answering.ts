/** Wires answering: the runner of turns, the routes, and the end of waiting requests when the service stops. */
import type { Registry } from 'prom-client'
import type { Settings } from '../agents/settings.ts'
import type { Live } from '../conversations/live.ts'
import type { Outbox } from '../delivery/deliver.ts'
import type { Stats } from '../delivery/stats/record.ts'
import type { Handoffs } from '../handoff/handoffs.ts'
import type { Runners } from '../lanes/lane.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Core } from '../platform/core.ts'
import { metersOf } from '../platform/meters.ts'
import { answeringHandlers } from './routes.ts'
import type { TurnInput, TurnPart } from './turn.ts'
import { createProgress } from './turns/progress.ts'
import { turnRunner } from './turns/run-turn.ts'
import type { TurnMetrics } from './turns/settle-turn.ts'
import { turnKind } from './turns/turn-item.ts'

export function createAnswering(
  deps: Core & {
    lanes: Lanes
    outbox: Outbox
    stats: Stats
    live: Live
    settings: Settings
    handoffs: Handoffs
    registry: Registry
    hasModel: boolean
    respond: (input: TurnInput) => AsyncIterable<TurnPart>
  },
) {
  const { config } = deps
  const progress = createProgress(deps)
  const stopping = new AbortController()
  const metrics = createTurnMetrics(deps.registry)
  const work = turnRunner({ ...deps, progress, metrics, timeoutMs: config.turnTimeoutMs })
  return {
    handlers: answeringHandlers({
      ...deps,
      progress,
      stopping: stopping.signal,
      messageLimitChars: config.messageLimitChars,
    }),
    runners: { [turnKind]: work } satisfies Runners,
    /** For readers that open a conversation in the middle of an answer. */
    progress,
    /** This process runs no more turns: requests that wait for one get a response now. */
    stop: () => stopping.abort(),
  }
}

function createTurnMetrics(registry: Registry): TurnMetrics {
  const { counter, histogram } = metersOf(registry)
  const turns = counter('tandem_turns_total', 'Turns of the AI, by mode and outcome.', 'mode', 'outcome')
  const seconds = histogram(
    'tandem_turn_seconds',
    'Time from the message to the end of its turn.',
    [0.005, 0.02, 0.1, 0.5, 1, 5, 20, 60],
  )
  return {
    ended(mode, outcome, afterMs) {
      turns.inc({ mode, outcome })
      seconds.observe(afterMs / 1000)
    },
  }
}
