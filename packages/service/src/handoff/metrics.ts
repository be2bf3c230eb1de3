/** What handoffs count for /metrics: how many are open, how long users wait, how they end. */

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { withinMoment } from '../platform/database/trouble.ts'
import type { EndReason, StateName } from './state.ts'
import type { HandoffRow } from './store.ts'

export type HandoffMetrics = ReturnType<typeof createHandoffMetrics>

export function createHandoffMetrics(
  registry: Registry,
  countOpen: () => Promise<readonly { state: string; count: number }[]>,
) {
  new Gauge({
    name: 'tandem_handoffs_open',
    help: 'Handoffs that are open, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const open = await withinMoment(countOpen()).catch(() => undefined)
      if (!open) return this.reset()
      for (const state of ['REQUESTED', 'WAITING', 'CONNECTED']) this.set({ state }, 0)
      for (const { state, count } of open) this.set({ state }, count)
    },
  })
  const requested = new Counter({
    name: 'tandem_handoffs_requested_total',
    help: 'Handoffs asked for, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const ended = new Counter({
    name: 'tandem_handoffs_ended_total',
    help: 'Handoffs that ended, by how.',
    labelNames: ['end'],
    registers: [registry],
  })
  const declined = new Counter({
    name: 'tandem_handoffs_declined_total',
    help: 'Requests for a person outside service hours.',
    registers: [registry],
  })
  const firstReply = new Histogram({
    name: 'tandem_handoff_first_reply_seconds',
    help: 'Time from the request to the first reply of a person.',
    buckets: [1, 5, 15, 30, 60, 120, 300, 1800],
    registers: [registry],
  })
  const late = new Histogram({
    name: 'tandem_handoff_deadline_late_seconds',
    help: 'How late deadlines of handoffs were noticed.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 60],
    registers: [registry],
  })
  return {
    /** Called once a change of state is on disk. */
    moved(handoff: HandoffRow, to: StateName, end: EndReason | undefined): void {
      if (to === 'REQUESTED') requested.inc({ reason: handoff.reason })
      if (to === 'CONNECTED' && handoff.first_reply_at !== null)
        firstReply.observe((handoff.first_reply_at - handoff.requested_at) / 1000)
      if (end) ended.inc({ end })
    },
    declined: () => declined.inc(),
    /** How late a deadline was noticed. */
    fired: (lateMs: number) => late.observe(lateMs / 1000),
  }
}
