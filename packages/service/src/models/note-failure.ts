/** Writes a failed call to the log: a warning, unless the caller itself gave up. */
import type { Log } from '../platform/log.ts'
import type { ModelFailure } from './failure.ts'

export function noteFailure(log: Log, what: string, model: string, { kind, reason }: ModelFailure): void {
  log[kind === 'cancelled' ? 'debug' : 'warn']({ model, kind, reason }, `${what} failed`)
}
