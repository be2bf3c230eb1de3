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
const MOST_AT_ONCE = 256

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
  let writing = false
  const whenQuiet: (() => void)[] = []

  function schedule(): void {
    if (scheduled || writing || queue.length === 0) return
    scheduled = true
    if (gatherMs > 0 && queue.length < MOST_AT_ONCE && busy()) setTimeout(write, gatherMs)
    else setImmediate(write)
  }

  async function write(): Promise<void> {
    scheduled = false
    if (writing || queue.length === 0) return
    writing = true
    const me = worker()
    const batch = queue.slice(0, MOST_AT_ONCE)
    const failures: unknown[] = []
    try {
      const plain = batch.filter(({ also }) => also === undefined)
      if (plain.length > 0)
        answer(
          plain,
          await engine.settle(
            database,
            me,
            clock.now(),
            plain.map(({ settling }) => settling),
          ),
        )
    } catch (error) {
      failures.push(error)
    }
    for (const one of batch) {
      // Each for itself: one that cannot be written must not keep the others waiting.
      try {
        if (one.also) answer([one], await engine.settle(database, me, clock.now(), [one.settling], one.also))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) {
      log.warn(
        { err: failures[0], failures: failures.length },
        'outcomes could not be written; they are tried again',
      )
      await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve))
    }
    writing = false
    if (queue.length > 0) schedule()
    else for (const resolve of whenQuiet.splice(0)) resolve()
  }

  function answer(written: readonly Pending[], settled: Settled): void {
    const done = new Set(written)
    // What came in meanwhile stays; a drop in between has already emptied the queue.
    queue = queue.filter((pending) => !done.has(pending))
    for (const { settling, written: report, refused } of written) {
      const readyAt = settled.get(settling.laneId)
      if (readyAt === undefined) refused()
      else report(readyAt)
    }
  }

  return {
    add(pending) {
      queue.push(pending)
      schedule()
    },
    quiet: () =>
      queue.length === 0 && !writing ? Promise.resolve() : new Promise((resolve) => whenQuiet.push(resolve)),
    drop() {
      queue = []
      if (!writing) for (const resolve of whenQuiet.splice(0)) resolve()
    },
    size: () => queue.length,
  }
}
