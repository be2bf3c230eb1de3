/**
 * The circuit breaker of an endpoint: keeps a dead receiver from using up the tries of all deliveries to it.
 *
 * The states are those of a gate, so OPEN lets deliveries through (the breaker of an electrician would be closed).
 *
 * OPEN: deliveries flow. Failures that are the endpoint's (`isOfEndpoint`) are counted; a success resets the count. At
 *   FAILURES_TO_PARK the endpoint is parked. A response of 410 disables it.
 * PARKED: nothing is attempted, so no delivery uses up a try. A probe (a request with `istest`) is sent at once, then every
 *   30 s, later every minute, at last every 5 minutes. The first probe with a response of 200 opens the endpoint again. Attempts
 *   that were under way when it was parked and fail afterwards cost no try either, nor does the first attempt of each
 *   conversation that is made early because the endpoint was opened.
 * ON TRIAL is an open endpoint that a probe opened and that no message has reached since. A few conversations are tried early;
 *   the rest follow with the first success when the trouble was long, else at their own time. When it is parked again soon
 *   without a success, the intervals of its probes keep growing: it accepts probes and refuses messages.
 * DISABLED: the response was 410. Nothing is attempted or probed until the developer saves the endpoint's settings.
 * PAUSED: a person wants nothing to be sent. Nothing is attempted, probed or given up until it is resumed, whatever else happens.
 *
 * The gate's row in the database holds the state; each process has its own view of it, which `step` moves. Failed
 * attempts close it. `lanes.openGate` opens a parked gate when a probe succeeds, and a parked or disabled one when its
 * settings are saved; `lanes.resumeGate` opens a paused one. All processes are notified of it (`opened`, `paused`).
 *
 * | state    | success  | failure           | gone     | paused | opened            |
 * |----------|----------|-------------------|----------|--------|-------------------|
 * | open     | open     | open, then parked | disabled | paused | open, count kept  |
 * | parked   | parked   | parked            | disabled | paused | open              |
 * | disabled | disabled | disabled          | disabled | paused | open              |
 * | paused   | paused   | paused            | paused   | paused | open              |
 */
export type BreakerState =
  | { readonly name: 'open'; readonly failures: number }
  | { readonly name: 'parked' | 'disabled' | 'paused' }

export type BreakerEvent = 'success' | 'failure' | 'gone' | 'paused' | 'opened'

export const FAILURES_TO_PARK = 5
export const openState: BreakerState = { name: 'open', failures: 0 }

export function step(state: BreakerState, event: BreakerEvent): BreakerState {
  if (event === 'paused') return { name: 'paused' }
  // The announcement of an opening may be late: failures counted since then still count.
  if (event === 'opened') return state.name === 'open' ? state : openState
  if (state.name === 'paused' || state.name === 'disabled') return state
  if (event === 'gone') return { name: 'disabled' }
  if (state.name !== 'open') return state
  if (event === 'success') return openState
  const failures = state.failures + 1
  return failures >= FAILURES_TO_PARK ? { name: 'parked' } : { name: 'open', failures }
}

/**
 * Whether a failure is the endpoint's, and not only that of one conversation. It is not when another request succeeded
 * meanwhile. A failure with a response counts once for its conversation: a message that the receiver cannot process fails again
 * and again, and nobody else should wait for that. A failure without a response always counts.
 */
export function isOfEndpoint(failure: {
  readonly succeededMeanwhile: boolean
  readonly responded: boolean
  readonly failedBefore: boolean
}): boolean {
  return !failure.succeededMeanwhile && !(failure.responded && failure.failedBefore)
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** An endpoint that is parked this soon after a probe opened it, without a success, never recovered. */
export const TRIAL_MS = 10 * MINUTE
/** After trouble of this length, all waiting messages are tried as soon as one succeeds; after less, each at its own time. */
export const LONG_TROUBLE_MS = 30 * SECOND

/** The wait before the next probe, by the number of probes that failed. */
export function probeWaitMs(probes: number): number {
  if (probes < 10) return 30 * SECOND
  return probes < 20 ? 60 * SECOND : 300 * SECOND
}

/** The wait before the first probe of an endpoint that is parked while on trial. Short at first: others may get through. */
export function trialProbeWaitMs(probes: number): number {
  return Math.min(probeWaitMs(probes), SECOND * 2 ** probes)
}
