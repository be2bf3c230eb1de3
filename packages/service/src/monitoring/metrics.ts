/**
 * GET /metrics: counters of this process, and gauges read from the database at each call. If the database does not respond, the
 * gauges are left out: the counters are needed most while it is down.
 */
import type { Gauge, Registry } from 'prom-client'
import { countWaiting } from '../delivery/store.ts'
import { countClosedGates } from '../lanes/gate-store.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { waitingGates } from '../lanes/store.ts'
import type { Database } from '../platform/database/handle.ts'
import { withinMoment } from '../platform/database/trouble.ts'
import type { RouteResponse } from '../platform/http/route.ts'
import { metersOf } from '../platform/meters.ts'

export function metricsHandler(deps: {
  registry: Registry
  database: Database
  lanes: Lanes
}): () => Promise<RouteResponse> {
  const { registry, database, lanes } = deps
  const { gauge } = metersOf(registry)
  const lag = gauge('tandem_lanes_oldest_due_seconds', 'How long the oldest due lane has been waiting.')
  const closed = gauge('tandem_gates_closed', 'Endpoints that are parked, disabled or paused.', 'state')
  const waiting = gauge(
    'tandem_deliveries_waiting',
    'Deliveries that wait, by the state of their endpoint; of 10,000 conversations at most.',
    'endpoint',
  )
  const running = gauge('tandem_lane_runs', 'Runs under way in this process.')
  const claimed = gauge('tandem_lanes_claimed', 'Lanes claimed by this process and not yet started.')
  const unwritten = gauge('tandem_lane_outcomes_unwritten', 'Outcomes not written yet.')
  async function setLag(): Promise<void> {
    try {
      const times = (await withinMoment(waitingGates(database))).map(({ ready_at }) => ready_at)
      const now = lanes.clock.now()
      lag.set((now - Math.min(now, ...times)) / 1000)
    } catch {
      lag.remove({})
    }
  }
  async function setEach(target: Gauge, label: string, read: Promise<Record<string, number>>): Promise<void> {
    try {
      for (const [name, count] of Object.entries(await withinMoment(read)))
        target.set({ [label]: name }, count)
    } catch {
      target.reset()
    }
  }

  return async () => {
    await Promise.all([
      setLag(),
      setEach(waiting, 'endpoint', countWaiting(database.scanReader)),
      setEach(closed, 'state', countClosedGates(database)),
    ])
    const stats = lanes.stats()
    running.set(stats.running)
    claimed.set(stats.claimed)
    unwritten.set(stats.unwritten)
    return { text: await registry.metrics(), contentType: registry.contentType }
  }
}
