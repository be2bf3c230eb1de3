/** A clock that stands still until a test moves it. Timers fire in order of their time while it is moved. */
import { type Clock, systemClock } from '../../src/platform/clock.ts'

export interface ManualClock extends Clock {
  /** Moves the time on and fires the timers that fall due, letting what each one started go as far as it can at once. */
  advance(ms: number): Promise<void>
  /** The same in one leap, as when a machine was asleep: what repeats itself fires once, however often it would have. */
  leap(ms: number): Promise<void>
  /** Timers that wait. */
  readonly waiting: number
}

export const TEST_NOW = 1_790_000_000_000

export function manualClock(startAt = TEST_NOW): ManualClock {
  let now = startAt
  const timers = new Set<{ at: number; fn: () => void }>()

  const next = (until: number) => [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]

  async function advance(ms: number): Promise<void> {
    const until = now + ms
    for (let timer = next(until); timer; timer = next(until)) {
      timers.delete(timer)
      now = Math.max(now, timer.at)
      timer.fn()
      await new Promise((resolve) => setImmediate(resolve))
    }
    now = until
  }

  return {
    now: () => now,
    after(delayMs, fn) {
      const timer = { at: now + delayMs, fn }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance,
    leap(ms) {
      now += ms
      return advance(0)
    },
    get waiting() {
      return timers.size
    },
  }
}

/** The real time, and later by as much as a test says: what falls due in between does so at its real time. */
export function movedClock(): Clock & { move(ms: number): void } {
  let moved = 0
  return {
    now: () => systemClock.now() + moved,
    after: systemClock.after,
    move(ms) {
      moved += ms
    },
  }
}
