/**
 * Runs items of our own code (turns, conversions, embeddings): side by side as a rule, a suspect alone, and gives up one with
 * three strikes. An item holds the lock until its outcome is written, because that runs our own code too.
 *
 * Suspicion: which item of our own code ended the process. A worker's claims on lanes say durably what it had in hand, so a
 * normal run leaves no trace. Only a suspect has a row in `lane_runs`, and it runs alone. What happens to an item:
 *
 * | item          | event                                                              | becomes                  |
 * |---------------|--------------------------------------------------------------------|--------------------------|
 * | of any lane   | the watchdog named it                                              | suspect, one strike      |
 * | head of a lane| the process that held the lane ended uncleanly, with nothing alone | suspect                  |
 * | suspect       | it starts, with no other own-code item beside it                   | running alone            |
 * | running alone | its outcome is written                                             | free of suspicion        |
 * | running alone | a drain puts it back, its lease was lost, the watchdog named another | suspect                |
 * | running alone | its process ended uncleanly, or the watchdog named it              | suspect, one strike more |
 *
 * A head that was claimed and had not started is suspected as well: it runs alone once, and that is all. Beside an item that
 * ran alone nothing else ran, so nothing else is suspected. With three strikes a suspect is given up in place of being run.
 */
import { runAs } from '../platform/activity.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { sleep } from '../platform/within-time.ts'
import {
  activityOf,
  type ClaimedLane,
  givenUp,
  type LaneItem,
  type OwnWork,
  putBack,
  type RunContext,
  type RunResult,
} from './lane.ts'
import { beginAlone, endSuspicion, type ItemKey, putBackAlone } from './suspects-store.ts'

export interface Started {
  readonly lane: ClaimedLane
  readonly item: LaneItem
  readonly worker: string
}

const MOST_STRIKES = 3
const MS_PER_STRIKE = 1000

export const givenUpReason = 'The service ended three times while this ran, so it is not run again.'

type Mark<T> = (tx: Tx, item: ItemKey, worker: string) => Promise<T>

