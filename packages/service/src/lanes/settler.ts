/**
 * Writes the outcomes of runs. Plain outcomes share a transaction: outcomes that arrive while one is being written wait for the
 * next. An outcome with its own write (`writeWithOutcome`) has its own transaction.
 *
 * Outcomes are retried only here. A failed transaction is repeated until the lease is over; if it was committed and only the
 * response was lost, `writeWithOutcome` is not repeated with it. If `writeWithOutcome` fails again and again, the result of
 * `ifUnwritable` is written instead; if that fails too, or there is none, the item is dead without any such write, and its lane
 * goes on.
 */
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { isDatabaseAway, writeRefusal } from '../platform/database/trouble.ts'
import { sleep } from '../platform/within-time.ts'
import type { ClaimedItem, ClaimedLane, Concluded, RunResult, Settling } from './lane.ts'
import { findItem, type LaneEngine, type Settled } from './store.ts'

export interface Pending {
  readonly lane: ClaimedLane
  /** The worker id under which it ran. */
  readonly worker: string
  readonly settling: Settling
  /** Absent if a lane is only released. */
  readonly result?: Pick<RunResult, 'writeWithOutcome' | 'ifUnwritable'>
}

const RETRY_MS = 250
/** How often `writeWithOutcome` is tried, for at least 15 s. */
const WRITE_TRIES = 60
/** Outcomes in one transaction; writing them holds up the event loop for about a millisecond on the embedded engine. */
const MOST_TOGETHER = 128

type Queue = ReturnType<typeof createQueue>

const createQueue = (writesAtOnce: number, together: number) => ({
  waiting: [] as Pending[],
  /** The number of transactions under way. */
  writing: 0,
  writesAtOnce,
  together,
})

export function createSettler(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    engine: LaneEngine
    /** Called when the outcome is written; `readyAt` is the time of a released lane. */
    written: (pending: Pending, readyAt: number | null) => void
    /** Called when the worker no longer had the right to write the outcome. */
    refused: (pending: Pending) => void
    /** Called after `written` or `refused` was called for all outcomes of one transaction. */
    done: () => void
  },
) {
  const { database, engine, clock, log } = options
  const shared = createQueue(1, MOST_TOGETHER)
  const separate = createQueue(engine.separateWritesAtOnce, 1)
  const queues = [shared, separate]
  let unwritten = 0
  let drops = 0
  const writeFailures = new WeakMap<Pending, number>()
  /** Outcomes whose transaction has failed, or seemed to. */
  const repeated = new WeakSet<Pending>()
  const whenQuiet: (() => void)[] = []

  const isQuiet = () => queues.every(({ waiting, writing }) => waiting.length + writing === 0)

  function writeWaiting(): void {
    for (const each of queues)
      while (each.waiting.length > 0 && each.writing < each.writesAtOnce) void write(each)
    if (isQuiet()) for (const resolve of whenQuiet.splice(0)) resolve()
  }

  async function write(from: Queue): Promise<void> {
    // No two batches contain the same lane: the next outcome of a lane comes only after this one was written.
    const batch = from.waiting.splice(0, from.together)
    from.writing++
    unwritten += batch.length
    const dropsBefore = drops
    const left = await settle(batch)
    if (left.length > 0) {
      await sleep(clock, RETRY_MS)
      if (drops === dropsBefore) from.waiting.unshift(...left)
    }
    unwritten -= batch.length
    from.writing--
    writeWaiting()
  }

  /** Returns the outcomes to be tried again. */
  async function settle(batch: readonly Pending[]): Promise<readonly Pending[]> {
    const settlings = batch.map(({ settling }) => settling)
    const first = batch[0] as Pending
    let settled: Settled
    try {
      const ownWrite = await ownWriteOf(first)
      // All outcomes of a batch ran under the same worker id, because `drop` forgets those of a lost lease.
      settled = await engine.settle(database, first.worker, clock.now(), settlings, ownWrite)
    } catch (error) {
      repeated.add(first)
      log.warn({ err: error, outcomes: batch.length }, 'outcomes could not be written; they are tried again')
      return (writeFailures.get(first) ?? 0) < WRITE_TRIES ? batch : [await replaced(first, error)]
    }
    for (const pending of batch) {
      const readyAt = settled.get(pending.settling.laneId)
      if (readyAt === undefined) options.refused(pending)
      else options.written(pending, readyAt)
    }
    options.done()
    return []
  }

  /** Undefined if the outcome has no write of its own, or an earlier try has committed it. */
  async function ownWriteOf(pending: Pending): Promise<((tx: Tx) => Promise<void>) | undefined> {
    const { settling, result } = pending
    const { writeWithOutcome } = result ?? {}
    if (!writeWithOutcome) return undefined
    if (repeated.has(pending) && settling.item) {
      const item = await findItem(database, settling.item.id)
      if (item?.state !== 'pending') return undefined
    }
    return (tx) => countFailure(pending, writeWithOutcome(tx))
  }

  async function countFailure(pending: Pending, writing: Promise<void>): Promise<void> {
    try {
      await writing
    } catch (error) {
      // A database that is away or takes no writes says nothing about this write, which waits for it.
      if (!isDatabaseAway(error) && !writeRefusal(error))
        writeFailures.set(pending, (writeFailures.get(pending) ?? 0) + 1)
      throw error
    }
  }

  /** Returns the outcome to write instead of one whose own write never succeeds. */
  async function replaced(pending: Pending, reason: unknown): Promise<Pending> {
    const { lane, settling, result } = pending
    const about = { err: reason, lane: lane.uid, item: settling.item?.id }
    try {
      const other = await result?.ifUnwritable?.(`The outcome could not be written: ${String(reason)}`)
      if (other && other.outcome.kind !== 'putBack') {
        log.error(about, 'an outcome cannot be written; another outcome is written instead')
        return { ...pending, settling: settlingOf(lane, other.outcome, clock.now(), false), result: other }
      }
    } catch (error) {
      log.error({ err: error, lane: lane.uid }, 'an item could not be given up properly')
    }
    log.error(about, 'an item is given up: its outcome cannot be written')
    const error = `Its outcome could not be written: ${reason instanceof Error ? reason.message : String(reason)}`
    const report = settling.item?.report ?? null
    const dead = settlingOf(lane, { kind: 'dead', report, error, costsTry: true }, clock.now(), false)
    return { lane, worker: pending.worker, settling: dead }
  }

  return {
    add(pending: Pending) {
      const into = pending.result?.writeWithOutcome ? separate : shared
      into.waiting.push(pending)
      writeWaiting()
    },
    /** Resolves when everything added so far was written or refused. */
    quiet: () => (isQuiet() ? Promise.resolve() : new Promise<void>((resolve) => whenQuiet.push(resolve))),
    /** Must be called when the lease is lost: forgets unwritten outcomes. */
    drop() {
      drops++
      for (const each of queues) each.waiting = []
      writeWaiting()
    },
    size: () => queues.reduce((sum, { waiting }) => sum + waiting.length, unwritten),
  }
}

