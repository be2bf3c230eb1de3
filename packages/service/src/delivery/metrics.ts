/** The metrics of deliveries. */
import type { Registry } from 'prom-client'
import { metersOf } from '../platform/meters.ts'

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>

export function createDeliveryMetrics(registry: Registry) {
  const { counter, histogram } = metersOf(registry)
  const attempts = counter(
    'tandem_delivery_attempts_total',
    'Attempts at webhook deliveries, by kind and verdict.',
    'kind',
    'verdict',
  )
  const latency = histogram(
    'tandem_delivery_attempt_seconds',
    'Time of one attempt.',
    // An attempt that times out takes a little longer than its limit: 10 seconds as a rule, 120 at most.
    [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 12, 30, 60, 125],
  )
  const lag = histogram(
    'tandem_delivery_accept_to_delivered_seconds',
    'Time from acceptance to delivery.',
    [0.01, 0.05, 0.25, 1, 5, 30, 300, 3600],
  )
  const dead = counter('tandem_delivery_dead_total', 'Deliveries given up.', 'kind')
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
