/**
 * The worker: claims lanes, runs their heads, and sees that every outcome is written before a lane goes on. The rules it
 * follows are at the top of `lane.ts`.
 */
import { runAs } from '../platform/activity.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import { createAmends } from './amends.ts'
import {
  activityOf,
  type ClaimedLane,
  type LaneItem,
  type NewItem,
  type Runners,
  type RunResult,
} from './lane.ts'
import type { LeaseKeeper } from './lease.ts'
import { putBackOf, settlingOf } from './outcome.ts'
import { createSettler, type Pending } from './settler.ts'
import { type LaneEngine, refreshHead, type Settling, type Taker, waitingGates } from './store.ts'
import { createSuspects, type Started } from './suspects.ts'
import { createTakings } from './takings.ts'
import { createTurns, type Gate } from './turns.ts'
import { defaultWorkerSettings, type WorkerSettings } from './worker-settings.ts'

export interface Worker {
  /** Who would run this item at once, were its lane at rest; undefined when others come first or nothing may start. */
  taker(item: NewItem): Taker | undefined
  /** How that ended: with a lane, which is the worker's from now on, or without. */
  taken(taker: Taker, lane: ClaimedLane | undefined): void
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
/** With so many lanes ready to run, those whose outcome waits to be written are not missed. */
const DEEP_READY = 32
/**
 * What is started in one turn of the event loop, so that the turn is short and whoever else wants something is heard soon. A
 * gate not known to answer counts for several: it may need connections opened.
 */
const STARTS_PER_TURN = 16
const UNPROVEN_COST = 8
const LEAST_LANES_PER_CLAIM = 4
const INTERNAL_RETRY_MS = 30_000
/** What is left after a stop's grace for the last outcomes to be written. */
const WRITE_GRACE_MS = 500

export function startWorker(options: {
  database: Database
  engine: LaneEngine
  clock: Clock
  log: Log
  lease: LeaseKeeper
  runners: Runners
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
    gatherMs: () => {
      if (turns.waiting() > 0 && turns.holdMs() > 0) return settings.gatherMs
      if (turns.running() < BUSY_RUNS) return 0
      return turns.waiting() < DEEP_READY ? settings.gatherMs : 4 * settings.gatherMs
    },
    patientMs: settings.patientMs,
    written: goOn,
    refused({ lane, settling }) {
      suspects.over(lane)
      log.warn(
        { lane: lane.uid, item: settling.item?.id },
        'an outcome was not written: the lane is no longer ours',
      )
    },
    told: () => pump(),
  })
  const suspects = createSuspects({
    database,
    clock,
    log,
    worker: () => lease.current().worker,
    failedInside,
  })
  const takings = createTakings(clock)
  const amends = createAmends(database, log)
  const abort = new AbortController()
  const context = { signal: abort.signal }
  let stopping = false
  let claims = 0
  let claimNumber = 0
  let startsLeft = STARTS_PER_TURN
  let isWaiting = false
  /** One at a time. */
  let renewal: Promise<void> | undefined
  let wakeTimer = () => {}
  let wakeTime = Number.POSITIVE_INFINITY

  function pump(): void {
    if (stopping) return
    startSome()
    if (turns.waitMs() > 0) goOnLater()
    if (claims >= CLAIMS_AT_ONCE) return
    for (const gate of turns.hungry()) {
      // Those not known to answer come last and one by one: however many there are, they delay the others little.
      const most = gate.proven || gate.awaited ? CLAIMS_AT_ONCE : 1
      if (claims >= most || turns.waiting() + turns.running() >= MOST_CLAIMED) return
      void claim(gate)
    }
    if (claims === 0 && turns.waiting() === 0) settler.hurry()
  }

  function startSome(): void {
    const { worker, until } = lease.current()
    const now = clock.now()
    if (now + settings.runLimitMs >= until) {
      // Over before its time: the clock was set forward, or this process slept. The next renewal may be far.
      if (now >= until) void renewOnce()
      return
    }
    while (startsLeft > 0) {
      const lane = turns.next()
      if (!lane) return
      if (startsLeft === STARTS_PER_TURN) setImmediate(nextTurn)
      startsLeft -= turns.isProven(lane.gate) ? 1 : UNPROVEN_COST
      start(lane, worker)
    }
  }

