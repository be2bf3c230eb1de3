/**
 * Time for simulated processes. Timers follow a monotonic time that only goes on; `now` is the wall clock, which may also be
 * stepped forward and backward under them. A leap is a machine that slept: time has passed and no timer has run.
 */
import type { Clock } from '../../../src/platform/clock.ts'

export interface SimulatedClock extends Clock {
  /** Lets time pass, firing the timers of one instant together, as a real loop does; `settle` runs after each instant. */
  pass(ms: number, settle: () => Promise<void>): Promise<void>
  /** Time passes at once; afterwards every timer that fell due fires, once. */
  leap(ms: number, settle: () => Promise<void>): Promise<void>
  /** Sets the wall clock forward or back. */
  step(ms: number): void
}

const START = 1_790_000_000_000

export function simulatedClock(startAt = START): SimulatedClock {
  let monotonic = 0
  let wall = startAt
  let number = 0
  const timers = new Map<number, { at: number; fn: () => void }>()

  /** The timers that fall due next, in the order in which they were set. */
  function nextInstant(until: number): { at: number; ids: number[] } | undefined {
    const at = Math.min(...[...timers.values()].map((timer) => timer.at))
    if (at > until) return undefined
    return { at, ids: [...timers.keys()].filter((id) => timers.get(id)?.at === at) }
  }
  function fire(id: number): void {
    const timer = timers.get(id)
    timers.delete(id)
    timer?.fn()
  }

  return {
    now: () => wall + monotonic,
    after(delayMs, fn) {
      const id = number++
      timers.set(id, { at: monotonic + Math.max(0, delayMs), fn })
      return () => void timers.delete(id)
    },
    async pass(ms, settle) {
      const until = monotonic + ms
      for (let next = nextInstant(until); next; next = nextInstant(until)) {
        monotonic = Math.max(monotonic, next.at)
        for (const id of next.ids) fire(id)
        await settle()
      }
      monotonic = until
    },
    async leap(ms, settle) {
      monotonic += ms
      const overdue = [...timers].filter(([, { at }]) => at <= monotonic).sort(([, a], [, b]) => a.at - b.at)
      for (const [id] of overdue) fire(id)
      await settle()
    },
    step(ms) {
      wall += ms
    },
  }
}
