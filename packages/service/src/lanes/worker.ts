/**
 * The worker: claims lanes, runs their heads, and lets a lane go on only after the outcome is written. It follows the rules at
 * the top of `lanes.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { runAs } from '../platform/activity.ts'
import { startBackground } from '../platform/background.ts'
import type { Core } from '../platform/core.ts'
import { isDatabaseAway } from '../platform/database/trouble.ts'
import { startSlices } from '../platform/time-slices.ts'
import { orLate } from '../platform/within-time.ts'
import { createClaimer } from './claimer.ts'
import {
  activityOf,
  type ClaimedItem,
  type ClaimedLane,
  isOwnWork,
  itemId,
  type LaneItem,
  type Runners,
  type RunResult,
} from './lane.ts'
import type { LeaseKeeper } from './lease.ts'
import { createOwnWorkRunner } from './own-work.ts'
import { createScheduler, type Limits } from './scheduler.ts'
import { createSettler, type Pending, putBackOf, settlingOf } from './settler.ts'
import { type LaneEngine, readBody, waitingGates } from './store.ts'

export interface WorkerSettings extends Limits {
  /** The longest time of a delivery. Nothing is started when less of the lease is left. */
  readonly runLimitMs: number
  readonly leaseMs: number
  readonly pollMs: number
}

export const defaultWorkerSettings: WorkerSettings = {
  slots: 2000,
  windowStart: 2,
  windowMost: 64,
  fixedWindows: {},
  runLimitMs: 12_000,
  leaseMs: 30_000,
  pollMs: 1000,
}

export type Worker = ReturnType<typeof startWorker>

const INTERNAL_RETRY_MS = 30_000
/** The wait after a run for which the database was away: its outcome is written only when the database is back. */
const AWAY_RETRY_MS = 1000
/** The limit of runs started in one tick of the event loop, so that requests are served in between. */
const STARTS_PER_TICK = 8
/** How often a stop checks whether all runs have ended. */
const STOP_LOOK_MS = 10
/** The time to write the last outcomes after the grace period of a stop. */
const WRITE_GRACE_MS = 500

