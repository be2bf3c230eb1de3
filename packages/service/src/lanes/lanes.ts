/** Lanes as the rest of the service sees them: add items inside a transaction, and start the worker that runs them. */
import type { Clock } from '../platform/clock.ts'
import { createDatabaseClock } from '../platform/database/database-clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import { endTrial, findGate, type GateRow, openGate, openOnTrial, putGate } from './gates.ts'
import { itemId, type NewItem, type Runners } from './lane.ts'
import { openLease } from './lease.ts'
import { bringForward } from './store.ts'
import { postgresLanes } from './store-postgres.ts'
import { sqliteLanes } from './store-sqlite.ts'
import { startWorker, type Worker } from './worker.ts'
import type { WorkerSettings } from './worker-settings.ts'

export interface Added {
  /** The item's name outside: stable over retries. */
  readonly id: string
  readonly sequence: number
}

/** So many lanes show first whether a gate that was opened by itself works again. */
const TRIAL_LANES = 5

export interface Lanes {
  /** The time lanes go by. Whoever says when an item is due says it by this clock: the system's own may differ. */
  readonly clock: Clock
  add(tx: Tx, item: NewItem): Promise<Added>
  /** What is in the lane now need not wait for its time any more; what is added later is not meant. */
  bringForward(tx: Tx, lane: string): Promise<void>
  /** Closes a gate; every process puts its unstarted lanes back. */
  closeGate(tx: Tx, gate: GateRow): Promise<void>
  /**
   * Opens it again. By itself, if it was closed: it is on trial, and of the lanes that wait for their next try a few are due at
   * once. Or anew, whether it was closed or not: what waits behind it is due at once.
   */
  openGate(tx: Tx, gate: string, how: 'by itself' | 'anew'): Promise<void>
  /** A gate on trial has shown that it works. Answers whether the rest was brought forward, as after trouble of `longMs`. */
  endTrial(tx: Tx, gate: string, longMs: number): Promise<boolean>
  start(runners: Runners): Promise<void>
  stop(graceMs: number): Promise<void>
  stats(): ReturnType<Worker['stats']>
}

export function createLanes(options: {
  database: Database
  clock: Clock
  log: Log
  settings?: Partial<WorkerSettings>
}): Lanes {
  const { database, log, settings = {} } = options
  const clock = createDatabaseClock(database, options.clock)
  const engine = database.engine === 'sqlite' ? sqliteLanes : postgresLanes
  let worker: Worker | undefined

  const { announcements } = database

  return {
    clock,
    async add(tx, item) {
      const taker = engine.takesAtOnce ? worker?.taker(item) : undefined
      const { laneUid, seq, taken } = await engine.append(tx, item, clock.now(), taker)
      if (taker && !taken) worker?.taken(taker, undefined)
      tx.afterCommit(() => {
        if (taker && taken && worker) worker.taken(taker, taken)
        else announcements.notify('laneDue', { gate: item.gate })
      })
      return { id: itemId(laneUid, seq), sequence: seq }
    },
    async bringForward(tx, lane) {
      const gate = await bringForward(tx, lane, clock.now())
      if (gate !== undefined) tx.afterCommit(() => announcements.notify('laneDue', { gate }))
    },
    async closeGate(tx, gate) {
      await putGate(tx, gate)
      tx.afterCommit(() => announcements.notify('gateClosed', { gate: gate.id }))
    },
    async openGate(tx, gate, how) {
      if (how === 'anew') {
        await openGate(tx, gate, clock.now())
        tx.afterCommit(() => announcements.notify('gateOpened', { gate }))
      } else if ((await findGate(tx, gate))?.state === 'parked') {
        const trial = await openOnTrial(tx, gate, clock.now(), TRIAL_LANES)
        tx.afterCommit(() => announcements.notify('gateOpened', { gate, trial }))
      }
    },
    async endTrial(tx, gate, longMs) {
      const isForward = await endTrial(tx, gate, clock.now(), longMs)
      if (isForward) tx.afterCommit(() => announcements.notify('laneDue', { gate }))
      return isForward
    },
    async start(runners) {
      const leaseMs = settings.leaseMs ?? 30_000
      const lease = await openLease({ database, clock, log, leaseMs })
      worker = startWorker({
        database,
        engine,
        clock,
        log,
        lease,
        runners,
        settings,
      })
      // Subscribed last: whatever else follows the opening of a gate is done before its lanes start.
      announcements.on('laneDue', ({ gate }) => worker?.wake(gate))
      announcements.on('gateClosed', ({ gate }) => worker?.gateClosed(gate))
      announcements.on('gateOpened', ({ gate }) => worker?.wake(gate))
    },
    async stop(graceMs) {
      await worker?.stop(graceMs)
      worker = undefined
    },
    stats: () => worker?.stats() ?? { running: 0, claimed: 0, unwritten: 0 },
  }
}
