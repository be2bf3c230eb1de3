/**
 * Why a model gave no usable answer, so that callers can decide: try again, fall back, or show the reason. Reasons are for people
 * and never contain keys.
 */
import { FetchError } from '../platform/egress/fetch-stream.ts'
import type { Log } from '../platform/log.ts'

export interface ModelFailure {
  readonly kind: 'timeout' | 'unreachable' | 'rate_limited' | 'refused' | 'bad_answer' | 'cancelled'
  /** One sentence for a person. Never contains a key. */
  readonly reason: string
  /** How long the endpoint asks callers to wait; null if it did not say. */
  readonly retryAfterMs: number | null
  /** The status of a response that was not a success. */
  readonly status?: number
}

export function modelFailure(
  kind: ModelFailure['kind'],
  reason: string,
  retryAfterMs: number | null = null,
): ModelFailure {
  return { kind, reason, retryAfterMs }
}

/** Whether the endpoint itself fails. Any other failure shows that it responds, and is about the request. */
export const isOfEndpoint = ({ kind }: ModelFailure) =>
  kind === 'timeout' || kind === 'unreachable' || kind === 'rate_limited'

/** Logs a failed call, as a warning unless the caller cancelled it. */
export function noteFailure(log: Log, what: string, model: string, { kind, reason }: ModelFailure): void {
  log[kind === 'cancelled' ? 'debug' : 'warn']({ model, kind, reason }, `${what} failed`)
}

const MAX_QUOTED_CHARS = 200
const MAX_RETRY_AFTER_MS = 24 * 3_600_000

export function failureOfError(error: unknown, signal: AbortSignal | undefined): ModelFailure {
  if (signal?.aborted) return modelFailure('cancelled', 'the request to the model was cancelled')
  if (error instanceof FetchError) {
    switch (error.kind) {
      case 'timeout':
        return modelFailure('timeout', `the model: ${error.message}`)
      case 'closed':
        return modelFailure('cancelled', error.message)
      case 'too_large':
        return modelFailure('bad_answer', `the model: ${error.message}`)
      default:
        return modelFailure('unreachable', `the model cannot be reached: ${error.message}`)
    }
  }
  return modelFailure('bad_answer', 'the answer of the model cannot be read')
}

/** For an error that the endpoint sent in the middle of its answer; the SDK passes it on under this name. */
export function failureOfMessage(error: unknown, apiKey: string | undefined): ModelFailure | null {
  if (!(error instanceof Error) || error.name !== 'AI_StreamProviderError') return null
  const said = shown(error.message, apiKey)
  return modelFailure('bad_answer', `the endpoint of the model broke off with an error${said}`)
}

/** For a response whose status is not 200. `body` may contain anything. */
export function failureOfStatus(
  status: number,
  headers: Headers,
  body: string,
  apiKey: string | undefined,
): ModelFailure {
  const said = quoted(body, apiKey)
  const retryAfterMs = readRetryAfter(headers)
  const of = (kind: ModelFailure['kind'], reason: string, waitMs = retryAfterMs) =>
    modelFailure(kind, reason, waitMs)
  if (status === 429)
    return of('rate_limited', `the model takes no more requests for now (status 429)${said}`)
  if (status >= 500) return of('unreachable', `the endpoint of the model failed with status ${status}${said}`)
  if (status === 401 || status === 403)
    return of(
      'refused',
      `the endpoint of the model refused the key (status ${status}); check the API key`,
      null,
    )
  if (status >= 300 && status < 400)
    return of(
      'refused',
      `the endpoint of the model redirects (status ${status}), which is not followed`,
      null,
    )
  return of('refused', `the endpoint of the model refused the request with status ${status}${said}`)
}

/** The message of the endpoint as it can be shown: one short line without the key. */
function quoted(body: string, apiKey: string | undefined): string {
  const message = messageIn(body)
  return message === null ? '' : shown(message, apiKey)
}

function shown(message: string, apiKey: string | undefined): string {
  const hidden = apiKey ? message.replaceAll(apiKey, '[hidden]') : message
  const line = hidden
    .replace(/\b(?:sk|key|pk)-[\w*.-]{4,}/g, '[hidden]')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (line === '') return ''
  return `: ${line.length > MAX_QUOTED_CHARS ? `${line.slice(0, MAX_QUOTED_CHARS)}…` : line}`
}

function messageIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body)
    const { error, message, detail } = (parsed ?? {}) as Record<string, unknown>
    const found = [(error as { message?: unknown })?.message, error, message, detail]
    return found.find((each) => typeof each === 'string') ?? null
  } catch {
    return body.startsWith('<') ? null : body
  }
}

/** Reads seconds, or a date, which is compared with the endpoint's own clock. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim()
  if (!text) return null
  const askedMs = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - Date.parse(headers.get('date') ?? '')
  if (!Number.isFinite(askedMs) || askedMs < 0) return null
  return Math.min(Math.ceil(askedMs), MAX_RETRY_AFTER_MS)
}
