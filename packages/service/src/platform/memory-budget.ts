/**
 * Limits the bytes of bodies and files in memory, in total and for each owner. An owner that already holds memory may hold half
 * of what the others leave, so that memory is left for the next owner. A share either grows as long as there is room (`open`), or
 * waits for its turn (`enter`); owners take turns.
 */
import { createFairQueue } from './fair-queue.ts'

export type MemoryBudget = ReturnType<typeof createMemoryBudget>

export interface MemoryShare {
  /** Grows the share to `bytes` in total. Returns false and changes nothing when the budget has no room for them. */
  growTo(bytes: number): boolean
  shrinkTo(bytes: number): void
  leave(): void
}

/** The first bytes of a share are not counted: most bodies are smaller, and a connection takes as much memory. */
export const FREE_BYTES = 4 * 1024
const MOST_WAITING = 1000

export function createMemoryBudget(totalBytes: number) {
  const waiting = createFairQueue<() => void>({ jobs: MOST_WAITING })
  const heldBy = new Map<string, number>()
  let heldBytes = 0

  function hold(owner: string, bytes: number): void {
    const own = (heldBy.get(owner) ?? 0) + bytes
    if (own === 0) heldBy.delete(owner)
    else heldBy.set(owner, own)
    heldBytes += bytes
  }

  function isWithinShare(owner: string, bytes: number): boolean {
    const own = heldBy.get(owner) ?? 0
    return own === 0 || own + bytes <= (totalBytes - (heldBytes - own)) / 2
  }

  function letIn(): void {
    let isFull = false
    // A share that does not fit yet stops the queue at its turn: otherwise small shares would overtake a large one for ever.
    const fits = (owner: string, bytes: number) => {
      if (isFull || !isWithinShare(owner, bytes)) return false
      isFull = heldBytes + bytes > totalBytes
      return !isFull
    }
    for (let next = waiting.take(fits); next; next = waiting.take(fits)) next.job()
  }

  function shareOf(owner: string, bytes: number): MemoryShare {
    let mine = bytes
    const shrinkTo = (most: number) => {
      if (most >= mine) return
      hold(owner, most - mine)
      mine = most
      letIn()
    }
    return {
      growTo(size) {
        const more = size - FREE_BYTES - mine
        if (more <= 0) return true
        if (heldBytes + more > totalBytes || !isWithinShare(owner, more)) return false
        hold(owner, more)
        mine += more
        return true
      },
      shrinkTo,
      leave: () => shrinkTo(0),
    }
  }

  return {
    /** Returns an empty share that grows as bytes arrive. */
    open: (owner: string) => shareOf(owner, 0),
    /** Returns a share of `bytes`; undefined when too many already wait, or when `signal` ends the wait. */
    async enter(owner: string, bytes: number, signal?: AbortSignal): Promise<MemoryShare | undefined> {
      if (signal?.aborted) return undefined
      if (bytes <= FREE_BYTES) return shareOf(owner, 0)
      const size = Math.min(bytes, totalBytes)
      const { promise, resolve } = Promise.withResolvers<MemoryShare | undefined>()
      const enter = () => {
        hold(owner, size)
        resolve(shareOf(owner, size))
      }
      const giveUp = () => {
        if (!waiting.remove(owner, enter)) return
        resolve(undefined)
        letIn()
      }
      signal?.addEventListener('abort', giveUp)
      if (!waiting.add(owner, enter, size)) resolve(undefined)
      letIn()
      return promise.finally(() => signal?.removeEventListener('abort', giveUp))
    },
  }
}
