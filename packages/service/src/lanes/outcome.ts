/** Turns the outcome of a run into the rows to write: the item's, and the lane's where it is released. Pure. */
import type { ClaimedLane, LaneItem, Outcome } from './lane.ts'

/** The outcome of one run as it is written: the item's row, if it changes, and the lane's, if it is released. */
export interface Settling {
  readonly laneId: number
  readonly claim: number
  readonly item: null | {
    readonly id: number
    readonly state: 'pending' | 'done' | 'dead'
    readonly attempts: number
    readonly runs: number
    /** When it came to this. */
    readonly at: number
    /** Set when it was given up. */
    readonly diedAt: number | null
    readonly lastError: string | null
    /** Kept in the log of attempts. */
    readonly report: string | null
  }
  readonly release: null | {
    readonly headSeq: number
    /** When the head is due; null: now if there is a head at all. */
    readonly readyAt: number | null
    readonly retrying: 0 | 1
  }
}

type Concluded = Exclude<Outcome, { kind: 'putBack' }>

/** A lane goes on with its next loaded item when the head is settled and the next is due; else it is released. */
export function settlingOf(lane: ClaimedLane, outcome: Concluded, now: number, stopping: boolean): Settling {
  const item = lane.items[0] as LaneItem
  const next = lane.items[1]
  const goesOn = outcome.kind !== 'retry' && next !== undefined && next.dueAt <= now && !stopping
  const release = goesOn ? null : releaseAfter(outcome, item, next, now)
  return { laneId: lane.id, claim: lane.claim, item: written(outcome, item, now), release }
}

/** The lane is released as it was found. */
export function putBackOf(lane: ClaimedLane, head: LaneItem, now: number): Settling {
  const release = {
    headSeq: head.seq,
    readyAt: Math.max(head.dueAt, now),
    retrying: head.attempts > 0 ? 1 : 0,
  } as const
  return { laneId: lane.id, claim: lane.claim, item: null, release }
}

/** The item is dead instead, because its outcome cannot be written together with what belongs to it. */
export function givenUpOf(lane: ClaimedLane, settling: Settling, reason: unknown, now: number): Settling {
  const error = `Its outcome could not be written: ${reason instanceof Error ? reason.message : String(reason)}`
  const report = settling.item?.report ?? null
  return settlingOf(lane, { kind: 'dead', report, error, tried: true }, now, false)
}

function written(outcome: Concluded, item: LaneItem, at: number): NonNullable<Settling['item']> {
  const { id } = item
  const { report } = outcome
  // A run that has nothing to report did not get as far as trying.
  const runs = item.runs + (report === null ? 0 : 1)
  const attempts = item.attempts + (usedTry(outcome) ? 1 : 0)
  if (outcome.kind === 'done') {
    return { id, state: 'done', attempts, runs, at, diedAt: null, lastError: outcome.note ?? null, report }
  }
  const isDead = outcome.kind === 'dead'
  const lastError = outcome.error
  return {
    id,
    state: isDead ? 'dead' : 'pending',
    attempts,
    runs,
    at,
    diedAt: isDead ? at : null,
    lastError,
    report,
  }
}

function usedTry(outcome: Concluded): boolean {
  if (outcome.kind === 'dead') return outcome.tried
  return outcome.kind === 'retry' ? outcome.counted : true
}

function releaseAfter(
  outcome: Concluded,
  item: LaneItem,
  next: LaneItem | undefined,
  now: number,
): NonNullable<Settling['release']> {
  // A wait that the receiver asked for is kept: such a lane does not count as retrying, so it is not brought forward.
  if (outcome.kind === 'retry')
    return { headSeq: item.seq, readyAt: outcome.atMs, retrying: outcome.asked ? 0 : 1 }
  // Without a loaded successor the lane's own row knows whether one has come meanwhile.
  return { headSeq: item.seq + 1, readyAt: next ? Math.max(next.dueAt, now) : null, retrying: 0 }
}
