/**
 * A limited number of places, such as database connections. Owners take turns, and no owner ever has all places: a quarter is
 * left to the others, so that they wait neither for its queue nor for work of it that hangs.
 */
import { createOpenCounts } from './count-open.ts'
import { createFairQueue } from './fair-queue.ts'

export function createPlaces(places: number) {
  const mostOfOne = Math.max(1, Math.floor((places * 3) / 4))
  const waiting = createFairQueue<() => void>()
  const held = createOpenCounts()

  const mayEnter = (owner: string) => held.all() < places && held.of(owner) < mostOfOne

  /** Returns the function that gives the place back. */
  function takePlace(owner: string): () => void {
    const giveBack = held.enter(owner)
    return () => {
      giveBack()
      for (let next = waiting.take(mayEnter); next; next = waiting.take(mayEnter)) next.job()
    }
  }

  return {
    /** Resolves with the function that gives the place back; with undefined when no place became free within `mostMs`. */
    enter(owner: string, mostMs: number): Promise<(() => void) | undefined> {
      if (mayEnter(owner)) return Promise.resolve(takePlace(owner))
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const enter = () => {
        clearTimeout(timer)
        resolve(takePlace(owner))
      }
      const timer = setTimeout(() => {
        if (waiting.remove(owner, enter)) resolve(undefined)
      }, mostMs)
      waiting.add(owner, enter)
      return promise
    },
  }
}
