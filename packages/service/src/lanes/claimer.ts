/**
 * Claims due lanes of a gate for this worker, and releases lanes that nobody would run: those of a claim whose result was
 * lost, and those in which nothing is left to run. A release that fails is repeated at the next poll.
 */
import type { Core } from '../platform/core.ts'
import type { ClaimedLane } from './lane.ts'
import type { LeaseKeeper } from './lease.ts'
import { type Gate, isQuick, type Scheduler, wantedOf } from './scheduler.ts'
import { type LaneEngine, refreshHead, releaseClaim } from './store.ts'

/** Lanes in memory, ready or running. */
const MOST_CLAIMED = 4000
/** Claims at a time: of quick gates, and of the others. */
const QUICK_CLAIMS = 3
const OTHER_CLAIMS = 1
const LANES_PER_CLAIM = 64
/** Every fourth claim takes lanes being retried first; the others take lanes whose head was never tried first. */
const RETRIED_FIRST_EVERY = 4
/** A claim whose result was lost is released at this many polls: the server may still be working on it. */
const RELEASE_POLLS = 10

export function createClaimer(
  options: Pick<Core, 'log' | 'clock' | 'database'> & {
    engine: LaneEngine
    lease: LeaseKeeper
    scheduler: Scheduler
    /** A lane with its head was claimed. */
    claimed: (lane: ClaimedLane) => void
    /** All lanes of a claim were handed over. */
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
    // Each claim has its own number: lanes of one may run while another fails and is released.
    const claim = ++claimNumber
    const about = { worker, claim, gate: gate.name, retrying, now: clock.now(), lanes }
    let taken: ClaimedLane[]
    try {
      taken = await engine.claim(database, { ...about, itemsPerLane: engine.itemsPerLane })
    } catch (error) {
      // It may have been committed all the same.
      releaseLost(worker, claim)
      throw error
    }
    if (worker !== lease.current().worker) return 0
    for (const lane of taken) {
      if (lane.items.length > 0) claimed(lane)
      else
        void release(() =>
          database.transaction('claimer: claimSome', (tx) => refreshHead(tx, worker, lane, clock.now())),
        )
    }
    return taken.length
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
      // The lanes found need not wait for the rest.
      if (found > 0) done()
      const rest = found < wanted ? await claimSome(gate, first === 1 ? 0 : 1, wanted - found) : 0
      if (found + rest === wanted) scheduler.noteDue(gate.name)
    } catch (error) {
      log.warn({ err: error, gate: gate.name }, 'lanes could not be claimed; the next poll tries again')
    } finally {
      claims[kind]--
      gate.isClaiming = false
      // A wake-up may have come meanwhile.
      if (gate.mayHaveDue) scheduler.noteDue(gate.name)
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
    /** Repeats the releases that failed. */
    async repeatReleases() {
      await Promise.all(toRelease.splice(0).map(release))
    },
    /** The lease is lost: nothing claimed under it is left to release. */
    drop() {
      toRelease = []
    },
    /** Claims under way. */
    size: () => claims.quick + claims.other,
  }
}
