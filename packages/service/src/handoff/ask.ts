/** What is asked for when a user is handed over, and what comes of it. */
export type HandoffReason = 'user_asked' | 'unanswered' | 'developer' | 'button' | 'model'

export interface HandoffAsk {
  readonly reason: HandoffReason
  /** The component named by the caller; unknown ids are a fault. */
  readonly serviceId?: string | undefined
  readonly email?: string | null
  readonly phone?: string | null
  /** What the user said, for the rules of components. */
  readonly text?: string
}

export type HandoffResult =
  | { readonly kind: 'requested'; readonly handoffId: string; readonly serviceName: string }
  | { readonly kind: 'already'; readonly handoffId: string }
  /** The user was told why not (outside hours …); the AI keeps the floor. */
  | { readonly kind: 'declined'; readonly why: 'outside_hours' }
  /** Nobody to hand over to (no component, or switched off), or this visitor asks too often; nothing was said. */
  | { readonly kind: 'none' }
