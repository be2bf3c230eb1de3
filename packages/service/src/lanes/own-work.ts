/**
 * Runs items of our own code (turns, conversions, embeddings): normally side by side, a suspect alone. An item with three strikes
 * is given up. An item holds the lock until its outcome is written, because that runs our own code too.
 *
 * An item is a suspect if it may have crashed the process. A worker's claims show durably which lanes it held, so a normal run
 * writes nothing. Only a suspect has a row in `lane_runs`, and it runs alone. The states of an item:
 *
 * | item          | event                                                              | becomes                  |
 * |---------------|--------------------------------------------------------------------|--------------------------|
 * | any item      | the watchdog named it                                              | suspect, one strike      |
 * | head of a lane| the process that held the lane ended uncleanly, with nothing alone | suspect                  |
 * | suspect       | it starts, with no other own-code item beside it                   | running alone            |
 * | running alone | its outcome is written                                             | free of suspicion        |
 * | running alone | a drain puts it back, its lease was lost, the watchdog named another | suspect                |
 * | running alone | its process ended uncleanly, or the watchdog named it              | suspect, one strike more |
 *
 * A head that was claimed but had not started is suspected as well; the only consequence is that it runs alone once. If an item
 * ran alone, nothing else is suspected.
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

const EXPIRED_REASON = 'It was not run within the time it may take.'
export const givenUpReason = 'The service ended three times while this ran, so it is not run again.'

type Mark<T> = (tx: Tx, item: ItemKey, worker: string) => Promise<T>

export function createOwnWorkRunner(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    worker: () => string
    failedInternally: (lane: ClaimedLane, item: LaneItem, error: unknown) => RunResult
  },
) {
  const { database, clock, log, failedInternally } = options
  const lock = createSharedLock()
  /** For each lane whose outcome is being written, the function that gives the lock back. */
  const settling = new Map<number, () => void>()
  /** Ends the delays of suspects. */
  const stopping = new AbortController()

  /** Returns the function that gives the lock back; undefined when the lock is closed, or the lane is no longer ours. */
  async function takeLock(started: Started): Promise<(() => void) | undefined> {
    const { strikes } = started.item
    if (strikes === null) return (await lock.share()) ? lock.endShare : undefined
    // Suspects with fewer strikes run sooner, so that the innocent ones have run before the next crash.
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

  /** A mark must survive the end of the process, but need not wait for the disk. */
  const mark = <T>({ lane, item, worker }: Started, write: Mark<T>): Promise<T> =>
    database.transaction(
      'lanes: mark a suspect',
      (tx) => write(tx, { lane: lane.uid, seq: item.seq }, worker),
      'process',
    )

  /** The outcome of a suspect ends the suspicion. */
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
      const isExpired = item.expiresAt <= context.now()
      if (strikes < MOST_STRIKES && !isExpired)
        return await work.run(lane, item, { ...context, isAwaited: lock.isAwaited })
      const reason = isExpired ? EXPIRED_REASON : givenUpReason
      log.error({ lane: lane.uid, seq: item.seq, kind: item.kind, agent: lane.tenant }, reason)
      if (strikes <= MOST_STRIKES) return await work.giveUp(lane, item, reason)
      // With more strikes, `giveUp` itself has crashed the process as well.
      return givenUp(givenUpReason)
    } catch (error) {
      return failedInternally(lane, item, error)
    }
  }

  return {
    async run(started: Started, work: OwnWork, context: RunContext): Promise<RunResult> {
      const { lane, item, worker } = started
      const giveBack = await takeLock(started)
      if (!giveBack) return putBack
      const result = await runOrGiveUp(started, work, context)
      // Under a lost lease no outcome is written.
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
    /** Must be called when the outcome of the lane's item was written or refused. */
    settled({ id }: ClaimedLane) {
      const giveBack = settling.get(id)
      settling.delete(id)
      giveBack?.()
    },
    /** Must be called when the lease is lost: unwritten outcomes are never written. */
    drop() {
      for (const giveBack of settling.values()) giveBack()
      settling.clear()
    },
    /** Items that wait for the lock, and later ones, are put back. */
    stop() {
      stopping.abort()
      lock.close()
    },
  }
}

/**
 * A lock with any number of shared holders (ordinary items of our own code) or one exclusive holder (a suspect). While a suspect
 * waits, no further shared holder is admitted. The two kinds take turns: after each exclusive holder, all waiting shared holders
 * are admitted.
 */
export function createSharedLock() {
  let sharing = 0
  let isExclusive = false
  /** The kind that was admitted last. */
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
    /** Resolves when the lock is held shared; with false when it was closed. */
    async share(): Promise<boolean> {
      if (isClosed) return false
      if (isExclusive || exclusive.length > 0) return new Promise((resolve) => shared.push(resolve))
      sharing++
      return true
    },
    /** Resolves when the lock is held exclusively; with false when it was closed. */
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
    /** Whether others wait for the lock: a run that can be resumed later should end soon. */
    isAwaited: () => exclusive.length > 0 || (isExclusive && shared.length > 0),
    /** Turns away all waiting and later callers. */
    close() {
      isClosed = true
      for (const turnAway of [...exclusive.splice(0), ...shared.splice(0)]) turnAway(false)
    },
  }
}
