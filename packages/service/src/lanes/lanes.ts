/**
 * Lanes: the one engine for work that is done later. A lane is an ordered list of durable items under one key, such as all
 * messages of one conversation to one endpoint. Its first unsettled item is its head. The rules:
 *
 * 1. An item is added inside the caller's transaction. It gets its number (`seq`) from the lane's row, which that transaction
 *    locks, so numbers follow the order of commits and have no gaps.
 * 2. A worker claims lanes whose head is due and that no worker holds, and loads their next few items with them.
 * 3. The next item of a lane starts after the head is settled (done or dead) and that is written. A transaction that adds an item
 *    waits for the disk. An outcome survives the end of the process, but the embedded engine makes it wait for the disk only if
 *    something else is written with it: a power cut may repeat the last items, in order, but loses none.
 * 4. A head that fails is tried again later. Until then its lane waits, but no other lane.
 * 5. A worker holds one lease, by database time, and renews it early. It starts nothing when less of the lease is left than a
 *    delivery may take; longer runs, such as turns, rely on the renewal. Every write of an outcome checks in the same
 *    transaction that the lease is valid. A reaper ends a worker's lease first and then frees its lanes. A worker that lost its
 *    lease (killed, frozen, cut off) writes nothing, and the heads of its lanes run elsewhere. So an item runs twice only if
 *    the outcome of its first run was lost.
 * 6. Lanes that depend on the same endpoint share a gate, and so do the turns of one agent. Lanes of a closed gate are not
 *    claimed, and claimed ones are put back: waiting costs no attempt. A gate that a probe opens is on trial: a few of its
 *    waiting lanes are due at once, the others keep their time until the gate has proved to work.
 * 7. Fairness has three rules. Gates are served in rotation: proven gates, whose last run was good, alternate with unproven ones.
 *    A gate has a window of runs, which grows with good outcomes and shrinks with bad ones. No tenant has more than half of the
 *    slots, nor have all unproven gates together. Only one unproven gate claims at a time, unless it has a new item. Within a
 *    gate, lanes whose head was never tried are claimed first, but every fourth claim prefers retries.
 * 8. Memory and announcements only save time: a poll finds due lanes even if every wake-up was lost.
 * 9. Items that run our own code (turns, conversions, embeddings) may crash the process. The claims show which lanes a crashed
 *    process held: the heads of these lanes are suspects, and each runs again with no other such item beside it. A crash during
 *    such a run is a strike, and so is being named by the watchdog; after three strikes the item is dead, and its lane goes on.
 *    A drain or a lost lease is no strike, and a delivery is never a suspect (`own-work.ts`).
 *
 * This file is the interface of lanes for the other slices: it adds items, closes and opens gates, and starts the worker
 * (`worker.ts`) with the runners of all slices.
 */
import { type Background, startBackground } from '../platform/background.ts'
import type { Config } from '../platform/config.ts'
import type { Core } from '../platform/core.ts'
import { createDatabaseClock } from '../platform/database/database-clock.ts'
import type { Tx } from '../platform/database/handle.ts'
import {
  type ClosedGate,
  dropPause,
  endTrial,
  findClosedGate,
  forgetChanges,
  goOnOpening,
  noteChange,
  openGate,
  openingsUnderWay,
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
  /** The item's id for other slices and callers; stable over retries. */
  readonly id: string
  readonly sequence: number
}

/** How many lanes of a gate on trial are tried first. */
const TRIAL_LANES = 5
/** How often openings are looked for that another process has left under way. */
const OPENINGS_POLL_MS = 60_000

export type Lanes = ReturnType<typeof createLanes>

/** Documents of one agent that are converted at a time. */
const CONVERSIONS_AT_ONCE = 4
/** Knowledge bases of all agents whose texts are with the embedding model at a time. */
const EMBEDDINGS_AT_ONCE = 2

/** The part of the lease that remains for writing the outcome of the longest run. */
const SPARE_MS = 2000

export function laneSettings(config: Config): Partial<WorkerSettings> {
  const runLimitMs = config.webhookTimeoutMs + SPARE_MS
  return {
    runLimitMs,
    leaseMs: Math.max(config.leaseMs, runLimitMs * 3),
    windowMost: config.webhookConcurrency,
    // These windows need not adapt, because no endpoint of a developer has to prove its capacity.
    fixedWindows: { turn: config.turnConcurrency, convert: CONVERSIONS_AT_ONCE, embed: EMBEDDINGS_AT_ONCE },
  }
}

