/**
 * The worker: claims lanes, runs their heads, and sees that every outcome is written before a lane goes on. The rules it
 * follows are at the top of `lane.ts`.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import type { ClaimedLane, LaneItem, Runner, RunResult } from './lane.ts'
import type { LeaseKeeper } from './lease.ts'
import { putBackOf, settlingOf } from './outcome.ts'
import { createSettler } from './settler.ts'
import { type LaneEngine, refreshHead, releaseClaim, type Settling, waitingGates } from './store.ts'
import { createTurns, type Gate } from './turns.ts'

export interface WorkerSettings {
  /** Runs at a time in this process. */
  readonly slots: number
  readonly windowStart: number
  /** Most runs at a time of one gate. */
  readonly windowMost: number
  /** Lanes taken by one claim: loading them holds the embedded engine, so not too many. */
  readonly lanesPerClaim: number
  /** Items loaded with a lane; after them it goes to the back of its gate. */
  readonly itemsPerLane: number
  /** No run takes longer; one is not started when less of the lease is left. */
  readonly runLimitMs: number
  readonly leaseMs: number
  readonly pollMs: number
  readonly gatherMs: number
}

export const defaultWorkerSettings: WorkerSettings = {
  slots: 2000,
  windowStart: 4,
  windowMost: 64,
  lanesPerClaim: 32,
  itemsPerLane: 20,
  runLimitMs: 12_000,
  leaseMs: 30_000,
  pollMs: 1000,
  gatherMs: 2,
}

export interface Worker {
  /** There may be due lanes behind this gate. */
  wake(gate: string): void
  /** The gate was closed: lanes of it that have not started are put back. */
  gateClosed(gate: string): void
  /** Starts nothing new, lets runs finish within `graceMs`, then aborts them; lets go of everything. */
  stop(graceMs: number): Promise<void>
  stats(): { running: number; claimed: number; unwritten: number }
}

const MOST_CLAIMED = 4000
const CLAIMS_AT_ONCE = 4
/** With fewer runs under way, waiting for company would only delay the next item of a lane. */
const BUSY_RUNS = 16
const INTERNAL_RETRY_MS = 30_000
/** How many polls in a row give back a claim whose answer was lost: the server may still have been at work on it. */
const GIVE_BACK_POLLS = 10
/** What is left after a stop's grace for the last outcomes to be written. */
const WRITE_GRACE_MS = 500

