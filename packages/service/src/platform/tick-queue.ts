/**
 * A queue that runs a few jobs in a tick of the event loop, owners in rotation. After a slow job no other job runs in the same
 * tick. Between ticks the event loop handles new events, so that no owner waits for all jobs of another.
 */
import { createFairQueue } from './fair-queue.ts'

/** Once the jobs of a tick have taken this long, the next job waits for the next tick. */
const MOST_MS = 5

interface TickQueueOptions {
  readonly jobsPerTick?: number
  /** Called in each tick; true holds all jobs back until the next tick. */
  readonly isHeld?: () => boolean
  readonly nowMs?: () => number
}

export function createTickQueue(options: TickQueueOptions = {}) {
  const { jobsPerTick = 1, isHeld = () => false, nowMs = () => performance.now() } = options
  const waiting = createFairQueue<() => void>()
  let isPlanned = false
  let left = 0
  let begunAtMs = 0

  /** Each job gets its own callback, so that the time of a job and of its microtasks is known before the next job. */
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
