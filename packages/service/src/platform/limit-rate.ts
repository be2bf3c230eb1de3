/** A rate limit per caller: a burst at first, then a steady rate (a token bucket). In memory, per process. */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import { Fault } from './fault.ts'

const KEPT = 10_000

export function createRate(clock: Clock, { atOnce, perSecond }: { atOnce: number; perSecond: number }) {
  // With `max` the cache takes room for all of them at once, and there are a dozen of these.
  const buckets = new LRUCache<string, { left: number; at: number }>({
    maxSize: KEPT,
    sizeCalculation: () => 1,
  })

  function leftOf(who: string, now: number): number {
    const known = buckets.peek(who)
    if (!known) return atOnce
    return Math.min(atOnce, known.left + (Math.max(0, now - known.at) / 1000) * perSecond)
  }
  const waitFor = (left: number) => (left >= 1 ? 0 : Math.ceil(((1 - left) / perSecond) * 1000))

  return {
    /** Takes one; returns the milliseconds to wait when there is none, else 0. */
    take(who: string): number {
      const now = clock.now()
      const left = leftOf(who, now)
      buckets.set(who, { left: left >= 1 ? left - 1 : left, at: now })
      return waitFor(left)
    },
    /** The milliseconds to wait until there is one, without taking it. */
    waitMs: (who: string) => waitFor(leftOf(who, clock.now())),
  }
}

/** Refuses what is beyond the rate; `found` says what there was too much of. */
export function createLimit(
  clock: Clock,
  allowed: Parameters<typeof createRate>[1],
  found: string,
): (who: string) => void {
  const rate = createRate(clock, allowed)
  return (who) => {
    const waitMs = rate.take(who)
    if (waitMs > 0) throw tooMany(found, waitMs)
  }
}

/** The refusal of one more; `found` says what there was too much of. */
export function tooMany(found: string, waitMs: number): Fault {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Fault('rateLimited', `${found}; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
}
