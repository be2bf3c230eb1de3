/**
 * Writes the outcomes of runs, many in one transaction. Each lane goes on only after its outcome is durable. When the
 * database does not take them, they are kept and tried again until the lease is over.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import type { LaneEngine, Settled, Settling } from './store.ts'

export interface Pending {
  readonly settling: Settling
  readonly also?: ((tx: Tx) => Promise<void>) | undefined
  /** `readyAt` is the lane's time when it was let go; called only when the outcome was written. */
  readonly written: (readyAt: number | null) => void
  /** The worker no longer had the right to write it. */
  readonly refused: () => void
}

export interface Settler {
  add(pending: Pending): void
  /** Resolves when everything added so far was written or refused. */
  quiet(): Promise<void>
  /** Forgets what was not written: the lease is lost. */
  drop(): void
  readonly size: () => number
}

const RETRY_MS = 250
/** Few enough that writing them holds the embedded engine for no longer than about a millisecond. */
const MOST_AT_ONCE = 128

export function createSettler(options: {
  database: Database
  engine: LaneEngine
  clock: Clock
  log: Log
  worker: () => string
  /** While much is under way, waits this long for company before writing. */
  gatherMs: number
  busy: () => boolean
}): Settler {
  const { database, engine, clock, log, worker, gatherMs, busy } = options
  let queue: Pending[] = []
  let scheduled = false
  let writing = 0
  let unwritten = 0
  let drops = 0
  const whenQuiet: (() => void)[] = []

  function schedule(): void {
    if (scheduled || writing >= engine.settlesAtOnce || queue.length === 0) return
    scheduled = true
    if (gatherMs > 0 && queue.length < MOST_AT_ONCE && busy()) setTimeout(write, gatherMs)
    else setImmediate(write)
  }

  async function write(): Promise<void> {
    scheduled = false
    // No two batches hold the same lane: a lane's next outcome comes only after this one was written.
    const batch = queue.splice(0, MOST_AT_ONCE)
    if (batch.length === 0) return
    writing++
    unwritten += batch.length
    const dropsBefore = drops
    schedule()
    // Under the name they came with: a lease lost meanwhile must not be mistaken for the one after it.
    const failed = await settleAll(worker(), batch)
    unwritten -= batch.length
    if (failed.length > 0) {
      await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve))
      if (drops === dropsBefore) queue.unshift(...failed)
    }
    writing--
    if (queue.length > 0) schedule()
    else if (writing === 0) for (const resolve of whenQuiet.splice(0)) resolve()
  }

  /** Answers those that could not be written. */
  async function settleAll(me: string, batch: readonly Pending[]): Promise<Pending[]> {
    const plain = batch.filter(({ also }) => also === undefined)
    const failed = plain.length > 0 ? await settleSome(me, plain) : []
    // Each for itself: one that cannot be written must not keep the others waiting.
    for (const one of batch) if (one.also) failed.push(...(await settleSome(me, [one], one.also)))
    return failed
  }

  async function settleSome(
    me: string,
    some: readonly Pending[],
    also?: Pending['also'],
  ): Promise<Pending[]> {
    const settlings = some.map(({ settling }) => settling)
    let settled: Settled
    try {
      settled = await engine.settle(database, me, clock.now(), settlings, also)
    } catch (error) {
      log.warn({ err: error, outcomes: some.length }, 'outcomes could not be written; they are tried again')
      return [...some]
    }
    for (const { settling, written, refused } of some) {
      const readyAt = settled.get(settling.laneId)
      if (readyAt === undefined) refused()
      else written(readyAt)
    }
    return []
  }

  return {
    add(pending) {
      queue.push(pending)
      schedule()
    },
    quiet: () =>
      queue.length === 0 && writing === 0
        ? Promise.resolve()
        : new Promise((resolve) => whenQuiet.push(resolve)),
    drop() {
      drops++
      queue = []
      if (writing === 0) for (const resolve of whenQuiet.splice(0)) resolve()
    },
    size: () => queue.length + unwritten,
  }
}