  /** For what may not start yet: nobody else may say when it can. */
  function goOnLater(): void {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      pump()
    }, turns.waitMs())
  }

  function nextTurn(): void {
    const wasSpent = startsLeft <= 0
    startsLeft = STARTS_PER_TURN
    if (wasSpent) pump()
  }

  async function claim(gate: Gate): Promise<void> {
    gate.claiming = true
    claims++
    const { worker } = lease.current()
    // Lanes that were never tried go first; every fourth claim goes to those being retried.
    const first = ++gate.claims % 4 === 0 ? 1 : 0
    const wanted = Math.min(
      settings.lanesPerClaim,
      Math.max(1, turns.room(gate) * 2 - gate.ready.length),
      Math.max(LEAST_LANES_PER_CLAIM, Math.floor(engine.itemsPerClaim / gate.depth)),
    )
    // A number of its own for each: what the first took may run while the second fails and is given back.
    let number = 0
    const claimSome = async (retrying: 0 | 1, lanes: number): Promise<number> => {
      number = ++claimNumber
      const taken = await engine.claim(database, {
        worker,
        claim: number,
        gate: gate.name,
        now: clock.now(),
        itemsPerLane: engine.itemsPerLane,
        retrying,
        lanes,
      })
      if (worker !== lease.current().worker || taken.length === 0) return taken.length
      gate.depth = taken.reduce((sum, { items }) => sum + items.length, 1) / taken.length
      for (const lane of taken) take(lane)
      return taken.length
    }
    try {
      gate.more = false
      gate.awaited = false
      const found = await claimSome(first, wanted)
      const isAll = found === wanted
      // What was found need not wait for the rest.
      if (found > 0 && !isAll) pump()
      const rest = isAll ? 0 : await claimSome(first === 1 ? 0 : 1, wanted - found)
      if (found + rest === wanted) gate.more = true
    } catch (error) {
      log.warn({ err: error, gate: gate.name }, 'lanes could not be claimed; the next poll tries again')
      // It may have been written all the same, and then nobody would ever let these lanes go.
      amends.giveBackClaim({ worker, claim: number })
    } finally {
      claims--
      gate.claiming = false
      // It may be hungry again.
      turns.gate(gate.name)
      pump()
    }
  }

  function take(lane: ClaimedLane): void {
    const { worker } = lease.current()
    if (lane.items.length > 0) offer(lane)
    else void amends.now(() => database.transaction((tx) => refreshHead(tx, worker, lane, clock.now())))
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

  function start(lane: ClaimedLane, worker: string): void {
    const item = lane.items[0] as LaneItem
    const startedAt = clock.now()
    run({ lane, item, worker }).then(
      (result) => finish(lane, worker, startedAt, result),
      (error: unknown) => finish(lane, worker, startedAt, failedInside(lane, item, error)),
    )
  }

  function run(started: Started): Promise<RunResult> {
    const { lane, item } = started
    const runner = runners[item.kind]
    if (!runner) return Promise.reject(new Error(`Nothing here runs items of kind ${item.kind}.`))
    try {
      return runAs(activityOf(lane, item), () =>
        typeof runner === 'function' ? runner(lane, item, context) : suspects.run(started, runner, context),
      )
    } catch (error) {
      return Promise.reject(error)
    }
  }

  function failedInside(lane: ClaimedLane, item: LaneItem, error: unknown): RunResult {
    log.error({ err: error, kind: item.kind, lane: lane.uid }, 'a run failed inside; it is tried again later')
    const again = {
      atMs: clock.now() + INTERNAL_RETRY_MS,
      error: 'Internal error; see the log.',
      // The fault is ours, so it costs no try.
      counted: false,
    }
    return { outcome: { kind: 'retry', report: null, ...again }, health: 'unknown' }
  }

  function finish(lane: ClaimedLane, worker: string, startedAt: number, result: RunResult): void {
    turns.finished(lane, result.health, clock.now() - startedAt)
    // A lease lost meanwhile means somebody else may run this item already.
    if (worker === lease.current().worker) conclude(lane, result)
    pump()
  }

  function conclude(lane: ClaimedLane, result: RunResult): void {
    const { outcome } = result
    if (outcome.kind === 'unstarted') putBack(lane)
    else settle(lane, settlingOf(lane, outcome, clock.now(), stopping), result)
  }

  function settle(lane: ClaimedLane, settling: Settling, result?: RunResult): void {
    const { worker } = lease.current()
    const isPatient = turns.isDeepInCompany(lane.gate)
    settler.add({ lane, worker, settling, also: result?.also, durability: result?.durability, isPatient })
  }

  /** Its outcome is written: the lane goes on with its next item, or was let go. */
  function goOn({ lane, worker, settling }: Pending, readyAt: number | null): void {
    suspects.over(lane)
    if (worker !== lease.current().worker) return
    if (settling.release === null) {
      lane.items.shift()
      offer(lane)
    } else if (readyAt !== null) wakeAt(lane.gate, readyAt)
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
    for (const taking of takings.unheard()) amends.giveBackTaking(taking)
    await amends.poll()
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
        suspects.drop()
        takings.clear()
        amends.clear()
      })
    } catch (error) {
      log.warn({ err: error }, 'the lease on lanes could not be renewed; it is tried again')
      return
    }
    pump()
  }

  function renewOnce(): Promise<void> {
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  function every(delayMs: number, fn: () => Promise<void>): () => void {
    let cancel = () => {}
    const again = () => {
      cancel = clock.after(delayMs, () => void fn().finally(() => !stopping && again()))
    }
    again()
    return () => cancel()
  }
  const timers = [every(settings.pollMs, poll), every(Math.floor(settings.leaseMs / 3), renewOnce)]
  void poll()

  return {
    taker({ lane, gate: name }) {
      const { worker, until } = lease.current()
      if (stopping || clock.now() + settings.runLimitMs >= until) return undefined
      const gate = turns.gate(name)
      const isFree = gate.ready.length === 0 && gate.running < gate.window
      if (!isFree || gate.more || gate.claiming) return undefined
      turns.expect(++claimNumber, gate)
      return takings.offer(worker, claimNumber, lane)
    },
    taken(taker, lane) {
      const isHeard = takings.ended(taker.claim)
      if (!lane || taker.worker !== lease.current().worker) return turns.callOff(taker.claim)
      // Given up meanwhile, it may already be somebody else's; putting it back asks for that.
      if (isHeard) offer(lane)
      else putBack(lane)
      pump()
    },
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
      suspects.stop()
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
