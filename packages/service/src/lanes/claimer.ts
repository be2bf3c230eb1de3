/**
 * Claims due lanes of a gate for this worker, and releases lanes that nobody would run: lanes of a claim whose result was lost,
 * and lanes without a pending item. A failed release is repeated at the next poll.
 */
import type { Core } from '../platform/core.ts'
import type { ClaimedLane } from './lane.ts'
import type { LeaseKeeper } from './lease.ts'
import { type Gate, isQuick, type Scheduler, wantedOf } from './scheduler.ts'
import { type LaneEngine, refreshHead, releaseClaim } from './store.ts'

/** The limit of lanes in memory, ready or running. */
const MOST_CLAIMED = 4000
/** The limits of simultaneous claims, for quick gates and for the others. */
const QUICK_CLAIMS = 3
const OTHER_CLAIMS = 1
const LANES_PER_CLAIM = 64
/** Every fourth claim prefers lanes being retried; the others prefer lanes whose head was never tried. */
const RETRIED_FIRST_EVERY = 4
/** A claim whose result was lost is released at this many polls, because the server may still be working on it. */
const RELEASE_POLLS = 10

export function createClaimer(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    engine: LaneEngine
    lease: LeaseKeeper
    scheduler: Scheduler
    /** Called with each claimed lane that has an item. */
    claimed: (lane: ClaimedLane) => void
    /** Called after `claimed` was called for all lanes of a claim. */
    done: () => void
  },
) {
  const { database, engine, clock, log, lease, scheduler, claimed, done } = options
  const claims = { quick: 0, other: 0 }
  let claimNumber = 0
  let toRelease: (() => Promise<void>)[] = []

  async function release(fn: () => Promise<void>): Promise<void> {
    try {
      await fn()
    } catch (error) {
      log.warn({ err: error }, 'lanes could not be released; the next poll tries again')
      toRelease.push(fn)
    }
  }

  function releaseLost(worker: string, claim: number, polls = RELEASE_POLLS): void {
    toRelease.push(async () => {
      await database.transaction('claimer: releaseLost', (tx) => releaseClaim(tx, worker, claim))
      if (polls > 1) releaseLost(worker, claim, polls - 1)
    })
  }

  /** Returns how many lanes were claimed. */
  async function claimSome(gate: Gate, retrying: 0 | 1, lanes: number): Promise<number> {
    const { worker } = lease.current()
    // Each claim has its own number: the lanes of one claim may run while another claim has failed and is released.
    const claim = ++claimNumber
    const about = { worker, claim, gate: gate.name, retrying, now: clock.now(), lanes }
    let lanesClaimed: ClaimedLane[]
    try {
      lanesClaimed = await engine.claim(database, { ...about, itemsPerLane: engine.itemsPerLane })
    } catch (error) {
      // The claim may have been committed nevertheless.
      releaseLost(worker, claim)
      throw error
    }
    if (worker !== lease.current().worker) return 0
    for (const lane of lanesClaimed) {
      if (lane.items.length > 0) claimed(lane)
      else
        void release(() =>
          database.transaction('claimer: claimSome', (tx) => refreshHead(tx, worker, lane, clock.now())),
        )
    }
    return lanesClaimed.length
  }

  async function claim(gate: Gate): Promise<void> {
    const kind = isQuick(gate) ? 'quick' : 'other'
    claims[kind]++
    gate.isClaiming = true
    gate.mayHaveDue = false
    gate.hasNew = false
    const first = ++gate.claims % RETRIED_FIRST_EVERY === 0 ? 1 : 0
    const wanted = Math.max(1, Math.min(LANES_PER_CLAIM, wantedOf(gate)))
    try {
      const found = await claimSome(gate, first, wanted)
      // The lanes found start without waiting for the rest.
      if (found > 0) done()
      const rest = found < wanted ? await claimSome(gate, first === 1 ? 0 : 1, wanted - found) : 0
      if (found + rest === wanted) scheduler.noteDue(gate.name)
    } catch (error) {
      log.warn({ err: error, gate: gate.name }, 'lanes could not be claimed; the next poll tries again')
    } finally {
      claims[kind]--
      gate.isClaiming = false
      // There may have been a wake-up during the claim.
      if (gate.mayHaveDue) scheduler.noteDue(gate.name)
      scheduler.forgetIfIdle(gate)
      done()
    }
  }

  return {
    /** Claims for every gate that may claim, as far as limits allow. */
    claimMore() {
      while (scheduler.ready() + scheduler.running() < MOST_CLAIMED) {
        const gate =
          (claims.quick < QUICK_CLAIMS && scheduler.nextToClaim(true)) ||
          (claims.other < OTHER_CLAIMS && scheduler.nextToClaim(false))
        if (!gate) return
        void claim(gate)
      }
    },
    /** Repeats the failed releases. */
    async repeatReleases() {
      await Promise.all(toRelease.splice(0).map(release))
    },
    /** Must be called when the lease is lost: its lanes no longer need a release. */
    drop() {
      toRelease = []
    },
    /** The number of claims under way. */
    size: () => claims.quick + claims.other,
  }
}
