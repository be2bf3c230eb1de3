/** What delivery counts for /metrics. Gauges that need the database are filled in when they are asked for. */
import { Counter, type Registry } from '../platform/prometheus.ts'
import { createHistogram } from './histogram.ts'

export interface DeliveryMetrics {
  attempted(kind: string, verdict: string, latencyMs: number): void
  /** From acceptance to the receiver's answer. */
  delivered(afterMs: number): void
  died(kind: string): void
}

export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  // Counting through prom-client costs more than the rest of an attempt's bookkeeping: it is told when it is asked.
  const counted = new Map<string, Map<string, number>>()
  new Counter({
    name: 'tandem_delivery_attempts_total',
    help: 'Attempts at webhook deliveries, by kind and verdict.',
    labelNames: ['kind', 'verdict'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [kind, verdicts] of counted)
        for (const [verdict, count] of verdicts) this.inc({ kind, verdict }, count)
    },
  })
  const latency = createHistogram(
    registry,
    'tandem_delivery_attempt_seconds',
    'Time of one attempt.',
    // One that ran into its time limit took a little longer: 10 seconds as a rule, 120 at most.
    [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 12, 30, 60, 125],
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
  function count(kind: string, verdict: string): void {
    let verdicts = counted.get(kind)
    if (!verdicts) {
      verdicts = new Map()
      counted.set(kind, verdicts)
    }
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
  }
  return {
    attempted(kind, verdict, latencyMs) {
      count(kind, verdict)
      latency.observe(latencyMs / 1000)
    },
    delivered: (afterMs) => lag.observe(afterMs / 1000),
    died: (kind) => dead.inc({ kind }),
  }
}
