/**
 * Writes the outcomes of runs. Plain ones share a transaction with many others, and those of a long queue beside which others
 * work wait for more of their kind: what they change lies side by side, so many together change few pages. One that brings a
 * write of its own (`also`), or must be on disk, gets a transaction to itself, and several of those are under way at a time.
 * Each lane goes on only after its outcome is durable. What the database does not take is kept and tried again until the lease
 * is over. When it is the outcome's own write that fails, time after time, the item is given up without it, so that its lane
 * can go on.
 */
import type { Clock } from '../platform/clock.ts'
import type { Database, Durability, Tx } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import type { ClaimedLane } from './lane.ts'
import { givenUpOf } from './outcome.ts'
import type { LaneEngine, Settled, Settling } from './store.ts'

export interface Pending {
  readonly lane: ClaimedLane
  /** The name under which it ran. */
  readonly worker: string
  readonly settling: Settling
  readonly also: ((tx: Tx) => Promise<void>) | undefined
  readonly durability: Durability | undefined
  /** Its gate has much else to run meanwhile, and somebody else needs the disk. */
  readonly isPatient?: boolean
}

export interface Settler {
  add(pending: Pending): void
  /** There is nothing left to run meanwhile: what waits for company is written. */
  hurry(): void
  /** Resolves when everything added so far was written or refused. */
  quiet(): Promise<void>
  /** Forgets what was not written: the lease is lost. */
  drop(): void
  readonly size: () => number
}

const RETRY_MS = 250
/** How often an outcome's own write is tried: for half a minute. A runner that knows something better to write does so sooner. */
const ALSO_TRIES = 120
/** Few enough that writing them holds the embedded engine for no longer than about a millisecond. */
const MOST_AT_ONCE = 128

/** Outcomes that wait for the same kind of writing. */
interface Queue {
  waiting: Pending[]
  /** Whether they wait for company, or are about to be written. */
  gathering: 'not' | 'waiting' | 'writing'
  timer: NodeJS.Timeout | undefined
  /** Transactions under way, and how many there may be. */
  writing: number
  readonly writesAtOnce: number
  /** Outcomes in one transaction at most. */
  readonly together: number
}

