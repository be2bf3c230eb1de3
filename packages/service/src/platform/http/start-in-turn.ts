/**
 * When the work on a request starts: a few in a tick of the event loop, callers in rotation. A thousand requests of one caller
 * that come at the same moment would else all be worked on before the next request of anybody is even read.
 */
import { createFairQueue } from '../fair-queue.ts'

const STARTS_PER_TICK = 8

export function createStarts() {
  const waiting = createFairQueue<() => void>()
  let left = STARTS_PER_TICK

  function nextTick(): void {
    left = STARTS_PER_TICK
    for (let next = take(); next; next = take()) next.job()
  }

  /** The first start of a tick sees to the next one. */
  function take() {
    const next = left > 0 ? waiting.take() : undefined
    if (next && left-- === STARTS_PER_TICK) setImmediate(nextTick)
    return next
  }

  return {
    /** Resolves when it is the caller's turn; at once where few start. */
    turn(owner: string): Promise<void> {
      return new Promise((resolve) => {
        waiting.add(owner, resolve)
        take()?.job()
      })
    },
  }
}
