/**
 * Lanes: the one engine of later work. A lane is an ordered list of durable items under one key, such as all messages of one
 * conversation to one endpoint. Its rules:
 *
 * 1. An item is added inside the caller's transaction. It takes its number (`seq`) from the lane's row, which that transaction
 *    locks, so numbers follow the order of commits and have no gaps.
 * 2. A worker claims lanes whose head is due and that no worker holds, and loads their next few items with them.
 * 3. The head is settled, done or dead, and that is written, before the next item of its lane starts. The caller's transaction
 *    waits for the disk. An outcome survives the end of the process, but the embedded engine does not wait for the disk with it
 *    unless asked to: a power cut may repeat the last items, in order, and loses none.
 * 4. A head that fails is tried again later. Until then its lane waits, and no other lane.
 * 5. A worker holds one lease, by database time, and renews it early. It starts nothing when less of the lease is left than a
 *    delivery may take; longer runs, such as turns, rely on the renewal. Every write of an outcome checks in the same transaction that the lease stands. A reaper ends a worker's lease first and then
 *    frees its lanes. A worker that lost its lease (killed, frozen, cut off) writes nothing, and the heads of its lanes run
 *    elsewhere. So an item runs twice only when the outcome of its first run was lost.
 * 6. Lanes that depend on the same endpoint share a gate, and so do the turns of one agent. Lanes of a closed gate are not claimed, and claimed ones are put back:
 *    waiting costs no tries. A gate that a test opens is on trial: a few of its waiting lanes are due at once, the others keep
 *    their time until it has shown that it works.
 * 7. Fairness has three rules. Gates take turns, those that answer alternating with those that have not shown it. A gate has a
 *    window of runs, which grows with good outcomes and shrinks with bad ones. No tenant has more than half of the slots, nor
 *    have all gates together that have not shown that they answer: these claim one at a time, except for a new item.
 *    Within a gate, lanes whose head was never tried are claimed first, and every fourth claim takes retries first.
 * 8. Memory and announcements only save time: a poll finds due lanes even when every wake-up was lost.
 * 9. Items that run our own code (turns, conversions, embeddings) may end the process. The claims say what a process that ended
 *    uncleanly had in hand: the heads of its lanes are suspects, and each runs again with no other such item beside it. An end
 *    during such a run is a strike, and so is being named by the watchdog; after three the item is dead, and its lane goes on.
 *    A drain or a lost lease is no strike, and a delivery is never a suspect (`suspicion.ts`).
 */
import type { Activity } from '../platform/activity.ts'
import type { Durability, Tx } from '../platform/database/handle.ts'

export interface NewItem {
  /** The lane's key, for instance `message:<agent>:<conversation>`. */
  readonly lane: string
  readonly kind: string
  readonly gate: string
  /** The agent it belongs to. */
  readonly tenant: string
  /** The conversation or other thing that the lane is about, to find it by. */
  readonly subject: string | null
  readonly body: string
  /** Not before this time; at once when absent. */
  readonly dueAt?: number
  /** Not to be run after this time. */
  readonly expiresAt: number
  /** For a repeated item, the id of the one it repeats. */
  readonly origin?: string
}

export interface LaneItem {
  readonly id: number
  readonly seq: number
  readonly kind: string
  /** How many tries it has used up. */
  readonly attempts: number
  /** How many of its runs left a report in the log, those included that cost no try. */
  readonly runs: number
  readonly createdAt: number
  readonly dueAt: number
  readonly expiresAt: number
  readonly origin: string | null
  readonly body: string
  /** What was held against it so far; null unless it is a suspect. */
  readonly strikes: number | null
}

/** A lane that a worker holds, with the items it loaded; the first of them is the head. */
export interface ClaimedLane {
  readonly id: number
  readonly uid: string
  readonly gate: string
  readonly tenant: string
  readonly subject: string | null
  /** The number of the claim: a lane released and claimed again has another. */
  readonly claim: number
  readonly items: LaneItem[]
}

/** The outcome of one run of an item. `report` is kept as a line of its log. */
export type Outcome =
  | { readonly kind: 'done'; readonly report: string | null; readonly note?: string | null }
  | { readonly kind: 'dead'; readonly report: string | null; readonly error: string; readonly tried: boolean }
  | {
      readonly kind: 'retry'
      readonly report: string | null
      readonly error: string
      readonly atMs: number
      readonly counted: boolean
      /** The receiver asked for this time: it is kept when the gate is opened on trial. */
      readonly asked?: boolean
    }
  /** The run does not count, because the gate closed or the service stops. Nothing changes. */
  | { readonly kind: 'putBack' }

export interface RunContext {
  /** Aborted when the service must stop now. */
  readonly signal: AbortSignal
  /** Other items wait until this one has ended. A long run that can be resumed ends early then. */
  readonly isAwaited?: () => boolean
}

/** What the run says about its gate: it widens or narrows the gate's window. */
export type Health = 'good' | 'bad' | 'unknown'
export interface RunResult {
  readonly outcome: Outcome
  readonly health: Health
  /** Written in the same transaction as the outcome, under the same lease. */
  readonly also?: (tx: Tx) => Promise<void>
  /** Returns the result to write in its place when `also` never succeeds. Without one the item is dead then. */
  readonly otherwise?: (reason: string) => Promise<RunResult>
  /** Whether the outcome must be on disk before the lane goes on. By default `disk` with an `also`, else `process`. */
  readonly durability?: Durability
}
export type Runner = (lane: ClaimedLane, item: LaneItem, context: RunContext) => Promise<RunResult>

/** Work that runs our own code on data of others and so may end the process; rule 9 applies to it. */
export interface OwnWork {
  readonly run: Runner
  /** Returns the result of an item that is given up; `reason` says why. */
  readonly giveUp: (lane: ClaimedLane, item: LaneItem, reason: string) => Promise<RunResult>
}
/** Runners by the kind of item they run. */
export type Runners = Readonly<Record<string, Runner | OwnWork>>

export const isOwnWork = (runner: Runner | OwnWork): runner is OwnWork => typeof runner !== 'function'

export const activityOf = (lane: ClaimedLane, item: LaneItem, isOwnWork: boolean): Activity => ({
  kind: 'item',
  lane: lane.uid,
  seq: item.seq,
  work: item.kind,
  agent: lane.tenant,
  isOwnWork,
})

/** The name of an item outside: unique, stable over retries, and enough to find its row. */
export const itemId = (laneUid: string, seq: number) => `${laneUid}-${seq}`

export function parseItemId(id: string): { uid: string; seq: number } | undefined {
  const match = /^([0-9a-f-]{36})-([1-9]\d{0,14})$/.exec(id)
  return match ? { uid: match[1] as string, seq: Number(match[2]) } : undefined
}