export function createSettler(options: {
  database: Database
  engine: LaneEngine
  clock: Clock
  log: Log
  worker: () => string
  /** How long to wait for company before writing; asked each time. */
  gatherMs: () => number
  /** How long those do that are patient, unless there are many or nothing else is left to run. */
  patientMs: number
  /** It is written; `readyAt` is the lane's time when it was let go. */
  written: (pending: Pending, readyAt: number | null) => void
  /** The worker no longer had the right to write it. */
  refused: (pending: Pending) => void
  /** All outcomes of one transaction were told. */
  told: () => void
}): Settler {
  const { database, engine, clock, log, worker, gatherMs, patientMs } = options
  const queue = (writesAtOnce: number, together: number): Queue => ({
    waiting: [],
    gathering: 'not',
    timer: undefined,
    writing: 0,
    writesAtOnce,
    together,
  })
  const prompt = queue(engine.settlesAtOnce, MOST_AT_ONCE)
  const patient = queue(1, MOST_AT_ONCE)
  const alone = queue(engine.alonesAtOnce, 1)
  const queues = [prompt, patient, alone]
  let unwritten = 0
  let drops = 0
  /** How often the own write of an outcome has failed. */
  const alsoFailures = new WeakMap<Pending, number>()
  const whenQuiet: (() => void)[] = []

  const isQuiet = () => queues.every(({ waiting, writing }) => waiting.length + writing === 0)
  function tellQuiet(): void {
    if (isQuiet()) for (const resolve of whenQuiet.splice(0)) resolve()
  }

  function gather(into: Queue, isOver = false): void {
    const { waiting, writing, writesAtOnce, together, gathering } = into
    if (gathering === 'writing' || waiting.length === 0 || writing >= writesAtOnce) return
    const isDue = isOver || waiting.length >= together
    if (gathering === 'waiting' && !isDue) return
    clearTimeout(into.timer)
    const waitMs = isDue ? 0 : into === patient ? patientMs : gatherMs()
    into.gathering = waitMs > 0 ? 'waiting' : 'writing'
    if (waitMs > 0) into.timer = setTimeout(writeGathered, waitMs, into)
    else setImmediate(writeGathered, into)
  }

  function writeGathered(from: Queue): void {
    from.gathering = 'not'
    void write(from)
    gather(from)
  }

  /** Each for itself: one that cannot be written must not keep the others waiting. */
  function writeAlone(): void {
    while (alone.waiting.length > 0 && alone.writing < alone.writesAtOnce) void write(alone)
  }

  async function write(from: Queue): Promise<void> {
    // No two batches hold the same lane: a lane's next outcome comes only after this one was written.
    const batch = from.waiting.splice(0, from.together)
    if (batch.length === 0) return
    from.writing++
    unwritten += batch.length
    const dropsBefore = drops
    // Under the name they came with: a lease lost meanwhile must not be mistaken for the one after it.
    const isWritten = await settle(worker(), batch)
    unwritten -= batch.length
    if (!isWritten) {
      await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve))
      if (drops === dropsBefore) from.waiting.unshift(...batch)
    }
    from.writing--
    if (from === alone) writeAlone()
    else gather(from)
    tellQuiet()
  }

  /** False when they could not be written. */
  async function settle(me: string, batch: readonly Pending[]): Promise<boolean> {
    const settlings = batch.map(({ settling }) => settling)
    const first = batch[0] as Pending
    let settled: Settled
    try {
      settled = await engine.settle(
        database,
        me,
        clock.now(),
        settlings,
        first.also && counted(first, first.also),
        first.durability,
      )
    } catch (error) {
      log.warn({ err: error, outcomes: batch.length }, 'outcomes could not be written; they are tried again')
      return (alsoFailures.get(first) ?? 0) >= ALSO_TRIES && giveUp(me, first, error)
    }
    tell(batch, settled)
    return true
  }

  function counted(pending: Pending, also: (tx: Tx) => Promise<void>) {
    return async (tx: Tx) => {
      try {
        await also(tx)
      } catch (error) {
        alsoFailures.set(pending, (alsoFailures.get(pending) ?? 0) + 1)
        throw error
      }
    }
  }

  /** When not even this can be written, it was the database after all, and all of it is tried again. */
  async function giveUp(me: string, pending: Pending, reason: unknown): Promise<boolean> {
    const { lane, durability = 'disk' } = pending
    const now = clock.now()
    const settling = givenUpOf(lane, pending.settling, reason, now)
    try {
      const settled = await engine.settle(database, me, now, [settling], undefined, durability)
      log.error(
        { err: reason, lane: lane.uid, item: settling.item?.id },
        'an item was given up: its outcome cannot be written',
      )
      tell([{ ...pending, settling }], settled)
      return true
    } catch {
      return false
    }
  }

  function tell(batch: readonly Pending[], settled: Settled): void {
    for (const pending of batch) {
      const readyAt = settled.get(pending.settling.laneId)
      if (readyAt === undefined) options.refused(pending)
      else options.written(pending, readyAt)
    }
    options.told()
  }

  return {
    add(pending) {
      if (pending.also === undefined && pending.durability !== 'disk') {
        const into = pending.isPatient ? patient : prompt
        into.waiting.push(pending)
        gather(into)
      } else {
        alone.waiting.push(pending)
        writeAlone()
      }
    },
    hurry: () => gather(patient, true),
    quiet: () => (isQuiet() ? Promise.resolve() : new Promise((resolve) => whenQuiet.push(resolve))),
    drop() {
      drops++
      for (const each of queues) each.waiting = []
      tellQuiet()
    },
    size: () => queues.reduce((sum, { waiting }) => sum + waiting.length, unwritten),
  }
}
