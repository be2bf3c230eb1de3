/** The shapes of lanes, their items and the results of runs. `lanes.ts` has the rules. */
import type { Activity } from '../platform/activity.ts'
import type { Tx } from '../platform/database/handle.ts'

export interface NewItem {
  /** The lane's key, for instance `message:<agent>:<conversation>`. */
  readonly lane: string
  readonly kind: string
  readonly gate: string
  /** The id of its agent. */
  readonly tenant: string
  /** The id of the conversation or other object that the lane is about, for searches. */
  readonly subject: string | null
  readonly body: string
  /** The item is not run later than this after it was added. */
  readonly lifeMs: number
  /** For a repeated item, the id of the original. */
  readonly origin?: string
}

export interface LaneItem {
  readonly id: number
  readonly seq: number
  readonly kind: string
  /** The number of attempts that count against the limit. */
  readonly triesUsed: number
  /** The number of attempts in its log, including those that do not count against the limit. */
  readonly runs: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly origin: string | null
  readonly body: string
  /** How often it was blamed for a crash; null unless it is a suspect. */
  readonly strikes: number | null
}

/** An item as it is claimed. A long body is null, and read when the item runs: thousands of items may wait in memory. */
export interface ClaimedItem extends Omit<LaneItem, 'body'> {
  readonly body: string | null
}

/** A lane that a worker holds, with the loaded items; the first is the head. */
export interface ClaimedLane {
  readonly id: number
  readonly uid: string
  readonly gate: string
  readonly tenant: string
  readonly subject: string | null
  /** The number of the claim: it changes when the lane is released and claimed again. */
  readonly claim: number
  readonly items: ClaimedItem[]
}

/**
 * The outcome of one run of an item. `report` is kept in the item's log. `costsTry`: the run counts against the limit of attempts.
 * An outcome has waits and no times, because only the lanes know the database time by which items are due.
 */
export type Outcome =
  | { readonly kind: 'done'; readonly report: string | null; readonly note?: string | null }
  | {
      readonly kind: 'dead'
      readonly report: string | null
      readonly error: string
      readonly costsTry: boolean
    }
  | {
      readonly kind: 'retry'
      readonly report: string | null
      readonly error: string
      readonly waitMs: number
      readonly costsTry: boolean
      /** The receiver asked for this wait, so it is kept when the gate is opened on trial. */
      readonly asked?: boolean
    }
  /** The run does not count, because the gate closed or the service stops; the item stays unchanged. */
  | { readonly kind: 'putBack' }

/** The outcome of a run that counts. */
export type Concluded = Exclude<Outcome, { kind: 'putBack' }>

/** The outcome of one run as it is written: the item's row if it changes, and the lane's row if the lane is released. */
export interface Settling {
  readonly laneId: number
  readonly claim: number
  readonly item: null | {
    readonly id: number
    readonly state: 'pending' | 'done' | 'dead'
    readonly triesUsed: number
    readonly runs: number
    /** The time of the outcome. */
    readonly at: number
    /** Set when the item is dead. */
    readonly diedAt: number | null
    readonly lastError: string | null
    /** Kept in the log of attempts. */
    readonly report: string | null
  }
  readonly release: null | {
    readonly headSeq: number
    /** When the head is due; null: at once if the lane has another item. */
    readonly readyAt: number | null
    readonly retrying: 0 | 1
    /** The receiver asked for this time. */
    readonly waitAsked: 0 | 1
  }
}

export interface RunContext {
  /** The time of the database, by which items are due and expire. */
  readonly now: () => number
  /** Aborted when the service must stop now. */
  readonly signal: AbortSignal
  /** True while other items wait for the end of this one. A long run that can be resumed then ends early. */
  readonly isAwaited?: () => boolean
}

/** The state of the gate as shown by the run; it widens or narrows the gate's window. */
export type Health = 'good' | 'bad' | 'unknown'
export interface RunResult {
  readonly outcome: Outcome
  readonly health: Health
  /** A write in the same transaction as the outcome, under the same lease. The lane goes on when both are on disk. */
  readonly writeWithOutcome?: ((tx: Tx) => Promise<void>) | undefined
  /** Returns the result to write instead if `writeWithOutcome` never succeeds. Without this function the item is then dead. */
  readonly ifUnwritable?: (reason: string) => Promise<RunResult>
}
/** The result of a run that does not count. */
export const putBack: RunResult = { outcome: { kind: 'putBack' }, health: 'unknown' }

/** The outcome of an item that is given up without a run. */
export const notRun = (error: string): Concluded => ({ kind: 'dead', report: null, error, costsTry: false })

/** The result of own work that is given up. */
export const givenUp = (error: string, writeWithOutcome?: (tx: Tx) => Promise<void>): RunResult => ({
  outcome: { kind: 'dead', report: null, error, costsTry: true },
  health: 'unknown',
  writeWithOutcome,
})

export type Runner = (lane: ClaimedLane, item: LaneItem, context: RunContext) => Promise<RunResult>

/** Work that runs our own code on data of others and so may crash the process; rule 9 applies to it. */
export interface OwnWork {
  readonly run: Runner
  /** Returns the result of an item that is given up; `reason` says why. */
  readonly giveUp: (lane: ClaimedLane, item: LaneItem, reason: string) => Promise<RunResult>
}
/** By the kind of item. */
export type Runners = Readonly<Record<string, Runner | OwnWork>>

export const isOwnWork = (runner: Runner | OwnWork): runner is OwnWork => typeof runner !== 'function'

export const activityOf = (lane: ClaimedLane, item: ClaimedItem, isOwnWork: boolean): Activity => ({
  kind: 'item',
  lane: lane.uid,
  seq: item.seq,
  work: item.kind,
  agent: lane.tenant,
  isOwnWork,
})

/** The id of an item for other slices and callers: unique, stable over retries, and sufficient to find its row. */
export const itemId = (laneUid: string, seq: number) => `${laneUid}-${seq}`

export function parseItemId(id: string): { uid: string; seq: number } | undefined {
  const match = /^([0-9a-f-]{36})-([1-9]\d{0,14})$/.exec(id)
  return match ? { uid: match[1] as string, seq: Number(match[2]) } : undefined
}
