/**
 * How many bytes of bodies and files may be in memory at a time, in total and for each owner. An owner that holds something may
 * hold half of what the others leave, so that something is left for the next. A share either grows while it may (`open`), or
 * waits for its turn (`enter`); owners take turns.
 */
import { createFairQueue } from './fair-queue.ts'

export interface MemoryBudget {
  /** An empty share, to grow as bytes come. */
  open(owner: string): MemoryShare
  /** A share of `bytes`. Undefined when too many wait already, or when `signal` ends the wait. */
  enter(owner: string, bytes: number, signal?: AbortSignal): Promise<MemoryShare | undefined>
}

export interface MemoryShare {
  /** Grows the share to this many bytes in all. Returns false and changes nothing when the budget has no room for them. */
  growTo(bytes: number): boolean
  /** Its owner needs no more than this. */
  shrinkTo(bytes: number): void
  leave(): void
}

/** So much is not counted: most bodies are smaller, and a connection takes up as much. */
export const FREE_BYTES = 64 * 1024
const MOST_WAITING = 1000

export function createMemoryBudget(totalBytes: number): MemoryBudget {
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
    // One whose turn it is and that fits only later is not overtaken: small ones would keep a large one waiting for ever.
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
    open: (owner) => shareOf(owner, 0),
    async enter(owner, bytes, signal) {
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
