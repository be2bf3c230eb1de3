/**
 * Lanes: the one engine of later work. A lane is an ordered list of durable items under one key, such as all messages of
 * one conversation to one endpoint. These are its rules:
 *
 * 1. An item is added inside the caller's transaction. It gets its number (`seq`) from the lane's row, which that
 *    transaction locks, so numbers follow the order of commit and have no gaps.
 * 2. A worker claims lanes, not items: those whose head is due and that nobody owns. It loads the next few items along. On
 *    the embedded engine an item added to a lane at rest may claim it in the same transaction, under the same conditions.
 * 3. The head is settled, and that is written, before the next item of its lane is started. Settled means done, or given
 *    up (dead). An item is on disk when its adding is answered. An outcome survives the end of the process, but the
 *    embedded engine does not wait for the disk with it unless asked to: a power cut may repeat the last items, in order,
 *    and lose none. Whoever adds items does so in a transaction that waits for the disk. An outcome whose own write (`also`)
 *    fails for half a minute, while the database takes others, is given up: the item is dead and the lane goes on.
 * 4. A head that fails is tried again later. Until then its lane waits, and only its lane: the lane is simply not due.
 *    Whoever knows that there is nothing left to wait for can bring a lane forward: what is in it by then is due at once.
 * 5. A worker holds one lease, renewed well before it ends, and at once when it is found over. It starts nothing it could
 *    not finish within the lease, and every write of its results checks, in the same transaction, that the lease still
 *    stands. Whoever reaps a worker ends its lease first and then sets its lanes free, so a lease that stands means the
 *    lanes are still its own. A worker that lost its lease (killed, frozen, cut off) writes nothing, and the heads of its
 *    lanes run again elsewhere. So an item runs twice only when the outcome of its first run was lost.
 * 6. Lanes that share a fate share a gate (an endpoint). A gate that is parked or disabled lets no lane be claimed, and
 *    lanes already claimed are put back untouched: waiting costs no tries. A gate that opens by itself is on trial: a few of
 *    the lanes that wait for a later try are due at once, the others keep their time until it has shown that it works.
 * 7. Gates take turns, so no backlog keeps another from being served. Each has a window of runs at a time, which grows with
 *    good outcomes and shrinks with bad ones, and begins as wide as its kind of work allows; no tenant may fill more than
 *    half of all slots, nor may all gates together that have not shown that they answer, and these get every fourth turn
 *    while others wait. Claims go to gates that answer or were just added to before the rest. Within a gate, lanes whose
 *    head was never tried go first, and every fourth claim goes to those being retried. A queue of short runs makes room
 *    while others come with little: a few at a time, whatever its window, and the more the longer they take; its outcomes
 *    wait to be written together, and gates not known to answer start one by one then. On the embedded engine queues also
 *    start nothing in the moments in which an item that runs at once is added and run, for half of the time at most
 *    (`courtesy.ts`).
 * 8. What is known in memory only speeds things up: a poll finds due lanes even when every wake-up was lost.
 * 9. Items that run our own code (turns, conversions, embeddings) may end the process. Those that were running when a
 *    process ended uncleanly are suspects: each is run again alone, with no other such item beside it in its process, while
 *    deliveries go on. An end during such a run counts against the suspect, and so does being named by the watchdog; after
 *    three the item is dead, and its lane goes on. A drain or a lost lease never counts, and a delivery is never a suspect
 *    (`suspicion.ts`).
 */
import type { Activity } from '../platform/activity.ts'
import type { Durability, Tx } from '../platform/database/handle.ts'

export interface NewItem {
  /** The lane's key, for instance `message:<endpoint>:<conversation>`. */
  readonly lane: string
  readonly kind: string
  readonly gate: string
  /** Whose work it is: the agent. */
  readonly tenant: string
  /** What the lane is about, to find it by: the conversation. */
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
  /** How often it ran, those runs included that cost no try. */
  readonly runs: number
  readonly createdAt: number
  readonly dueAt: number
  readonly expiresAt: number
  readonly origin: string | null
  readonly body: string
}

/** A lane in the hands of a worker, with the items it loaded; the first of them is the head. */
export interface ClaimedLane {
  readonly id: number
  readonly uid: string
  readonly gate: string
  readonly tenant: string
  readonly subject: string | null
  readonly headSeq: number
  /** The claim it came with: a lane let go and claimed again is not the same claim. */
  readonly claim: number
  readonly items: LaneItem[]
}

/** What became of one run of an item. `report` is kept as a line of its log. */
export type Outcome =
  | { readonly kind: 'done'; readonly report: string | null; readonly note?: string | null }
  | { readonly kind: 'dead'; readonly report: string | null; readonly error: string; readonly tried: boolean }
  | {
      readonly kind: 'retry'
      readonly report: string | null
      readonly error: string
      readonly atMs: number
      readonly counted: boolean
      /** Somebody asked for this time: it is kept when the gate is opened by itself. */
      readonly asked?: boolean
    }
  /** It did not run: the gate closed or the service stops. Nothing changes. */
  | { readonly kind: 'unstarted' }

export interface RunContext {
  /** Aborted when the service must stop now. */
  readonly signal: AbortSignal
  /** Other items wait until this one has ended. A long run that can be resumed ends early then. */
  readonly isAwaited?: () => boolean
}

/** How the gate fared: it decides how many runs at a time the gate gets. */
export type Health = 'good' | 'bad' | 'unknown'
export interface RunResult {
  readonly outcome: Outcome
  readonly health: Health
  /** Written in the same transaction as the outcome, under the same lease. */
  readonly also?: (tx: Tx) => Promise<void>
  /** Returns the result to write in its place when `also` never succeeds. Without one the item is dead then. */
  readonly otherwise?: (reason: string) => Promise<RunResult>
  /** Whether the outcome must be on disk before the lane goes on; `disk` when there is an `also`, `process` when not. */
  readonly durability?: Durability
}
export type Runner = (lane: ClaimedLane, item: LaneItem, context: RunContext) => Promise<RunResult>

/** Work that runs our own code on data of others, and so may end the process; rule 9 holds for it. */
export interface OwnWork {
  readonly run: Runner
  /** The result of an item that is not run any more; `reason` says why. */
  readonly giveUp: (lane: ClaimedLane, item: LaneItem, reason: string) => Promise<RunResult>
}
/** Runners by the kind of item they run. */
export type Runners = Readonly<Record<string, Runner | OwnWork>>

export const activityOf = (lane: ClaimedLane, item: LaneItem): Activity => ({
  kind: 'item',
  lane: lane.uid,
  seq: item.seq,
  work: item.kind,
  agent: lane.tenant,
})

/** The name of an item outside: unique, stable over retries, and enough to find its row. */
export const itemId = (laneUid: string, seq: number) => `${laneUid}-${seq}`

export function parseItemId(id: string): { uid: string; seq: number } | undefined {
  const match = /^([0-9a-f-]{36})-([1-9]\d{0,14})$/.exec(id)
  return match ? { uid: match[1] as string, seq: Number(match[2]) } : undefined
}
