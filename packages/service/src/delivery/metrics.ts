/** The metrics of deliveries. */
import { Counter, Histogram, type Registry } from 'prom-client'

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>

export function createDeliveryMetrics(registry: Registry) {
  const registers = [registry]
  const attempts = new Counter({
    name: 'tandem_delivery_attempts_total',
    help: 'Attempts at webhook deliveries, by kind and verdict.',
    labelNames: ['kind', 'verdict'],
    registers,
  })
  const latency = new Histogram({
    name: 'tandem_delivery_attempt_seconds',
    help: 'Time of one attempt.',
    // An attempt that times out takes a little longer than its limit: 10 seconds as a rule, 120 at most.
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 12, 30, 60, 125],
    registers,
  })
  const lag = new Histogram({
    name: 'tandem_delivery_accept_to_delivered_seconds',
    help: 'Time from acceptance to delivery.',
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 300, 3600],
    registers,
  })
  const dead = new Counter({
    name: 'tandem_delivery_dead_total',
    help: 'Deliveries given up.',
    labelNames: ['kind'],
    registers,
  })
  return {
    attempted(kind: string, verdict: string, latencyMs: number): void {
      attempts.inc({ kind, verdict })
      latency.observe(latencyMs / 1000)
    },
    /** From acceptance to the receiver's response. */
    delivered: (afterMs: number) => lag.observe(afterMs / 1000),
    died: (kind: string) => dead.inc({ kind }),
  }
}