export function createLanes(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    settings?: Partial<WorkerSettings>
  },
) {
  const { database, log, settings = {} } = options
  const clock = createDatabaseClock(database, options.clock)
  const engine = database.engine === 'sqlite' ? sqliteLanes : postgresLanes
  let worker: Worker | undefined
  let openings: Background | undefined
  const { announcements } = database

  const opened = (tx: Tx, gate: string, reason: string) =>
    noteChange(tx, { gate, at: clock.now(), state: 'open', reason })

  /** Brings the lanes of opened gates forward that were too many for one transaction. */
  async function goOnOpenings(stopped: () => boolean): Promise<void> {
    for (const opening of await openingsUnderWay(database)) {
      for (let isMore = true; isMore && !stopped(); ) {
        isMore = await database.transaction('lanes: go on opening', (tx) => goOnOpening(tx, opening))
        announcements.notify('laneDue', { gate: opening.gate })
      }
    }
  }

  return {
    /** Database time, by which items are due and leases end. The clock of this machine may differ. */
    clock,
    async add(tx: Tx, item: NewItem): Promise<Added> {
      const { laneUid, seq } = await engine.append(tx, item, clock.now())
      const { kind, tenant, subject, gate } = item
      const id = itemId(laneUid, seq)
      tx.afterCommit(() => {
        announcements.notify('laneDue', { gate })
        announcements.notifyHere('laneItem', { kind, tenant, subject, id, state: 'pending' })
      })
      return { id, sequence: seq }
    },
    /** Makes the present items of a lane due without waiting for their retry; later items are not affected. */
    async bringForward(tx: Tx, lane: string): Promise<void> {
      const gate = await bringForward(tx, lane, clock.now())
      if (gate !== undefined) tx.afterCommit(() => announcements.notify('laneDue', { gate }))
    },
    /** Closes a gate; every process puts its unstarted lanes back. */
    async closeGate(tx: Tx, gate: ClosedGate): Promise<void> {
      const { id, state, reason } = gate
      const isChanged = (await findClosedGate(tx, id))?.state !== state
      await putGate(tx, gate)
      if (isChanged) await noteChange(tx, { gate: id, at: clock.now(), state, reason })
      tx.afterCommit(() => announcements.notify('gateClosed', { gate: id, state }))
    },
    /**
     * Opens a closed gate. `by itself`: a probe of a parked gate succeeded; the gate is on trial, and a few of the lanes that wait
     * for a retry are due at once. `anew`: its settings changed; all lanes behind it are due at once, but a paused gate stays
     * closed. `removed`: like `anew`, also for a paused gate. Of very many lanes, most follow in later transactions.
     */
    async openGate(tx: Tx, gate: string, how: 'by itself' | 'anew' | 'removed'): Promise<void> {
      const known = await findClosedGate(tx, gate)
      if (how !== 'by itself') {
        if (how === 'anew' && known?.state === 'paused') return
        await openGate(tx, gate, clock.now())
        if (how === 'removed') await forgetChanges(tx, [gate])
        else if (known) await opened(tx, gate, 'Its settings were saved.')
        tx.afterCommit(() => announcements.notify('gateOpened', { gate }))
        tx.afterCommit(() => openings?.wake())
      } else if (known?.state === 'parked') {
        const trial = await openOnTrial(tx, gate, clock.now(), TRIAL_LANES)
        await opened(tx, gate, 'It answered a test request.')
        tx.afterCommit(() => announcements.notify('gateOpened', { gate, trial }))
      }
    },
    /** Opens a paused gate, each lane at its own time; returns false if the gate was not paused. */
    async resumeGate(tx: Tx, gate: string): Promise<boolean> {
      if (!(await dropPause(tx, gate))) return false
      await opened(tx, gate, 'It was resumed.')
      tx.afterCommit(() => announcements.notify('gateOpened', { gate }))
      return true
    },
    /** Ends the trial of a gate that works. After trouble of `longMs` the other lanes are brought forward; returns whether they were. */
    async endTrial(tx: Tx, gate: string, longMs: number): Promise<boolean> {
      const isForward = await endTrial(tx, gate, clock.now(), longMs)
      if (isForward) tx.afterCommit(() => announcements.notify('laneDue', { gate }))
      if (isForward) tx.afterCommit(() => openings?.wake())
      return isForward
    },
    async start(runners: Runners): Promise<void> {
      const { leaseMs = defaultWorkerSettings.leaseMs } = settings
      const ownKinds = Object.entries(runners).flatMap(([kind, runner]) => (isOwnWork(runner) ? kind : []))
      const lease = await openLease({ database, clock, log, leaseMs, ownKinds })
      worker = startWorker({ database, engine, clock, log, lease, runners, settings })
      // Subscribed last, so that other listeners have handled the opening of a gate before its lanes start.
      announcements.on('laneDue', ({ gate }) => worker?.wake(gate))
      announcements.on('gateClosed', ({ gate }) => worker?.gateClosed(gate))
      announcements.on('gateOpened', ({ gate }) => worker?.wake(gate))
      const everyMs = OPENINGS_POLL_MS
      openings = startBackground({ name: 'open gates', everyMs, clock, log, run: goOnOpenings })
      openings.wake()
    },
    async stop(graceMs: number): Promise<void> {
      await openings?.stop()
      openings = undefined
      await worker?.stop(graceMs)
      worker = undefined
    },
    stats: () => worker?.stats() ?? { running: 0, claimed: 0, unwritten: 0 },
  }
}
