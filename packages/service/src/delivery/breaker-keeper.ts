/**
 * Keeps the breakers: counts failures in memory, writes a gate when it closes, and knows which are on trial. Other processes
 * learn of a closed gate when they claim, or by announcement. `probe-parked.ts` sends the probes.
 */
import { findClosedGate, findGate, type GateRow } from '../lanes/gate-store.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Core } from '../platform/core.ts'
import {
  againWaitMs,
  type BreakerState,
  LONG_TROUBLE_MS,
  openState,
  step,
  TRIAL_MS,
  tellsOfEndpoint,
} from './breaker.ts'

export type BreakerKeeper = ReturnType<typeof createBreakerKeeper>

export interface Failure {
  readonly lane: string
  /** Whether its item had failed before. */
  readonly isRetry: boolean
  /** What `successesOf` said when the attempt began. */
  readonly successesBefore: number
  readonly responded: boolean
  readonly reason: string
  /** How long the receiver wants to be left alone; null when it did not say. */
  readonly retryAfterMs: number | null
}

/** What this process knows of a gate. */
interface Known {
  state: BreakerState
  successes: number
  /** The lanes that failed since the last success. */
  failing: Set<string>
  /** The lanes that were brought forward: their next try comes ahead of its time. */
  ahead: Set<string>
  /** A probe opened it, and it has not succeeded since. */
  isOnTrial: boolean
  /** The shortest wait that failures since the last success asked for; 0 when one asked for none. */
  leastWaitMs: number | undefined
  /** The last closing: while it is under way the database does not say so yet. */
  closing: Promise<void>
}

/** Lanes remembered for one gate; beyond, all are forgotten, and a few failures count twice. */
const LANES_KEPT = 10_000

export function createBreakerKeeper(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    lanes: Lanes
    /** A gate was parked; its first probe is due in `probeInMs`. */
    parked: (probeInMs: number) => void
  },
) {
  const { database, clock, log, lanes, parked } = deps
  const gates = new Map<string, Known>()

  function knownOf(gate: string): Known {
    const known = gates.get(gate) ?? {
      state: openState,
      successes: 0,
      failing: new Set(),
      ahead: new Set(),
      isOnTrial: false,
      leastWaitMs: undefined,
      closing: Promise.resolve(),
    }
    gates.set(gate, known)
    return known
  }

  const isOpen = ({ state }: Known) => state.name === 'open'

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
    known: Known,
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
        if (state === 'parked') tx.afterCommit(() => parked(probeAt - now))
      })
    } catch (error) {
      log.warn({ err: error, gate }, 'a gate could not be closed; the next failure tries again')
      known.state = openState
    }
  }

  /** A message was delivered: what a probe has opened works. */
  async function endTrial(gate: string, known: Known, failed: ReadonlySet<string>): Promise<void> {
    try {
      const isForward = await database.transaction('breaker-keeper: endTrial', (tx) =>
        lanes.endTrial(tx, gate, LONG_TROUBLE_MS),
      )
      if (isForward) known.ahead = new Set([...known.ahead, ...failed])
    } catch (error) {
      log.warn({ err: error, gate }, 'what waits for an endpoint could not be brought forward')
      known.isOnTrial = true
    }
  }

  return {
    /** Whether nothing may be sent through the gate. Of a closed one the database is asked: the announcement of its opening may be lost. */
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
    /** How often the gate succeeded so far; an attempt notes it when it begins. */
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
      if (tellsOfEndpoint({ succeededMeanwhile, responded, failedBefore })) move(gate, 'failure', reason)
      return costsTry
    },
    gone: (gate: string, reason: string) => move(gate, 'gone', reason),
  }
}

/**
 * How long a gate that is closed now has been in trouble, and when it is probed first. At once: where only some messages
 * fail, nobody should wait for the others. Not so when a probe has just opened it and nothing has succeeded since.
 */
function troubleOf(known: GateRow | undefined, now: number) {
  if (!known || now - (known.opened_at ?? 0) >= TRIAL_MS)
    return { parked_at: now, firstProbeAt: now, probes: 0 }
  const { parked_at, probes } = known
  return { parked_at, firstProbeAt: now + againWaitMs(probes), probes }
}

/** Whether the lane was not in the set before. */
function addTo(lanes: Set<string>, lane: string): boolean {
  if (lanes.has(lane)) return false
  if (lanes.size >= LANES_KEPT) lanes.clear()
  lanes.add(lane)
  return true
}
