/**
 * Runs items of our own code: each is marked in the database before it starts, so that the next process knows what ran when
 * this one ended; a suspect runs alone; one with three strikes is given up. The rules are in `suspicion.ts`. An item leaves
 * the room when its outcome was written, because that runs our own code too.
 */
import { runAs } from '../platform/activity.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import {
  activityOf,
  type ClaimedLane,
  type LaneItem,
  type OwnWork,
  type RunContext,
  type RunResult,
} from './lane.ts'
import { createRoom } from './room.ts'
import { beginAlone, beginRun, endRun, putBackRun, type RunKey } from './runs-store.ts'
import { givenUpReason, MOST_STRIKES } from './suspicion.ts'

export interface Suspects {
  run(started: Started, work: OwnWork, context: RunContext): Promise<RunResult>
  /** The outcome of the lane's item was written or refused. */
  over(lane: ClaimedLane): void
  /** The lease is lost: outcomes that were not written never will be. */
  drop(): void
  /** Those that wait for the room do not run any more. */
  stop(): void
}

export interface Started {
  readonly lane: ClaimedLane
  readonly item: LaneItem
  readonly worker: string
}

/** A mark that the database did not take is tried again after this time. */
const RETRY_MS = 1000

const MS_PER_STRIKE = 1000

/** `strikes` of a suspect, which runs alone. */
interface Entered {
  readonly leave: () => void
  readonly strikes: number | undefined
}

const unstarted: RunResult = { outcome: { kind: 'unstarted' }, health: 'unknown' }

export function createSuspects(options: {
  database: Database
  clock: Clock
  log: Log
  worker: () => string
  failedInside: (lane: ClaimedLane, item: LaneItem, error: unknown) => RunResult
}): Suspects {
  const { database, clock, log, failedInside } = options
  const room = createRoom()
  /** By lane: how the items leave whose outcome is being written. */
  const settling = new Map<number, () => void>()
  /** Ends the waiting of suspects before their time. */
  const pauses = new Set<() => void>()
  let isStopped = false

  /** Marks it, alone if it is a suspect. Undefined when the room was closed meanwhile. */
  async function enter(key: RunKey, worker: string): Promise<Entered | undefined> {
    if (!(await room.enter())) return undefined
    let suspect: { strikes: number } | undefined
    try {
      suspect = await beginRun(database, key, worker)
    } catch (error) {
      room.leave()
      throw error
    }
    if (!suspect) return { leave: room.leave, strikes: undefined }
    const { strikes } = suspect
    // The fewer strikes the sooner: the innocent should have run before the next end.
    const waiting = pause(strikes < MOST_STRIKES ? strikes * MS_PER_STRIKE : 0)
    room.leave()
    await waiting
    if (!(await room.enterAlone())) return undefined
    try {
      await beginAlone(database, key, worker)
    } catch (error) {
      room.leaveAlone()
      throw error
    }
    return { leave: room.leaveAlone, strikes }
  }

  function pause(ms: number): Promise<void> {
    if (ms === 0 || isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        pauses.delete(done)
        resolve()
      }
      const cancel = clock.after(ms, done)
      pauses.add(done)
    })
  }

  async function putBack(key: RunKey, wasAlone: boolean): Promise<void> {
    try {
      await database.transaction('suspects', (tx) => putBackRun(tx, key, wasAlone), 'process')
    } catch (error) {
      // It may become a suspect by this, and then runs alone once.
      log.warn({ err: error, ...key }, 'the mark of a run could not be taken back')
    }
  }

  /** The mark of the run is removed in the transaction that writes its outcome. */
  function withEnd({ lane, item }: Started, result: RunResult): RunResult {
    const { also, durability = also ? 'disk' : 'process' } = result
    return {
      ...result,
      durability,
      also: (tx) =>
        runAs(activityOf(lane, item), async () => {
          await also?.(tx)
          await endRun(tx, { lane: lane.uid, seq: item.seq })
        }),
    }
  }

  async function runOrGiveUp(
    { lane, item }: Started,
    work: OwnWork,
    context: RunContext,
    strikes: number,
  ): Promise<RunResult> {
    try {
      if (strikes < MOST_STRIKES) return await work.run(lane, item, { ...context, isAwaited: room.isAwaited })
      log.error({ lane: lane.uid, seq: item.seq, kind: item.kind, agent: lane.tenant }, givenUpReason)
      if (strikes === MOST_STRIKES) return await work.giveUp(lane, item, givenUpReason)
      // Giving it up properly ended the process as well.
      const outcome = { kind: 'dead', report: null, error: givenUpReason, tried: true } as const
      return { outcome, health: 'unknown' }
    } catch (error) {
      return failedInside(lane, item, error)
    }
  }

  return {
    async run(started, work, context) {
      const { lane, item, worker } = started
      const key = { lane: lane.uid, seq: item.seq }
      let entered: Entered | undefined
      try {
        entered = await enter(key, worker)
      } catch (error) {
        log.warn({ err: error, ...key }, 'a run could not be marked; it is tried again')
        const outcome = { kind: 'retry', report: null, error: String(error), counted: false } as const
        return { outcome: { ...outcome, atMs: clock.now() + RETRY_MS }, health: 'unknown' }
      }
      if (!entered) return unstarted
      const { leave, strikes } = entered
      const result = await runOrGiveUp(started, work, context, strikes ?? 0)
      // Nobody writes an outcome under a lease that was lost.
      if (worker !== options.worker()) {
        leave()
        return result
      }
      if (result.outcome.kind === 'unstarted') {
        await putBack(key, strikes !== undefined)
        leave()
        return result
      }
      settling.set(lane.id, leave)
      const giveUp = (reason: string) => work.giveUp(lane, item, reason)
      return {
        ...withEnd(started, result),
        otherwise: async (reason) => withEnd(started, await giveUp(reason)),
      }
    },
    over({ id }) {
      const leave = settling.get(id)
      settling.delete(id)
      leave?.()
    },
    drop() {
      for (const leave of settling.values()) leave()
      settling.clear()
    },
    stop() {
      isStopped = true
      room.close()
      for (const end of pauses) end()
    },
  }
}
