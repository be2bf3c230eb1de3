/** Lanes as the rest of the service sees them: add items inside a transaction, and start the worker that runs them. */
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { createDatabaseClock } from '../platform/database/database-clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import {
  type ClosedGate,
  dropPause,
  endTrial,
  findGate,
  openGate,
  openOnTrial,
  putGate,
} from './gate-store.ts'
import { isOwnWork, itemId, type NewItem, type Runners } from './lane.ts'
import { openLease } from './lease.ts'
import { bringForward } from './store.ts'
import { postgresLanes } from './store-postgres.ts'
import { sqliteLanes } from './store-sqlite.ts'
import { defaultWorkerSettings, startWorker, type Worker, type WorkerSettings } from './worker.ts'

export interface Added {
  /** The item's name outside: stable over retries. */
  readonly id: string
  readonly sequence: number
}

/** How many lanes are tried first behind a gate on trial. */
const TRIAL_LANES = 5

export interface Lanes {
  /** Database time, by which items are due and leases end. The clock of this machine may differ. */
  readonly clock: Clock
  add(tx: Tx, item: NewItem): Promise<Added>
  /** The items in the lane now no longer wait for their retry; items added later are not affected. */
  bringForward(tx: Tx, lane: string): Promise<void>
  /** Closes a gate; every process puts its unstarted lanes back. */
  closeGate(tx: Tx, gate: ClosedGate): Promise<void>
  /**
   * Opens a gate again. `by itself`, when a test of a parked gate succeeded: it is on trial, and a few of the lanes that wait
   * for a retry are due at once. `anew`, when its settings changed: all lanes behind it are due at once. A paused gate stays
   * closed, except when it is `removed`, which is like `anew`.
   */
  openGate(tx: Tx, gate: string, how: 'by itself' | 'anew' | 'removed'): Promise<void>
  /** Opens a gate that was paused, each lane at its own time; returns whether it was. */
  resumeGate(tx: Tx, gate: string): Promise<boolean>
  /** A gate on trial works. After trouble of `longMs` the other lanes are brought forward; returns whether they were. */
  endTrial(tx: Tx, gate: string, longMs: number): Promise<boolean>
  /** Starts the worker, with the runners of all slices. */
  start(runners: Runners): Promise<void>
  stop(graceMs: number): Promise<void>
  stats(): ReturnType<Worker['stats']>
}

/** A run that takes its whole time still leaves this much of the lease for writing its outcome. */
const SPARE_MS = 2000

export function laneSettings(config: Config): Partial<WorkerSettings> {
  const runLimitMs = config.webhookTimeoutMs + SPARE_MS
  return {
    runLimitMs,
    leaseMs: Math.max(config.leaseMs, runLimitMs * 3),
    windowMost: config.webhookConcurrency,
    // No endpoint stands behind turns that would first have to show how much it can take.
    fixedWindows: { turn: config.turnConcurrency },
  }
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
      const { laneUid, seq } = await engine.append(tx, item, clock.now())
      const { kind, tenant, subject, gate } = item
      const id = itemId(laneUid, seq)
      tx.afterCommit(() => {
        announcements.notify('laneDue', { gate })
        announcements.tell('laneItem', { kind, tenant, subject, id, state: 'pending' })
      })
      return { id, sequence: seq }
    },
    async bringForward(tx, lane) {
      const gate = await bringForward(tx, lane, clock.now())
      if (gate !== undefined) tx.afterCommit(() => announcements.notify('laneDue', { gate }))
    },
    async closeGate(tx, gate) {
      await putGate(tx, gate)
      tx.afterCommit(() => announcements.notify('gateClosed', { gate: gate.id, state: gate.state }))
    },
    async openGate(tx, gate, how) {
      if (how !== 'by itself') {
        if (how === 'anew' && (await findGate(tx, gate))?.state === 'paused') return
        await openGate(tx, gate, clock.now())
        tx.afterCommit(() => announcements.notify('gateOpened', { gate }))
      } else if ((await findGate(tx, gate))?.state === 'parked') {
        const trial = await openOnTrial(tx, gate, clock.now(), TRIAL_LANES)
        tx.afterCommit(() => announcements.notify('gateOpened', { gate, trial }))
      }
    },
    async resumeGate(tx, gate) {
      const isResumed = await dropPause(tx, gate)
      if (isResumed) tx.afterCommit(() => announcements.notify('gateOpened', { gate }))
      return isResumed
    },
    async endTrial(tx, gate, longMs) {
      const isForward = await endTrial(tx, gate, clock.now(), longMs)
      if (isForward) tx.afterCommit(() => announcements.notify('laneDue', { gate }))
      return isForward
    },
    async start(runners) {
      const { leaseMs = defaultWorkerSettings.leaseMs } = settings
      const ownKinds = Object.entries(runners).flatMap(([kind, runner]) => (isOwnWork(runner) ? kind : []))
      const lease = await openLease({ database, clock, log, leaseMs, ownKinds })
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