export function startWorker(options: {
  database: Database
  engine: LaneEngine
  clock: Clock
  log: Log
  lease: LeaseKeeper
  runners: Readonly<Record<string, Runner>>
  settings?: Partial<WorkerSettings>
}): Worker {
  const { database, engine, clock, log, lease, runners } = options
  const settings = { ...defaultWorkerSettings, ...options.settings }
  const turns = createTurns(settings)
  const settler = createSettler({
    database,
    engine,
    clock,
    log,
    worker: () => lease.current().worker,
    gatherMs: settings.gatherMs,
    busy: () => turns.running() >= BUSY_RUNS,
  })
  const abort = new AbortController()
  const context = { signal: abort.signal }
  let stopping = false
  let claims = 0
  /** What the database did not take or did not confirm, for the next poll to do again. */
  let amends: (() => Promise<void>)[] = []
  let claimNumber = 0
  let wakeTimer = () => {}
  let wakeTime = Number.POSITIVE_INFINITY

  function pump(): void {
    while (!stopping && clock.now() + settings.runLimitMs < lease.current().until) {
      const lane = turns.next()
      if (!lane) break
      void start(lane)
    }
    if (stopping || claims >= CLAIMS_AT_ONCE) return
    for (const gate of turns.hungry()) {
      if (claims >= CLAIMS_AT_ONCE || turns.waiting() + turns.running() >= MOST_CLAIMED) return
      void claim(gate)
    }
  }

  async function claim(gate: Gate): Promise<void> {
    gate.claiming = true
    claims++
    const { worker } = lease.current()
    const number = ++claimNumber
    // Lanes that were never tried go first; every fourth claim goes to those being retried.
    const first = ++gate.claims % 4 === 0 ? 1 : 0
    const wanted = Math.min(settings.lanesPerClaim, Math.max(1, gate.window * 2 - gate.ready.length))
    try {
      gate.more = false
      gate.awaited = false
      const request = {
        worker,
        claim: number,
        gate: gate.name,
        now: clock.now(),
        itemsPerLane: settings.itemsPerLane,
      }
      const lanes = await engine.claim(database, { ...request, retrying: first, lanes: wanted })
      if (lanes.length < wanted) {
        lanes.push(
          ...(await engine.claim(database, {
            ...request,
            retrying: first === 1 ? 0 : 1,
            lanes: wanted - lanes.length,
          })),
        )
      }
      if (lanes.length === wanted) turns.gate(gate.name).more = true
      if (worker !== lease.current().worker) return
      for (const lane of lanes) take(lane)
    } catch (error) {
      log.warn({ err: error, gate: gate.name }, 'lanes could not be claimed; the next poll tries again')
      // It may have been written all the same, and then nobody would ever let these lanes go.
      amends.push(() => giveBack(worker, number, GIVE_BACK_POLLS))
    } finally {
      claims--
      gate.claiming = false
      pump()
    }
  }

  async function giveBack(worker: string, number: number, times: number): Promise<void> {
    await database.transaction((tx) => releaseClaim(tx, worker, number))
    if (times > 1) amends.push(() => giveBack(worker, number, times - 1))
  }

  function take(lane: ClaimedLane): void {
    const { worker } = lease.current()
    if (lane.items.length > 0) offer(lane)
    else void amend(() => database.transaction((tx) => refreshHead(tx, worker, lane, clock.now())))
  }

  async function amend(fn: () => Promise<void>): Promise<void> {
    try {
      await fn()
    } catch (error) {
      log.warn({ err: error }, 'lanes could not be put back; the next poll tries again')
      amends.push(fn)
    }
  }

  /** Puts the lane into its gate's queue, unless its head is not due yet. */
  function offer(lane: ClaimedLane): void {
    const head = lane.items[0] as LaneItem
    if (stopping || head.dueAt > clock.now()) putBack(lane)
    else turns.offer(lane)
  }

  function putBack(lane: ClaimedLane): void {
    const head = lane.items[0]
    if (head) settle(lane, putBackOf(lane, head, clock.now()))
  }

  async function start(lane: ClaimedLane): Promise<void> {
    const { worker } = lease.current()
    const item = lane.items[0] as LaneItem
    const runner = runners[item.kind]
    let result: RunResult
    try {
      if (!runner) throw new Error(`Nothing here runs items of kind ${item.kind}.`)
      result = await runner(lane, item, context)
    } catch (error) {
      log.error(
        { err: error, kind: item.kind, lane: lane.uid },
        'a run failed inside; it is tried again later',
      )
      const again = {
        atMs: clock.now() + INTERNAL_RETRY_MS,
        error: 'Internal error; see the log.',
        // The fault is ours, so it costs no try.
        counted: false,
      }
      result = { outcome: { kind: 'retry', report: null, ...again }, health: 'unknown' }
    }
    turns.finished(lane, result.health)
    // A lease lost meanwhile means somebody else may run this item already.
    if (worker === lease.current().worker) conclude(lane, result)
    pump()
  }

  function conclude(lane: ClaimedLane, { outcome, also }: RunResult): void {
    if (outcome.kind === 'unstarted') putBack(lane)
    else settle(lane, settlingOf(lane, outcome, clock.now(), stopping), also)
  }

  function settle(lane: ClaimedLane, settling: Settling, also?: RunResult['also']): void {
    const { worker } = lease.current()
    settler.add({
      settling,
      also,
      written(readyAt) {
        if (worker !== lease.current().worker) return
        if (settling.release === null) {
          lane.items.shift()
          offer(lane)
        } else if (readyAt !== null) wakeAt(lane.gate, readyAt)
        pump()
      },
      refused: () =>
        log.warn(
          { lane: lane.uid, item: settling.item?.id },
          'an outcome was not written: the lane is no longer ours',
        ),
    })
  }

  function wakeAt(gate: string, readyAt: number): void {
    const now = clock.now()
    if (readyAt <= now) turns.gate(gate).more = true
    else if (readyAt < wakeTime) {
      wakeTimer()
      wakeTime = readyAt
      wakeTimer = clock.after(readyAt - now, () => {
        wakeTime = Number.POSITIVE_INFINITY
        void poll()
      })
    }
  }

  async function poll(): Promise<void> {
    if (stopping) return
    await Promise.all(amends.splice(0).map(amend))
    try {
      for (const { gate, ready_at } of await waitingGates(database)) wakeAt(gate, ready_at)
    } catch (error) {
      log.warn({ err: error }, 'the lanes could not be polled; the next poll tries again')
    }
    pump()
  }

  async function renew(): Promise<void> {
    if (stopping) return
    try {
      await lease.keep(() => {
        turns.withdrawAll()
        settler.drop()
        amends = []
      })
    } catch (error) {
      log.warn({ err: error }, 'the lease on lanes could not be renewed; it is tried again')
    }
    pump()
  }

  function every(delayMs: number, fn: () => Promise<void>): () => void {
    let cancel = () => {}
    const again = () => {
      cancel = clock.after(delayMs, () => void fn().finally(() => !stopping && again()))
    }
    again()
    return () => cancel()
  }
  const timers = [every(settings.pollMs, poll), every(Math.floor(settings.leaseMs / 3), renew)]
  void poll()

  return {
    wake(gate) {
      const woken = turns.gate(gate)
      woken.more = true
      woken.awaited = true
      pump()
    },
    gateClosed(gate) {
      for (const lane of turns.withdraw(gate)) putBack(lane)
    },
    async stop(graceMs) {
      stopping = true
      wakeTimer()
      for (const cancel of timers) cancel()
      for (const lane of turns.withdrawAll()) putBack(lane)
      const deadline = performance.now() + graceMs
      while (turns.running() > 0) {
        if (performance.now() > deadline) abort.abort()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      while (claims > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      // A database that is out of reach must not keep the service from stopping; the lease ends by itself then.
      await Promise.race([settler.quiet(), pauseUntil(deadline + WRITE_GRACE_MS)])
      await lease.end()
    },
    stats: () => ({ running: turns.running(), claimed: turns.waiting(), unwritten: settler.size() }),
  }
}

function pauseUntil(deadline: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, deadline - performance.now())).unref())
}
