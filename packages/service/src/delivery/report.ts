/**
 * What is kept of an attempt, and how. Nearly all attempts end with the answer the contract asks for, to the letter. Of those
 * only what differs is kept, as a list: a fourth of the bytes, and the log of attempts is most of what a delivery writes.
 */
import type { DeliveryAttempt } from '@tandem/contract/admin-deliveries'
import type { SendResult } from '../platform/egress/send.ts'
import { EXPECTED, type Verdict } from './judge-answer.ts'

/** The number is the row's. */
export type Report = Omit<DeliveryAttempt, 'number'>

export interface Attempted {
  readonly url: string
  readonly startedAt: number
  readonly result: SendResult
  readonly verdict: Verdict
}

const ANSWER_KEPT_CHARS = 1000

/** Written by hand: turning an object into JSON costs several times as much, and this is done for every attempt. */
export function writeReport({ url, startedAt, result, verdict }: Attempted, counted: boolean): string {
  const isDelivered = verdict.kind === 'delivered'
  if (isDelivered && counted && result.answered && result.status === 200 && result.body === EXPECTED)
    return `[${startedAt},${result.latencyMs},${quoted(url)}]`
  const stage: Report['stage'] = result.answered ? 'read' : result.stage
  return (
    `{"started_at":${startedAt},"stage":"${stage}","http_status":${result.status},"latency_ms":${result.latencyMs},` +
    `"response":${result.status === null ? null : quoted(result.body.slice(0, ANSWER_KEPT_CHARS))},` +
    `"error":${isDelivered ? null : quoted(verdict.error)},"url":${quoted(url)},` +
    `"warning":${isDelivered ? quoted(verdict.warning) : null},"counted":${counted}}`
  )
}

export function readReport(kept: string): Report {
  const report = JSON.parse(kept) as Report | [startedAt: number, latencyMs: number, url: string]
  if (!Array.isArray(report)) return report
  const [started_at, latency_ms, url] = report
  return {
    started_at,
    stage: 'read',
    http_status: 200,
    latency_ms,
    response: EXPECTED,
    error: null,
    url,
    warning: null,
    counted: true,
  }
}

/** Addresses and answers repeat. */
const lately = new Map<string, string>()
const LATELY_KEPT = 64
const LATELY_CHARS = 200

function quoted(text: string | null): string {
  if (text === null) return 'null'
  const known = lately.get(text)
  if (known !== undefined) return known
  const made = JSON.stringify(text)
  if (text.length > LATELY_CHARS) return made
  if (lately.size >= LATELY_KEPT) lately.clear()
  lately.set(text, made)
  return made
}
