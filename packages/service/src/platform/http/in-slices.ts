/**
 * Works on large bodies in slices of time: one slice per tick of the event loop, so that other requests are served in between.
 * Owners take turns. The bodies of one owner are handled one after the other, so that only one of them is half read.
 */
import { setImmediate as nextTick } from 'node:timers/promises'

/** Work that yields after each small step. */
export type Steps<Result = unknown> = Generator<undefined, Result>

interface Job {
  readonly steps: Steps
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

const SLICE_MS = 1

export type InSlices = ReturnType<typeof createBodyQueue>

export function createBodyQueue() {
  /** By owner. */
  const waiting = new Map<string, Job[]>()
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    await nextTick()
    while (waiting.size > 0) {
      for (const [owner, jobs] of waiting) {
        if (workOn(jobs[0] as Job)) jobs.shift()
        if (jobs.length === 0) waiting.delete(owner)
        await nextTick()
      }
    }
    isWorking = false
  }

  return <Result>(owner: string, steps: Steps<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(owner) ?? []
      jobs.push({ steps, resolve: resolve as Job['resolve'], reject })
      waiting.set(owner, jobs)
      if (!isWorking) void work()
    })
}

/** Works for one slice; returns true when the work is done. */
function workOn({ steps, resolve, reject }: Job): boolean {
  const endsAtMs = performance.now() + SLICE_MS
  try {
    do {
      const { done, value } = steps.next()
      if (done) {
        resolve(value)
        return true
      }
    } while (performance.now() < endsAtMs)
    return false
  } catch (error) {
    reject(error)
    return true
  }
}
