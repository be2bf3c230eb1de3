/**
 * The clock of a score: times become places from 0 to 1. It runs evenly, but a stretch in which nothing happens is drawn no
 * longer than `QUIET_MS`; otherwise one night's pause would leave no room for the talk before and after it.
 */

export const QUIET_MS = 5_000

export interface Quiet {
  readonly from: number
  readonly until: number
}

export interface Timescale {
  /** The moments at which something begins or ends, in order, each once. */
  readonly moments: readonly number[]
  /** How long the drawn time is, quiet stretches shortened. */
  readonly drawnMs: number
  /** The stretches that are drawn shorter than they were. */
  readonly quiet: readonly Quiet[]
  placeOf(at: number): number
  timeAt(place: number): number
}

export function timescale(times: readonly number[]): Timescale {
  const moments = [...new Set(times)].sort((a, b) => a - b)
  const quiet: Quiet[] = []
  // How much drawn time lies before each moment.
  const drawn: number[] = []
  let drawnMs = 0
  for (const [n, at] of moments.entries()) {
    const before = moments[n - 1] ?? at
    if (at - before > QUIET_MS) quiet.push({ from: before, until: at })
    drawnMs += Math.min(at - before, QUIET_MS)
    drawn.push(drawnMs)
  }
  /** Where `value` lies between two entries of `from`, told in terms of `to`. */
  const translated = (value: number, from: readonly number[], to: readonly number[]): number => {
    const after = from.findIndex((each) => each >= value)
    if (after === -1) return to.at(-1) ?? 0
    if (after === 0) return to[0] ?? 0
    const [low, high] = [from[after - 1] as number, from[after] as number]
    const [start, end] = [to[after - 1] as number, to[after] as number]
    return start + ((value - low) / (high - low)) * (end - start)
  }
  return {
    moments,
    drawnMs,
    quiet,
    placeOf: (at) => (drawnMs === 0 ? 0 : translated(at, moments, drawn) / drawnMs),
    timeAt: (place) => translated(place * drawnMs, drawn, moments),
  }
}

/** Where a key leads from a moment, or from none; undefined for a key that leads nowhere. */
export function momentOfKey(
  key: string,
  moments: readonly number[],
  at: number | undefined,
): number | undefined {
  const [first, last] = [moments[0], moments.at(-1)]
  if (key === 'ArrowLeft') return at === undefined ? last : neighbour(moments, at, -1)
  if (key === 'ArrowRight') return at === undefined ? first : neighbour(moments, at, 1)
  if (key === 'Home') return first
  return key === 'End' ? last : undefined
}

/** The moment before or after `at`; `at` itself where there is none. */
export function neighbour(moments: readonly number[], at: number, step: 1 | -1): number {
  const found = step === 1 ? moments.find((each) => each > at) : moments.findLast((each) => each < at)
  return found ?? at
}

export function nearest(moments: readonly number[], at: number): number {
  return moments.reduce((best, each) => (Math.abs(each - at) < Math.abs(best - at) ? each : best), at + 1e15)
}