export function createOwnWorkRunner(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    worker: () => string
    failedInside: (lane: ClaimedLane, item: LaneItem, error: unknown) => RunResult
  },
) {
  const { database, clock, log, failedInside } = options
  const lock = createSharedLock()
  /** By lane: gives the lock back once the outcome is written. */
  const settling = new Map<number, () => void>()
  /** Ends the waiting of suspects before their time. */
  const stopping = new AbortController()

  /** Returns how it gives the lock back; undefined when the lock was closed meanwhile, or the lane is no longer ours. */
  async function takeLock(started: Started): Promise<(() => void) | undefined> {
    const { strikes } = started.item
    if (strikes === null) return (await lock.share()) ? lock.endShare : undefined
    // The fewer strikes the sooner: the innocent should have run before the next end.
    if (strikes > 0 && strikes < MOST_STRIKES) await sleep(clock, strikes * MS_PER_STRIKE, stopping.signal)
    if (!(await lock.exclude())) return undefined
    let isMarked = false
    try {
      isMarked = await mark(started, beginAlone)
    } finally {
      if (!isMarked) lock.endExclude()
    }
    return isMarked ? lock.endExclude : undefined
  }

  /** A mark survives the end of the process, which is its purpose, and need not wait for the disk. */
  const mark = <T>({ lane, item, worker }: Started, write: Mark<T>): Promise<T> =>
    database.transaction(
      'lanes: mark a suspect',
      (tx) => write(tx, { lane: lane.uid, seq: item.seq }, worker),
      'process',
    )

  /** A suspect is free of suspicion with its outcome. */
  function concluded({ lane, item }: Started, result: RunResult): RunResult {
    const { writeWithOutcome } = result
    if (!writeWithOutcome && item.strikes === null) return result
    return {
      ...result,
      writeWithOutcome: (tx) =>
        runAs(activityOf(lane, item, true), async () => {
          await writeWithOutcome?.(tx)
          if (item.strikes !== null) await endSuspicion(tx, { lane: lane.uid, seq: item.seq })
        }),
    }
  }

  async function runOrGiveUp(
    { lane, item }: Started,
    work: OwnWork,
    context: RunContext,
  ): Promise<RunResult> {
    const strikes = item.strikes ?? 0
    try {
      if (strikes < MOST_STRIKES) return await work.run(lane, item, { ...context, isAwaited: lock.isAwaited })
      log.error({ lane: lane.uid, seq: item.seq, kind: item.kind, agent: lane.tenant }, givenUpReason)
      if (strikes === MOST_STRIKES) return await work.giveUp(lane, item, givenUpReason)
      // Giving it up properly ended the process as well.
      return givenUp(givenUpReason)
    } catch (error) {
      return failedInside(lane, item, error)
    }
  }

  return {
    async run(started: Started, work: OwnWork, context: RunContext): Promise<RunResult> {
      const { lane, item, worker } = started
      const giveBack = await takeLock(started)
      if (!giveBack) return putBack
      const result = await runOrGiveUp(started, work, context)
      // Nobody writes an outcome under a lease that was lost.
      if (worker !== options.worker() || result.outcome.kind === 'putBack') {
        try {
          if (item.strikes !== null) await mark(started, putBackAlone)
        } finally {
          giveBack()
        }
        return result
      }
      settling.set(lane.id, giveBack)
      const ifUnwritable = async (reason: string) => concluded(started, await work.giveUp(lane, item, reason))
      return { ...concluded(started, result), ifUnwritable }
    },
    /** The outcome of the lane's item was written or refused. */
    over({ id }: ClaimedLane) {
      const giveBack = settling.get(id)
      settling.delete(id)
      giveBack?.()
    },
    /** The lease is lost: outcomes that were not written never will be. */
    drop() {
      for (const giveBack of settling.values()) giveBack()
      settling.clear()
    },
    /** Items that wait for the lock do not run any more. */
    stop() {
      stopping.abort()
      lock.close()
    },
  }
}

/**
 * A lock that any number hold shared (ordinary items of our own code), or one holds exclusively (a suspect). While one waits to
 * hold it exclusively, nobody else gets it shared. The two kinds take turns: after each exclusive holder come all that waited
 * to share it.
 */
export function createSharedLock() {
  let sharing = 0
  let isExclusive = false
  /** Whose turn it was last. */
  let last: 'exclusive' | 'shared' = 'shared'
  let isClosed = false
  const exclusive: ((mayRun: boolean) => void)[] = []
  const shared: ((mayRun: boolean) => void)[] = []

  function next(): void {
    if (isExclusive) return
    if (exclusive.length > 0 && (last === 'shared' || shared.length === 0)) {
      if (sharing > 0) return
      isExclusive = true
      last = 'exclusive'
      exclusive.shift()?.(true)
      return
    }
    last = 'shared'
    sharing += shared.length
    for (const admit of shared.splice(0)) admit(true)
  }

  return {
    /** Resolves when it is held shared; false when the lock was closed. */
    async share(): Promise<boolean> {
      if (isClosed) return false
      if (isExclusive || exclusive.length > 0) return new Promise((resolve) => shared.push(resolve))
      sharing++
      return true
    },
    /** Resolves when it is held exclusively; false when the lock was closed. */
    exclude(): Promise<boolean> {
      if (isClosed) return Promise.resolve(false)
      return new Promise((resolve) => {
        exclusive.push(resolve)
        next()
      })
    },
    endShare() {
      sharing--
      next()
    },
    endExclude() {
      isExclusive = false
      next()
    },
    /** Others wait for it: a run that can be resumed later should end soon. */
    isAwaited: () => exclusive.length > 0 || (isExclusive && shared.length > 0),
    /** Turns away those that wait and those that come. */
    close() {
      isClosed = true
      for (const turnAway of [...exclusive.splice(0), ...shared.splice(0)]) turnAway(false)
    },
  }
}
