/** HTTP of the hourly statistics. */
import { type HourStats, statsQuery } from '@tandem/contract/admin-stats'
import { requireAgent } from '../../agents/manage-agents.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { parameterFault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import { addTo, type Counts, percentile } from './counts.ts'
import { KEPT_DAYS, type Stats } from './record.ts'
import { readCounts } from './store.ts'

const DAYS = 7

export function statsHandlers({
  database,
  clock,
  stats,
}: Pick<Core, 'clock' | 'database'> & { stats: Stats }) {
  return {
    async get(call: Call): Promise<RouteResponse> {
      const { agent_id, until = clock.now() + 1, ...given } = parse(statsQuery, call.query)
      const from = given.from ?? Math.max(0, until - DAYS * DAY_MS)
      if (until - from > KEPT_DAYS * DAY_MS)
        throw parameterFault('from', String(from), `a time at most ${KEPT_DAYS} days before until`)
      await requireAgent(database, agent_id)
      // Includes all that this process has counted; of other processes, the last seconds are missing.
      await stats.write()
      const span = [Math.floor(from / HOUR_MS), Math.ceil(until / HOUR_MS)] as const
      const hours = await readCounts(database, agent_id, ...span)
      const items = hours.map(({ hour, counts }) => ({ at: hour * HOUR_MS, ...shown(counts) }))
      const total = shown(hours.reduce((all, { counts }) => addTo(all, counts), {}))
      return { json: { items, total } }
    },
  }
}

function shown(counts: Counts): Omit<HourStats, 'at'> {
  const { questions = 0, answered = 0, offered = 0, none = 0 } = counts
  const { handoffs = 0, deliveries = 0, failures = 0 } = counts
  return {
    questions,
    answered,
    offered,
    none,
    answer_p50_ms: percentile(counts.answer, 0.5),
    answer_p95_ms: percentile(counts.answer, 0.95),
    handoffs,
    first_reply_p50_ms: percentile(counts.firstReply, 0.5),
    first_reply_p95_ms: percentile(counts.firstReply, 0.95),
    deliveries,
    failures,
    latency_p50_ms: percentile(counts.latency, 0.5),
    latency_p95_ms: percentile(counts.latency, 0.95),
  }
}
