/**
 * Keeps the breakers: counts failures in memory, writes a gate when it closes, and knows which are on trial. Other processes
 * learn of a closed gate when they claim, or by announcement. `probe-parked.ts` sends the test requests.
 */
import { closedGates, findGate, type GateRow, recallGate } from '../lanes/gate-store.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import {
  againWaitMs,
  type BreakerState,
  LONG_TROUBLE_MS,
  openState,
  step,
  TRIAL_MS,
  tellsOfEndpoint,
} from './breaker.ts'

export interface BreakerKeeper {
  /** Whether this process knows that nothing may be sent through the gate. */
  isBlocked(gate: string): boolean
  /** Looks whether that is still so: the word that the gate was opened may have been lost. */
  isStillBlocked(gate: string): Promise<boolean>
  /** How often the gate succeeded so far; an attempt notes it when it begins. */
  successesOf(gate: string): number
  succeeded(gate: string, lane: string): void
  /** Answers whether the failure costs its item a try. */
  failed(gate: string, failure: Failure): boolean
  gone(gate: string, reason: string): void
  /** Forgets gates that were opened, should the word of it have been lost. */
  refresh(): Promise<void>
}

export interface Failure {
  readonly lane: string
  /** Whether its item had failed before. */
  readonly isRetry: boolean
  /** What `successesOf` said when the attempt began. */
  readonly successesBefore: number
  readonly answered: boolean
  readonly reason: string
  /** How long the receiver wants to be left alone; null when it did not say. */
  readonly askedMs: number | null
}

/** Lanes remembered for one gate; beyond, all are forgotten, and a few failures count twice. */
const LANES_KEPT = 10_000

