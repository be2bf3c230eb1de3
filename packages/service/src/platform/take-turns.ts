/**
 * Places that many want at the same time, such as database connections. Owners take turns, and one of them never has all
 * places: a quarter is left to the others, so that they wait neither for its queue nor for what its work itself waits for.
 */
import { createFairQueue } from './fair-queue.ts'

export function createTurns(places: number) {
  const mostOfOne = Math.max(1, Math.floor((places * 3) / 4))
  const waiting = createFairQueue<() => void>({
    jobs: Number.POSITIVE_INFINITY,
    bytes: Number.POSITIVE_INFINITY,
  })
  const heldBy = new Map<string, number>()
  let held = 0

  function hold(owner: string, change: 1 | -1): void {
    const own = (heldBy.get(owner) ?? 0) + change
    if (own === 0) heldBy.delete(owner)
    else heldBy.set(owner, own)
    held += change
  }

  const mayEnter = (owner: string) => (heldBy.get(owner) ?? 0) < mostOfOne

  function letIn(): void {
    while (held < places) {
      const next = waiting.take(mayEnter)
      if (!next) return
      next.job()
    }
  }

  return {
    /** Resolves with the function to call at the end; with undefined when no place was free within `mostMs`. */
    enter(owner: string, mostMs: number): Promise<(() => void) | undefined> {
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const leave = () => {
        hold(owner, -1)
        letIn()
      }
      if (held < places && mayEnter(owner)) {
        hold(owner, 1)
        return Promise.resolve(leave)
      }
      const enter = () => {
        clearTimeout(timer)
        hold(owner, 1)
        resolve(leave)
      }
      const timer = setTimeout(() => {
        if (waiting.remove(owner, enter)) resolve(undefined)
      }, mostMs)
      waiting.add(owner, enter, 0)
      return promise
    },
  }
}
