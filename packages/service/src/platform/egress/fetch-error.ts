/** Why a streamed request, or the reading of its answer, ended early. Its message is the reason, ready to be shown. */
import type { Stage } from './connection.ts'

export type FetchErrorKind = 'refused' | 'timeout' | 'network' | 'too_large' | 'closed'

export class FetchError extends Error {
  override name = 'FetchError'
  readonly kind: FetchErrorKind
  readonly stage: Stage
  constructor(kind: FetchErrorKind, stage: Stage, reason: string) {
    super(reason)
    this.kind = kind
    this.stage = stage
  }
}
