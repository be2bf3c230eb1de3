/**
 * Time for simulated processes. Timers follow a monotonic time that only goes on; `now` is the wall clock, which may also be
 * stepped forward and backward under them. A leap is a machine that slept: time has passed and no timer has run.
 */
import type { Clock } from '../../../src/platform/clock.ts'

export interface SimulatedClock extends Clock {
  /** Lets time pass, firing timers one after another; `settle` runs after each. */
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

  function due(until: number): number | undefined {
    let found: number | undefined
    for (const [id, { at }] of timers)
      if (at <= until && (found === undefined || at < (timers.get(found)?.at ?? 0))) found = id
    return found
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
      for (let id = due(until); id !== undefined; id = due(until)) {
        monotonic = Math.max(monotonic, timers.get(id)?.at ?? 0)
        fire(id)
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
