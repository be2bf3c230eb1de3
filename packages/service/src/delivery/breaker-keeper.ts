/**
 * Runs the circuit breakers: counts failures in memory, closes gates in the database, and knows which gates are on trial. Other
 * processes learn of a closed gate when they claim, or by announcement. `probe-parked.ts` sends the probes.
 */
import { findClosedGate, findGate, type GateRow } from '../lanes/gate-store.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Core } from '../platform/core.ts'
import { isOfEndpoint, LONG_TROUBLE_MS, openState, step, TRIAL_MS, trialProbeWaitMs } from './breaker.ts'

export type BreakerKeeper = ReturnType<typeof createBreakerKeeper>

interface Failure {
  readonly lane: string
  /** Whether its item had failed before. */
  readonly isRetry: boolean
  /** The value of `successesOf` when the attempt began. */
  readonly successesBefore: number
  readonly responded: boolean
  readonly reason: string
  /** The wait that the receiver asked for; null when it asked for none. */
  readonly retryAfterMs: number | null
}

type KnownGate = ReturnType<typeof createKnownGate>

/** This process's view of a gate. */
const createKnownGate = () => ({
  state: openState,
  successes: 0,
  /** The lanes that failed since the last success. */
  failing: new Set<string>(),
  /** The lanes that were brought forward: their next try comes early. */
  ahead: new Set<string>(),
  /** A probe opened the gate, and no delivery has succeeded since. */
  isOnTrial: false,
  /** The shortest wait that failures since the last success asked for; 0 when one asked for none. */
  leastWaitMs: undefined as number | undefined,
  /** The last write that closed the gate. Until it ends, the database shows the gate as it was before. */
  closing: Promise.resolve(),
})

/** The most lanes remembered for a gate. Beyond it all are forgotten, and a few failures count twice. */
const LANES_KEPT = 10_000

export function createBreakerKeeper(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    lanes: Lanes
    /** Called when a gate was parked; its first probe is due in `probeInMs`. */
    onParked: (probeInMs: number) => void
  },
) {
  const { database, clock, log, lanes, onParked } = deps
  const gates = new Map<string, KnownGate>()

  function knownOf(gate: string): KnownGate {
    const known = gates.get(gate) ?? createKnownGate()
    gates.set(gate, known)
    return known
  }

  const isOpen = ({ state }: KnownGate) => state.name === 'open'

  database.announcements.on('gateOpened', ({ gate, trial }) => {
    const known = knownOf(gate)
    known.state = step(known.state, 'opened')
    known.ahead = new Set(trial ?? known.failing)
    known.isOnTrial = trial !== undefined
  })

  database.announcements.on('gateClosed', ({ gate, state }) => {
    const known = knownOf(gate)
    if (state === 'paused') known.state = step(known.state, 'paused')
  })

  function move(gate: string, event: 'failure' | 'gone', reason: string): void {
    const known = knownOf(gate)
    const before = known.state.name
    known.state = step(known.state, event)
    const { name } = known.state
    if (name !== before && (name === 'parked' || name === 'disabled'))
      known.closing = close(gate, known, name, reason)
  }

  async function close(
    gate: string,
    known: KnownGate,
    state: 'parked' | 'disabled',
    reason: string,
  ): Promise<void> {
    const now = clock.now()
    log.warn({ gate, reason }, state === 'parked' ? 'an endpoint was parked' : 'an endpoint was disabled')
    try {
      await database.transaction('breaker-keeper: close', async (tx) => {
        const row = await findGate(tx, gate)
        // Another process may have closed it already; a disabled gate stays disabled, and a paused one paused.
        if (row && (row.state === state || row.state === 'disabled' || row.state === 'paused')) return
        const { parked_at, firstProbeAt, probes } = troubleOf(row, now)
        const probeAt = Math.max(firstProbeAt, now + (known.leastWaitMs ?? 0))
        const probe_at = state === 'parked' ? probeAt : null
        await lanes.closeGate(tx, { id: gate, state, reason, parked_at, probe_at, probes })
        if (state === 'parked') tx.afterCommit(() => onParked(probeAt - now))
      })
    } catch (error) {
      log.warn({ err: error, gate }, 'a gate could not be closed; the next failure tries again')
      known.state = openState
    }
  }

  /** Called after the first success since a probe opened the gate. */
  async function endTrial(gate: string, known: KnownGate, failed: ReadonlySet<string>): Promise<void> {
    try {
      const areBroughtForward = await database.transaction('breaker-keeper: endTrial', (tx) =>
        lanes.endTrial(tx, gate, LONG_TROUBLE_MS),
      )
      if (areBroughtForward) known.ahead = new Set([...known.ahead, ...failed])
    } catch (error) {
      log.warn({ err: error, gate }, 'the deliveries that wait for an endpoint could not be brought forward')
      known.isOnTrial = true
    }
  }

  return {
    /** Whether nothing may be sent through the gate. For a closed gate the database decides: an announcement may be lost. */
    async isBlocked(gate: string): Promise<boolean> {
      const known = knownOf(gate)
      if (isOpen(known)) return false
      const before = known.state
      await known.closing
      if (await findClosedGate(database, gate)) return true
      // The state may have changed while the database was asked.
      if (known.state === before) known.state = step(before, 'opened')
      return !isOpen(known)
    },
    /** The number of successes so far; an attempt notes it when it begins. */
    successesOf: (gate: string) => knownOf(gate).successes,
    succeeded(gate: string, lane: string): void {
      const known = knownOf(gate)
      known.successes++
      known.state = step(known.state, 'success')
      known.ahead.delete(lane)
      const failed = known.failing
      known.failing = new Set()
      known.leastWaitMs = undefined
      if (!known.isOnTrial) return
      known.isOnTrial = false
      void endTrial(gate, known, failed)
    },
    /** Returns whether the failure costs its item a try. */
    failed(gate: string, failure: Failure): boolean {
      const { lane, isRetry, successesBefore, responded, reason, retryAfterMs } = failure
      const known = knownOf(gate)
      const isAhead = known.ahead.delete(lane) && isRetry
      // A failure that ends after the endpoint was parked costs no try; the one that parks it does.
      const costsTry = isOpen(known) && !isAhead
      const failedBefore = !addTo(known.failing, lane)
      const succeededMeanwhile = known.successes !== successesBefore
      if (!succeededMeanwhile) {
        const waitMs = retryAfterMs ?? 0
        known.leastWaitMs = Math.min(known.leastWaitMs ?? waitMs, waitMs)
      }
      if (isOfEndpoint({ succeededMeanwhile, responded, failedBefore })) move(gate, 'failure', reason)
      return costsTry
    },
    gone: (gate: string, reason: string) => move(gate, 'gone', reason),
  }
}

/**
 * Since when a gate that is closed now has been in trouble, and when it is probed first. The first probe is due at once: where
 * only some messages fail, the others should not wait. It waits only when a probe has just opened the gate and nothing has
 * succeeded since.
 */
function troubleOf(known: GateRow | undefined, now: number) {
  if (!known || now - (known.opened_at ?? 0) >= TRIAL_MS)
    return { parked_at: now, firstProbeAt: now, probes: 0 }
  const { parked_at, probes } = known
  return { parked_at, firstProbeAt: now + trialProbeWaitMs(probes), probes }
}

/** Adds a lane to the set; returns false when it was in the set before. */
function addTo(lanes: Set<string>, lane: string): boolean {
  if (lanes.has(lane)) return false
  if (lanes.size >= LANES_KEPT) lanes.clear()
  lanes.add(lane)
  return true
}
