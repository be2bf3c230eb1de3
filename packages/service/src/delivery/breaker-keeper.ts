/**
 * Keeps the breakers: counts failures in memory, writes a gate when it closes, sends the test requests of parked gates and
 * opens them again. Other processes learn of a closed gate when they claim, or by announcement.
 */
import type { Endpoint } from '../agents/endpoints.ts'
import { findGate, gatesToProbe, takeProbe } from '../lanes/gates.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import { type BreakerState, openState, probeWaitMs, step, tellsOfEndpoint } from './breaker.ts'
import type { ProbeResult } from './send-probe.ts'

export interface BreakerKeeper {
  /** Whether this process knows the gate to be closed. */
  isClosed(gate: string): boolean
  /** Looks whether a gate this process knows to be closed still is: the word that it was opened may have been lost. */
  isStillClosed(gate: string): Promise<boolean>
  /** How often the gate succeeded so far; an attempt notes it when it begins. */
  successesOf(gate: string): number
  succeeded(gate: string): void
  /** Answers whether the failure costs its item a try. */
  failed(gate: string, failure: Failure): boolean
  gone(gate: string, reason: string): void
  /** Probes what is due; answers how many gates were opened. */
  probeDue(stopped: () => boolean): Promise<number>
}

export interface Failure {
  readonly lane: string
  /** Whether its item had failed before. */
  readonly isRetry: boolean
  /** What `successesOf` said when the attempt began. */
  readonly successesBefore: number
  readonly answered: boolean
  readonly reason: string
}

/** Lanes remembered for one gate; beyond, all are forgotten, and a few failures count twice. */
const LANES_KEPT = 10_000

export function createBreakerKeeper(deps: {
  database: Database
  clock: Clock
  log: Log
  lanes: Lanes
  find: (gate: string) => Promise<Endpoint | undefined>
  probe: (endpoint: Endpoint) => Promise<ProbeResult>
}): BreakerKeeper {
  const { database, clock, log, lanes, find, probe } = deps
  const states = new Map<string, BreakerState>()
  const successes = new Map<string, number>()
  /** By gate, the lanes that failed since its last success. */
  const failing = new Map<string, Set<string>>()
  /** By gate that was opened and has not succeeded since, the lanes that had failed: their next try comes ahead of its time. */
  const ahead = new Map<string, Set<string>>()

  /** Being closed at this moment: the database does not say so yet. */
  const closing = new Map<string, number>()
  let closes = 0
  const looking = new Map<string, Promise<boolean>>()

  lanes.onOpened((gate) => {
    // The word may come late, and of one that was open before: then what was counted since still counts.
    if (states.get(gate)?.name !== 'open') states.delete(gate)
    ahead.set(gate, new Set(failing.get(gate)))
  })

  function move(gate: string, event: 'success' | 'failure' | 'gone', reason: string): void {
    const before = states.get(gate) ?? openState
    const after = step(before, event)
    if (after.name === 'open' && after.failures === 0) states.delete(gate)
    else states.set(gate, after)
    if (after.name !== before.name && after.name !== 'open') void close(gate, after.name, reason)
  }

  async function close(gate: string, state: 'parked' | 'disabled', reason: string): Promise<void> {
    const now = clock.now()
    log.warn({ gate, reason }, state === 'parked' ? 'an endpoint was parked' : 'an endpoint was disabled')
    // The first test at once: where only some messages fail, nobody should wait for the others.
    const probe_at = state === 'parked' ? now : null
    closing.set(gate, (closing.get(gate) ?? 0) + 1)
    closes++
    try {
      await database.transaction(async (tx) => {
        const known = await findGate(tx, gate)
        // Another process may have closed it already; a disabled gate stays disabled.
        if (known && (known.state === state || known.state === 'disabled')) return
        await lanes.closeGate(tx, { id: gate, state, reason, parked_at: now, probe_at, probes: 0 })
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
    const isClosed = isBeingClosed || (row !== undefined && row.state !== 'open')
    if (!isClosed) states.delete(gate)
    return isClosed
  }

  async function open(gate: string): Promise<void> {
    await database.transaction((tx) => lanes.openGate(tx, gate, 'by itself'))
  }

  /** Gates this process holds closed may have been opened by another, or by new settings. */
  async function refresh(): Promise<void> {
    for (const [gate, state] of states) {
      if (state.name !== 'open') await look(gate)
    }
  }

  return {
    isClosed: (gate) => (states.get(gate) ?? openState).name !== 'open',
    isStillClosed(gate) {
      // Many lanes ask at the same moment.
      const asked = looking.get(gate) ?? look(gate).finally(() => looking.delete(gate))
      looking.set(gate, asked)
      return asked
    },
    successesOf: (gate) => successes.get(gate) ?? 0,
    succeeded(gate) {
      successes.set(gate, (successes.get(gate) ?? 0) + 1)
      if (states.has(gate)) move(gate, 'success', '')
      failing.delete(gate)
      ahead.delete(gate)
    },
    failed(gate, { lane, isRetry, successesBefore, answered, reason }) {
      // A failure that ends after the endpoint was parked costs no try; the one that parks it does.
      const isClosed = (states.get(gate) ?? openState).name !== 'open'
      const isAhead = ahead.get(gate)?.delete(lane) === true && isRetry
      const costsTry = !isClosed && !isAhead
      const lanesFailing = failing.get(gate) ?? new Set()
      failing.set(gate, lanesFailing)
      const failedBefore = !addTo(lanesFailing, lane)
      const succeededMeanwhile = (successes.get(gate) ?? 0) !== successesBefore
      if (tellsOfEndpoint({ succeededMeanwhile, answered, failedBefore })) move(gate, 'failure', reason)
      return costsTry
    },
    gone: (gate, reason) => move(gate, 'gone', reason),
    async probeDue(stopped) {
      await refresh()
      const now = clock.now()
      const due = await gatesToProbe(database, now)
      const opened = await Promise.all(
        due.map(async (gate) => {
          const mine = await database.transaction((tx) =>
            takeProbe(tx, gate, now + probeWaitMs(gate.probes + 1)),
          )
          if (!mine || stopped()) return false
          const endpoint = await find(gate.id)
          // Without an endpoint its deliveries can only die; the gate opens so that they do.
          const answer = endpoint ? await probe(endpoint) : { reachable: true, reason: null }
          if (!answer.reachable) return false
          log.info({ gate: gate.id }, 'an endpoint answers again')
          await open(gate.id)
          return true
        }),
      )
      return opened.filter(Boolean).length
    },
  }
}

/** Whether the lane was not in the set before. */
function addTo(lanes: Set<string>, lane: string): boolean {
  if (lanes.has(lane)) return false
  if (lanes.size >= LANES_KEPT) lanes.clear()
  lanes.add(lane)
  return true
}