/** When its head is settled, a lane goes on with its next loaded item; otherwise, or without one, it is released. */
export function settlingOf(lane: ClaimedLane, outcome: Concluded, now: number, stopping: boolean): Settling {
  const item = lane.items[0] as ClaimedItem
  const goesOn = outcome.kind !== 'retry' && lane.items.length > 1 && !stopping
  const release = goesOn ? null : releaseAfter(outcome, item, now)
  return { laneId: lane.id, claim: lane.claim, item: itemAfter(outcome, item, now), release }
}

/** Releases the lane unchanged. */
export function putBackOf(lane: ClaimedLane, { seq, triesUsed }: ClaimedItem): Settling {
  const release = { headSeq: seq, readyAt: null, retrying: triesUsed > 0 ? 1 : 0, waitAsked: 0 } as const
  return { laneId: lane.id, claim: lane.claim, item: null, release }
}

function itemAfter(outcome: Concluded, item: ClaimedItem, at: number): NonNullable<Settling['item']> {
  const { kind, report } = outcome
  return {
    id: item.id,
    state: kind === 'retry' ? 'pending' : kind,
    triesUsed: item.triesUsed + (kind === 'done' || outcome.costsTry ? 1 : 0),
    // A run without a report ended before its attempt.
    runs: item.runs + (report === null ? 0 : 1),
    at,
    diedAt: kind === 'dead' ? at : null,
    lastError: kind === 'done' ? (outcome.note ?? null) : outcome.error,
    report,
  }
}

function releaseAfter(outcome: Concluded, item: ClaimedItem, now: number): NonNullable<Settling['release']> {
  if (outcome.kind === 'retry')
    return { headSeq: item.seq, readyAt: now + outcome.waitMs, retrying: 1, waitAsked: outcome.asked ? 1 : 0 }
  return { headSeq: item.seq + 1, readyAt: null, retrying: 0, waitAsked: 0 }
}
