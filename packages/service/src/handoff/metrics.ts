/** The metrics of handoffs: how many are open, how long users wait, how they end. */
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../platform/database/handle.ts'
import { withinMoment } from '../platform/database/trouble.ts'
import { metersOf } from '../platform/meters.ts'
import { countOpenHandoffs } from './list-store.ts'
import type { EndReason, StateName } from './state.ts'
import type { HandoffRow } from './store.ts'

export type HandoffMetrics = ReturnType<typeof createHandoffMetrics>

export function createHandoffMetrics(registry: Registry, database: Database) {
  const { counter, histogram } = metersOf(registry)
  new Gauge({
    name: 'tandem_handoffs_open',
    help: 'Handoffs that are open, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const open = await withinMoment(countOpenHandoffs(database)).catch(() => undefined)
      if (!open) return this.reset()
      for (const state of ['REQUESTED', 'WAITING', 'CONNECTED']) this.set({ state }, 0)
      for (const { state, count } of open) this.set({ state }, count)
    },
  })
  const requested = counter('tandem_handoffs_requested_total', 'Handoffs asked for, by reason.', 'reason')
  const ended = counter('tandem_handoffs_ended_total', 'Handoffs that ended, by how.', 'end')
  const declined = counter('tandem_handoffs_declined_total', 'Requests for a person outside service hours.')
  const firstReply = histogram(
    'tandem_handoff_first_reply_seconds',
    'Time from the request to the first reply of a person.',
    [1, 5, 15, 30, 60, 120, 300, 1800],
  )
  const late = histogram(
    'tandem_handoff_deadline_late_seconds',
    'How late deadlines of handoffs were noticed.',
    [0.05, 0.1, 0.25, 0.5, 1, 5, 60],
  )
  return {
    /** Called after the commit of a change of state. */
    moved(handoff: HandoffRow, to: StateName, end: EndReason | undefined): void {
      if (to === 'REQUESTED') requested.inc({ reason: handoff.reason })
      if (to === 'CONNECTED' && handoff.first_reply_at !== null)
        firstReply.observe((handoff.first_reply_at - handoff.requested_at) / 1000)
      if (end) ended.inc({ end })
    },
    declined: () => declined.inc(),
    fired: (lateMs: number) => late.observe(lateMs / 1000),
  }
}
