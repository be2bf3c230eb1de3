/** Time as a dependency: the service reads the clock and sets timers through this, so tests can stop and move it. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `fn` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, fn: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, fn) {
    const timer = setTimeout(fn, delayMs)
    // A waiting timer must never keep a drained process alive.
    timer.unref()
    return () => clearTimeout(timer)
  },
}
