/** What delivery counts for /metrics. Gauges that need the database are filled in when they are asked for. */
import { Counter, type Registry } from 'prom-client'
import { createHistogram } from './histogram.ts'

export interface DeliveryMetrics {
  attempted(kind: string, verdict: string, latencyMs: number): void
  /** From acceptance to the receiver's answer. */
  delivered(afterMs: number): void
  died(kind: string): void
}

export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const attempts = new Counter({
    name: 'tandem_delivery_attempts_total',
    help: 'Attempts at webhook deliveries, by kind and verdict.',
    labelNames: ['kind', 'verdict'],
    registers: [registry],
  })
  const latency = createHistogram(
    registry,
    'tandem_delivery_attempt_seconds',
    'Time of one attempt.',
    [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10],
  )
  const lag = createHistogram(
    registry,
    'tandem_delivery_accept_to_delivered_seconds',
    'Time from acceptance to delivery.',
    [0.01, 0.05, 0.25, 1, 5, 30, 300, 3600],
  )
  const dead = new Counter({
    name: 'tandem_delivery_dead_total',
    help: 'Deliveries given up.',
    labelNames: ['kind'],
    registers: [registry],
  })
  // Finding the counter of a set of labels costs more than counting; there are only a few of them.
  const counters = new Map<string, Counter.Internal>()
  const counterOf = (kind: string, verdict: string) => {
    const name = `${kind} ${verdict}`
    let counter = counters.get(name)
    if (!counter) {
      counter = attempts.labels(kind, verdict)
      counters.set(name, counter)
    }
    return counter
  }
  return {
    attempted(kind, verdict, latencyMs) {
      counterOf(kind, verdict).inc()
      latency.observe(latencyMs / 1000)
    },
    delivered: (afterMs) => lag.observe(afterMs / 1000),
    died: (kind) => dead.inc({ kind }),
  }
}
