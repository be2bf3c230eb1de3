/** The report of an attempt, which is stored as JSON. */
import { type DeliveryAttempt, deliveryAttempt } from '@tandem/contract/admin-deliveries'
import { z } from 'zod'
import type { SendResult } from '../platform/egress/send.ts'
import { EXPECTED, type Verdict } from './judge-response.ts'
import { shownHeaders } from './shown-headers.ts'

/** The number of the attempt is a column. */
export type Report = Omit<DeliveryAttempt, 'number'>

export interface Attempted {
  readonly url: string
  readonly startedAt: number
  /** The headers of the request. */
  readonly headers: Readonly<Record<string, string>>
  readonly result: SendResult
  readonly verdict: Verdict
}

const RESPONSE_KEPT_CHARS = 1000

export function reportOf({ url, startedAt, headers, result, verdict }: Attempted, counted: boolean): string {
  const isDelivered = verdict.kind === 'delivered'
  const report: Report = {
    started_at: startedAt,
    stage: result.responded ? 'read' : result.stage,
    http_status: result.status,
    latency_ms: result.latencyMs,
    response: result.status === null ? null : result.body.slice(0, RESPONSE_KEPT_CHARS),
    error: isDelivered ? null : verdict.error,
    url,
    warning: isDelivered ? verdict.warning : null,
    counted,
    request_headers: shownHeaders(headers),
    response_headers: result.status === null ? null : shownHeaders(result.headers),
    phases_ms: result.phases,
  }
  return JSON.stringify(report)
}

const { request_headers, response_headers, phases_ms } = deliveryAttempt.shape
/** Earlier versions stored neither headers nor phases. */
const report = deliveryAttempt.omit({ number: true }).extend({
  request_headers: request_headers.default(null),
  response_headers: response_headers.default(null),
  phases_ms: phases_ms.default(null),
})

/** Earlier versions stored a list for an attempt with exactly the expected response. */
const shortReport = z.tuple([z.number(), z.number(), z.string()]).transform(
  ([started_at, latency_ms, url]): Report => ({
    ...{ started_at, latency_ms, url, counted: true },
    ...{ stage: 'read', http_status: 200, response: EXPECTED, error: null, warning: null },
    ...{ request_headers: null, response_headers: null, phases_ms: null },
  }),
)

const keptReport = z.union([report, shortReport])

export const readReport = (kept: string): Report => keptReport.parse(JSON.parse(kept))