export function startWorker(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    engine: LaneEngine
    lease: LeaseKeeper
    runners: Runners
    settings?: Partial<WorkerSettings>
  },
) {
  const { database, clock, log, lease, runners } = options
  const settings = { ...defaultWorkerSettings, ...options.settings }
  const scheduler = createScheduler(settings)
  const workerId = () => lease.current().worker
  const settler = createSettler({
    ...options,
    written: continueLane,
    refused({ lane, settling }) {
      ownWork.settled(lane)
      log.warn(
        { lane: lane.uid, item: settling.item?.id },
        'an outcome was not written: the lane is no longer ours',
      )
    },
    done: startAndClaim,
  })
  const ownWork = createOwnWorkRunner({ ...options, worker: workerId, failedInternally })
  const claimer = createClaimer({ ...options, scheduler, claimed: addReady, done: startAndClaim })
  const abort = new AbortController()
  const context = { signal: abort.signal, now: () => clock.now() }
  let isStopping = false
  let startsLeft = STARTS_PER_TICK
  /** The renewal under way. */
  let renewal: Promise<void> | undefined
  let cancelWake = () => {}
  let wakeAtMs = Number.POSITIVE_INFINITY

  function startAndClaim(): void {
    if (isStopping) return
    startReady()
    claimer.claimMore()
  }

  function startReady(): void {
    const { worker, until } = lease.current()
    const now = clock.now()
    if (now + settings.runLimitMs >= until) {
      // The lease ended unexpectedly: the clock was set forward, or this process slept. The next regular renewal may be far off.
      if (now >= until) void renewOnce()
      return
    }
    while (startsLeft > 0) {
      const lane = scheduler.startNext()
      if (!lane) return
      if (startsLeft-- === STARTS_PER_TICK) setImmediate(nextTick)
      start(lane, worker)
    }
  }

  function nextTick(): void {
    const wereSpent = startsLeft === 0
    startsLeft = STARTS_PER_TICK
    if (wereSpent) startAndClaim()
  }

  function addReady(lane: ClaimedLane): void {
    if (isStopping) putBack(lane)
    else scheduler.addReady(lane)
  }

  function putBack(lane: ClaimedLane): void {
    const head = lane.items[0]
    if (head) settler.add({ lane, worker: workerId(), settling: putBackOf(lane, head) })
  }

  function start(lane: ClaimedLane, worker: string): void {
    const item = lane.items[0] as ClaimedItem
    run(lane, item, worker).then(
      (result) => finish(lane, worker, result),
      (error: unknown) => finish(lane, worker, failedInternally(lane, item, error)),
    )
  }

  async function run(lane: ClaimedLane, claimed: ClaimedItem, worker: string): Promise<RunResult> {
    const runner = runners[claimed.kind]
    if (!runner) throw new Error(`There is no runner for items of kind ${claimed.kind}.`)
    const isOwn = isOwnWork(runner)
    return runAs(activityOf(lane, claimed, isOwn), async () => {
      const item = await withBody(claimed, isOwn)
      return isOwn ? ownWork.run({ lane, item, worker }, runner, context) : runner(lane, item, context)
    })
  }

  async function withBody({ body, ...item }: ClaimedItem, isParsed: boolean): Promise<LaneItem> {
    if (body !== null) return { ...item, body }
    // To parse a long body takes milliseconds, so the runs with such bodies start one by one.
    if (isParsed) await startSlices().pause()
    return { ...item, body: await readBody(database, item.id) }
  }

  function failedInternally(lane: ClaimedLane, { kind }: Pick<LaneItem, 'kind'>, error: unknown): RunResult {
    log.error(
      { err: error, kind, lane: lane.uid },
      'a run failed with an internal error; it is tried again later',
    )
    const again = {
      waitMs: isDatabaseAway(error) ? AWAY_RETRY_MS : INTERNAL_RETRY_MS,
      error: 'Internal error; see the log.',
      costsTry: false,
    }
    return { outcome: { kind: 'retry', report: null, ...again }, health: 'unknown' }
  }

  function finish(lane: ClaimedLane, ranUnder: string, result: RunResult): void {
    scheduler.finished(lane, result.health)
    // If the lease was lost during the run, another worker may already run this item.
    if (ranUnder === workerId()) conclude(lane, ranUnder, result)
    startAndClaim()
  }

  function conclude(lane: ClaimedLane, ranUnder: string, result: RunResult): void {
    const { outcome } = result
    if (outcome.kind === 'putBack') putBack(lane)
    else {
      const settling = settlingOf(lane, outcome, clock.now(), isStopping)
      settler.add({ lane, worker: ranUnder, settling, result })
    }
  }

  /** Called when an outcome is written: the lane goes on with its next item, or was released. */
  function continueLane({ lane, worker: ranUnder, settling }: Pending, readyAt: number | null): void {
    ownWork.settled(lane)
    announceOutcome(lane, settling)
    if (ranUnder !== workerId()) return
    // An unreleased lane stays with this worker, which runs the next item.
    if (settling.release === null) {
      lane.items.shift()
      addReady(lane)
    } else if (readyAt !== null) wakeAt(lane.gate, readyAt)
  }

  function announceOutcome(
    { tenant, subject, uid, items: [head] }: ClaimedLane,
    { item }: Pending['settling'],
  ): void {
    if (!head || !item) return
    const id = itemId(uid, head.seq)
    database.announcements.notifyHere('laneItem', { kind: head.kind, tenant, subject, id, state: item.state })
  }

  function wakeAt(gate: string, readyAt: number): void {
    const now = clock.now()
    if (readyAt <= now) scheduler.noteDue(gate)
    else if (readyAt < wakeAtMs) {
      cancelWake()
      wakeAtMs = readyAt
      cancelWake = clock.after(readyAt - now, () => {
        wakeAtMs = Number.POSITIVE_INFINITY
        void poll()
      })
    }
  }

  async function poll(): Promise<void> {
    if (isStopping) return
    await claimer.repeatReleases()
    try {
      for (const { gate, ready_at } of await waitingGates(database)) wakeAt(gate, ready_at)
    } catch (error) {
      log.warn({ err: error }, 'the lanes could not be polled; the next poll tries again')
    }
    startAndClaim()
  }

  async function renew(): Promise<void> {
    if (isStopping) return
    try {
      await lease.keep(() => {
        scheduler.withdrawAll()
        settler.drop()
        ownWork.drop()
        claimer.drop()
      })
    } catch (error) {
      log.warn({ err: error }, 'the lease on lanes could not be renewed; it is tried again')
      return
    }
    startAndClaim()
  }

  function renewOnce(): Promise<void> {
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  const every = (name: string, everyMs: number, run: () => Promise<void>) =>
    startBackground({ name, everyMs, clock, log, run })
  const background = [
    every('poll lanes', settings.pollMs, poll),
    every('renew the lease on lanes', Math.floor(settings.leaseMs / 3), renewOnce),
  ]
  void poll()

  return {
    /**
     * Must be called when there may be due lanes behind a gate: an item was added, or the gate was opened. Runs outside of the
     * activity that added the item: the worker works for all.
     */
    wake: (gate: string) =>
      runAs(undefined, () => {
        scheduler.noteNew(gate)
        startAndClaim()
      }),
    /** Must be called when a gate was closed: puts its unstarted lanes back. */
    gateClosed: (gate: string) =>
      runAs(undefined, () => {
        for (const lane of scheduler.withdraw(gate)) putBack(lane)
      }),
    /** Starts nothing new, lets runs finish within `graceMs`, then aborts them; releases everything. */
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      cancelWake()
      // Not awaited: an unreachable database must not keep the service from stopping.
      for (const work of background) void work.stop()
      ownWork.stop()
      for (const lane of scheduler.withdrawAll()) putBack(lane)
      const deadline = performance.now() + graceMs
      while (scheduler.running() > 0) {
        if (performance.now() > deadline) abort.abort()
        await pause(STOP_LOOK_MS)
      }
      while (claimer.size() > 0) await pause(STOP_LOOK_MS)
      // An unreachable database must not keep the service from stopping; the lease then ends by itself.
      const leftMs = deadline + WRITE_GRACE_MS - performance.now()
      await orLate(Math.max(0, leftMs), settler.quiet(), 'not written in time').catch(() => {})
      await lease.end()
    },
    stats: () => ({ running: scheduler.running(), claimed: scheduler.ready(), unwritten: settler.size() }),
  }
}
