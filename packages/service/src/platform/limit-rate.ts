/** A rate limit per caller: a burst at first, then a steady rate (a token bucket). In memory, per process. */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import { Fault } from './fault.ts'

const KEPT = 10_000

export function createRate(clock: Clock, { atOnce, perSecond }: { atOnce: number; perSecond: number }) {
  // With `max` the cache would allocate room for all entries at once, and there are a dozen of these caches.
  const buckets = new LRUCache<string, { left: number; at: number }>({
    maxSize: KEPT,
    sizeCalculation: () => 1,
  })

  function leftOf(caller: string, now: number): number {
    const known = buckets.peek(caller)
    if (!known) return atOnce
    return Math.min(atOnce, known.left + (Math.max(0, now - known.at) / 1000) * perSecond)
  }
  const waitFor = (left: number) => (left >= 1 ? 0 : Math.ceil(((1 - left) / perSecond) * 1000))

  return {
    /** Takes one token and returns 0; if there is none, returns the milliseconds until there is one. */
    take(caller: string): number {
      const now = clock.now()
      const left = leftOf(caller, now)
      buckets.set(caller, { left: left >= 1 ? left - 1 : left, at: now })
      return waitFor(left)
    },
    /** The milliseconds until there is a token; takes none. */
    waitMs: (caller: string) => waitFor(leftOf(caller, clock.now())),
  }
}

/** Returns a function that throws once a caller exceeds the rate; `found` names what there was too much of. */
export function createLimit(clock: Clock, allowed: Parameters<typeof createRate>[1], found: string) {
  const rate = createRate(clock, allowed)
  return (caller: string) => {
    const waitMs = rate.take(caller)
    if (waitMs > 0) throw tooMany(found, waitMs)
  }
}

/** The refusal of a request beyond the rate; `found` names what there was too much of. */
export function tooMany(found: string, waitMs: number): Fault {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Fault('rateLimited', `${found}; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
}
