/** What turns count for /metrics: how many there were, how they went, and how long users waited. */
import { Counter, Histogram, type Registry } from 'prom-client'

export interface TurnMetrics {
  /** A turn is over: answered, offered …, dropped because a person took the floor, or given up with an apology. */
  ended(mode: string, outcome: string, afterMs: number): void
}

export function createTurnMetrics(registry: Registry): TurnMetrics {
  const turns = new Counter({
    name: 'tandem_turns_total',
    help: 'Turns of the AI, by mode and outcome.',
    labelNames: ['mode', 'outcome'],
    registers: [registry],
  })
  const waited = new Histogram({
    name: 'tandem_turn_seconds',
    help: 'Time from the message to the end of its turn.',
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 5, 20, 60],
    registers: [registry],
  })
  return {
    ended(mode, outcome, afterMs) {
      turns.inc({ mode, outcome })
      waited.observe(afterMs / 1000)
    },
  }
}
