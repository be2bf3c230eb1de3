/** The performance of endpoints: rate, duration and the last failure, from the attempts at the newest deliveries of their agent. */
import type { Endpoint } from '@tandem/contract/admin-endpoints'
import { itemId } from '../../lanes/lane.ts'
import type { Reader } from '../../platform/database/handle.ts'
import { startSlices } from '../../platform/time-slices.ts'
import { type Report, readReport } from '../report.ts'
import { recentAttempts } from './store.ts'

const MOST_ATTEMPTS = 1000
const RATE_MS = 300_000
const MINUTE_MS = 60_000

/** The last hour is reported in spans of five minutes. */
const SPAN_MS = 5 * MINUTE_MS
const SPANS = 12

type Performance = Pick<Endpoint, 'attempts_per_minute' | 'last_hour' | 'p50_ms' | 'p95_ms' | 'last_error'>

type Attempt = Report & { readonly gate: string; readonly deliveryId: string }

/** By gate. A report may be long, and there are a thousand: `db` should read in a thread. */
export async function readPerformance(
  db: Reader,
  agentId: string,
  now: number,
): Promise<Map<string, Performance>> {
  const rows = await recentAttempts(db, agentId, MOST_ATTEMPTS)
  const attempts: Attempt[] = []
  const slices = startSlices()
  for (const { gate, uid, seq, report } of rows) {
    if (slices.over()) await slices.pause()
    attempts.push({ gate, deliveryId: itemId(uid, seq), ...readReport(report) })
  }
  // With many deliveries, the attempts that were read are all younger than five minutes.
  const oldest = Math.min(...attempts.map(({ started_at }) => started_at))
  const spanMs = rows.length < MOST_ATTEMPTS ? RATE_MS : Math.min(RATE_MS, Math.max(1, now - oldest))
  const byGate = Map.groupBy(attempts, ({ gate }) => gate)
  return new Map([...byGate].map(([gate, own]) => [gate, performanceOf(own, now, spanMs)]))
}

function performanceOf(attempts: readonly Attempt[], now: number, spanMs: number): Performance {
  const recent = attempts.filter(({ started_at }) => started_at > now - spanMs).length
  const times = attempts.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b)
  const [failed] = attempts.filter(({ error }) => error !== null).sort((a, b) => b.started_at - a.started_at)
  return {
    attempts_per_minute: Math.round((recent / spanMs) * MINUTE_MS * 10) / 10,
    last_hour: hourOf(attempts, now),
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    last_error: failed
      ? {
          at: failed.started_at,
          http_status: failed.http_status,
          error: failed.error ?? '',
          delivery_id: failed.deliveryId,
        }
      : null,
  }
}

function hourOf(attempts: readonly Report[], now: number): Performance['last_hour'] {
  const spans = Array.from({ length: SPANS }, () => ({ good: 0, failed: 0 }))
  for (const { started_at, error } of attempts) {
    const span = spans[SPANS - 1 - Math.floor(Math.max(0, now - started_at) / SPAN_MS)]
    if (span) span[error === null ? 'good' : 'failed'] += 1
  }
  return spans
}

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null

export const noAttempts = performanceOf([], 0, RATE_MS)
