/** Why a model gave no usable answer, in a shape callers can decide on: try again, fall back, or tell a person. */
import type { Log } from '../platform/log.ts'

export interface ModelFailure {
  readonly kind: 'timeout' | 'unreachable' | 'rate_limited' | 'refused' | 'bad_answer' | 'cancelled'
  /** One sentence for a person. Never holds a key. */
  readonly reason: string
  /** How long the endpoint asks to be left alone; null when it did not say. */
  readonly retryAfterMs: number | null
  /** Of the answer, where one came that was no success. */
  readonly status?: number
}

export function modelFailure(
  kind: ModelFailure['kind'],
  reason: string,
  retryAfterMs: number | null = null,
): ModelFailure {
  return { kind, reason, retryAfterMs }
}

/** Writes a failed call to the log: a warning, unless the caller itself gave up. */
export function noteFailure(log: Log, what: string, model: string, { kind, reason }: ModelFailure): void {
  log[kind === 'cancelled' ? 'debug' : 'warn']({ model, kind, reason }, `${what} failed`)
}
