/** Keeps one caller from sending more than it may: so many at once, then so many a second. In memory, per process. */
import type { Clock } from '../platform/clock.ts'

export interface Rate {
  /** Takes one; answers the milliseconds to wait when there is none, else 0. */
  take(who: string): number
}

const KEPT = 10_000

export function createRate(clock: Clock, { atOnce, perSecond }: { atOnce: number; perSecond: number }): Rate {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(who) {
      const now = clock.now()
      const known = buckets.get(who) ?? { left: atOnce, at: now }
      const left = Math.min(atOnce, known.left + (Math.max(0, now - known.at) / 1000) * perSecond)
      if (buckets.size >= KEPT) buckets.clear()
      buckets.set(who, { left: left >= 1 ? left - 1 : left, at: now })
      return left >= 1 ? 0 : Math.ceil(((1 - left) / perSecond) * 1000)
    },
  }
}
