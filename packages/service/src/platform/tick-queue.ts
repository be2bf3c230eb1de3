/**
 * Jobs of which a few run in a tick of the event loop, none after one that took long, owners in rotation. Between two ticks the
 * event loop takes what has come meanwhile, so that nobody waits for all jobs of somebody else.
 */
import { createFairQueue } from './fair-queue.ts'

/** Once the jobs of a tick took so long, the next one waits for the next tick. */
const MOST_MS = 5

interface TickQueueOptions {
  readonly jobsPerTick?: number
  /** Asked in each tick; true holds all jobs back until the next. */
  readonly isHeld?: () => boolean
  readonly nowMs?: () => number
}

export function createTickQueue(options: TickQueueOptions = {}) {
  const { jobsPerTick = 1, isHeld = () => false, nowMs = () => performance.now() } = options
  const waiting = createFairQueue<() => void>()
  let isPlanned = false
  let left = 0
  let begunAtMs = 0

  /** Each job has a callback of its own, so that the time which one takes, with all it set off, is known before the next. */
  function planTick(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(beginTick)
    for (let n = 0; n < jobsPerTick; n++) setImmediate(runNext)
  }

  function beginTick(): void {
    isPlanned = false
    left = jobsPerTick
    begunAtMs = nowMs()
    if (!isHeld()) return
    left = 0
    planTick()
  }

  function runNext(): void {
    const mayRun = left === jobsPerTick || (left > 0 && nowMs() - begunAtMs < MOST_MS)
    const next = mayRun ? waiting.take() : undefined
    if (!next) return
    left--
    planTick()
    next.job()
  }

  return {
    add(owner: string, job: () => void): void {
      waiting.add(owner, job)
      planTick()
    },
  }
}
