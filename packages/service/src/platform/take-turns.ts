/**
 * Places that many want at the same time, such as database connections. Owners take turns, and one of them never has all
 * places: a quarter is left to the others, so that they wait neither for its queue nor for what its work itself waits for.
 */
import { createFairQueue } from './fair-queue.ts'

export function createTurns(places: number) {
  const mostOfOne = Math.max(1, Math.floor((places * 3) / 4))
  const waiting = createFairQueue<() => void>()
  const heldBy = new Map<string, number>()
  let held = 0

  function hold(owner: string): void {
    heldBy.set(owner, (heldBy.get(owner) ?? 0) + 1)
    held++
  }

  function release(owner: string): void {
    const left = (heldBy.get(owner) ?? 0) - 1
    if (left > 0) heldBy.set(owner, left)
    else heldBy.delete(owner)
    held--
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
        release(owner)
        letIn()
      }
      if (held < places && mayEnter(owner)) {
        hold(owner)
        return Promise.resolve(leave)
      }
      const enter = () => {
        clearTimeout(timer)
        hold(owner)
        resolve(leave)
      }
      const timer = setTimeout(() => {
        if (waiting.remove(owner, enter)) resolve(undefined)
      }, mostMs)
      waiting.add(owner, enter)
      return promise
    },
  }
}