export function createBreakerKeeper(deps: {
  database: Database
  clock: Clock
  log: Log
  lanes: Lanes
  /** A gate was parked, and its first test is due in so long. */
  parked: (testInMs: number) => void
}): BreakerKeeper {
  const { database, clock, log, lanes, parked } = deps
  const states = new Map<string, BreakerState>()
  const successes = new Map<string, number>()
  /** By gate, the lanes that failed since its last success. */
  const failing = new Map<string, Set<string>>()
  /** By gate, the lanes that were brought forward: their next try comes ahead of its time. */
  const ahead = new Map<string, Set<string>>()
  /** Gates that a test opened and that have not succeeded since. */
  const onTrial = new Set<string>()
  /** By gate, the least time that its failures since the last success asked for; 0 when one of them asked for none. */
  const asked = new Map<string, number>()

  /** Being closed at this moment: the database does not say so yet. */
  const closing = new Map<string, number>()
  let closes = 0
  const looking = new Map<string, Promise<boolean>>()

  database.announcements.on('gateOpened', ({ gate, trial }) => {
    // The announcement may be late, or about a gate that was open before: failures counted since then still count.
    if (states.get(gate)?.name !== 'open') states.delete(gate)
    ahead.set(gate, new Set(trial ?? failing.get(gate)))
    if (trial) onTrial.add(gate)
    else onTrial.delete(gate)
  })

  database.announcements.on('gateClosed', ({ gate, state }) => {
    if (state === 'paused') states.set(gate, step(openState, 'pause'))
  })

  function move(gate: string, event: 'success' | 'failure' | 'gone', reason: string): void {
    const before = states.get(gate) ?? openState
    const after = step(before, event)
    if (after.name === 'open' && after.failures === 0) states.delete(gate)
    else states.set(gate, after)
    if (after.name === before.name || after.name === 'open' || after.name === 'paused') return
    void close(gate, after.name, reason)
  }

  async function close(gate: string, state: 'parked' | 'disabled', reason: string): Promise<void> {
    const now = clock.now()
    log.warn({ gate, reason }, state === 'parked' ? 'an endpoint was parked' : 'an endpoint was disabled')
    closing.set(gate, (closing.get(gate) ?? 0) + 1)
    closes++
    try {
      await database.transaction('breaker-keeper: close', async (tx) => {
        const known = await recallGate(tx, gate)
        // Another process may have closed it already; a disabled gate stays disabled, and a paused one paused.
        if (known && (known.state === state || known.state === 'disabled' || known.state === 'paused')) return
        const { parked_at, firstTestAt, probes } = troubleOf(known, now)
        const testAt = Math.max(firstTestAt, now + (asked.get(gate) ?? 0))
        const probe_at = state === 'parked' ? testAt : null
        await lanes.closeGate(tx, { id: gate, state, reason, parked_at, probe_at, probes })
        if (state === 'parked') tx.afterCommit(() => parked(testAt - now))
      })
    } catch (error) {
      log.warn({ err: error, gate }, 'a gate could not be closed; the next failure tries again')
      states.set(gate, openState)
    } finally {
      const left = (closing.get(gate) ?? 1) - 1
      if (left === 0) closing.delete(gate)
      else closing.set(gate, left)
    }
  }

  async function look(gate: string): Promise<boolean> {
    const closesBefore = closes
    const row = await findGate(database, gate)
    // What was closed while we looked is not in what we saw.
    const isBeingClosed = closing.has(gate) || closes !== closesBefore
    const isClosed = isBeingClosed || row !== undefined
    if (!isClosed) states.delete(gate)
    return isClosed
  }

  /** A message was delivered: what a test has opened works. */
  async function endTrial(gate: string, failed: ReadonlySet<string>): Promise<void> {
    try {
      const isForward = await database.transaction('breaker-keeper: endTrial', (tx) =>
        lanes.endTrial(tx, gate, LONG_TROUBLE_MS),
      )
      if (isForward) ahead.set(gate, new Set([...(ahead.get(gate) ?? []), ...failed]))
    } catch (error) {
      log.warn({ err: error, gate }, 'what waits for an endpoint could not be brought forward')
      onTrial.add(gate)
    }
  }

  return {
    isBlocked: (gate) => (states.get(gate) ?? openState).name !== 'open',
    isStillBlocked(gate) {
      // Many lanes ask at the same moment.
      const asked = looking.get(gate) ?? look(gate).finally(() => looking.delete(gate))
      looking.set(gate, asked)
      return asked
    },
    successesOf: (gate) => successes.get(gate) ?? 0,
    succeeded(gate, lane) {
      successes.set(gate, (successes.get(gate) ?? 0) + 1)
      if (states.has(gate)) move(gate, 'success', '')
      ahead.get(gate)?.delete(lane)
      if (onTrial.delete(gate)) void endTrial(gate, failing.get(gate) ?? new Set())
      failing.delete(gate)
      asked.delete(gate)
    },
    failed(gate, { lane, isRetry, successesBefore, answered, reason, askedMs }) {
      // A failure that ends after the endpoint was parked costs no try; the one that parks it does.
      const isClosed = (states.get(gate) ?? openState).name !== 'open'
      const isAhead = ahead.get(gate)?.delete(lane) === true && isRetry
      const costsTry = !isClosed && !isAhead
      const lanesFailing = failing.get(gate) ?? new Set()
      failing.set(gate, lanesFailing)
      const failedBefore = !addTo(lanesFailing, lane)
      const succeededMeanwhile = (successes.get(gate) ?? 0) !== successesBefore
      if (!succeededMeanwhile) asked.set(gate, Math.min(asked.get(gate) ?? askedMs ?? 0, askedMs ?? 0))
      if (tellsOfEndpoint({ succeededMeanwhile, answered, failedBefore })) move(gate, 'failure', reason)
      return costsTry
    },
    gone: (gate, reason) => move(gate, 'gone', reason),
    async refresh() {
      const closesBefore = closes
      if (![...states.values()].some(({ name }) => name !== 'open')) return
      const closed = await closedGates(database)
      // What was closed while we looked is not in what we saw.
      if (closes !== closesBefore) return
      for (const [gate, { name }] of states)
        if (name !== 'open' && !closed.has(gate) && !closing.has(gate)) states.delete(gate)
    },
  }
}

/**
 * How long a gate that is closed now has been in trouble, and when it is tested first. At once: where only some messages
 * fail, nobody should wait for the others. Not so when a test has just opened it and nothing has succeeded since.
 */
function troubleOf(known: GateRow | undefined, now: number) {
  if (!known || now - (known.opened_at ?? 0) >= TRIAL_MS)
    return { parked_at: now, firstTestAt: now, probes: 0 }
  const { parked_at, probes } = known
  return { parked_at, firstTestAt: now + againWaitMs(probes), probes }
}

/** Whether the lane was not in the set before. */
function addTo(lanes: Set<string>, lane: string): boolean {
  if (lanes.has(lane)) return false
  if (lanes.size >= LANES_KEPT) lanes.clear()
  lanes.add(lane)
  return true
}
