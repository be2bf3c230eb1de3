/**
 * How many bytes may be held at a time, of one owner and of all. What does not fit waits its turn: owners take turns, and each
 * may hold half of what the others leave, so that something is left for the next.
 */
import { createFairQueue } from './fair-queue.ts'

export interface ByteRoom {
  /** Undefined when too many wait already, or when `signal` ends the wait. */
  enter(owner: string, bytes: number, signal?: AbortSignal): Promise<BytePlace | undefined>
}

export interface BytePlace {
  /** It turned out to be no more than this. */
  shrinkTo(bytes: number): void
  leave(): void
}

/** What is this small is let in at once, and not counted. */
const FREE_BYTES = 64 * 1024
const MOST_WAITING = 1000

export function createByteRoom(totalBytes: number): ByteRoom {
  const waiting = createFairQueue<() => void>({ jobs: MOST_WAITING, bytes: Number.POSITIVE_INFINITY })
  const heldBy = new Map<string, number>()
  let heldBytes = 0

  function hold(owner: string, bytes: number): void {
    const own = (heldBy.get(owner) ?? 0) + bytes
    if (own === 0) heldBy.delete(owner)
    else heldBy.set(owner, own)
    heldBytes += bytes
  }

  function hasShare(owner: string, bytes: number): boolean {
    const own = heldBy.get(owner) ?? 0
    return own === 0 || own + bytes <= (totalBytes - (heldBytes - own)) / 2
  }

  function letIn(): void {
    let isFull = false
    // Whoever is next and fits only later is not overtaken: small ones would keep a large one waiting for ever.
    const fits = (owner: string, bytes: number) => {
      if (isFull || !hasShare(owner, bytes)) return false
      isFull = heldBytes + bytes > totalBytes
      return !isFull
    }
    for (let next = waiting.take(fits); next; next = waiting.take(fits)) next.job()
  }

  function placeOf(owner: string, bytes: number): BytePlace {
    let mine = bytes
    const shrinkTo = (most: number) => {
      if (most >= mine) return
      hold(owner, most - mine)
      mine = most
      letIn()
    }
    return { shrinkTo, leave: () => shrinkTo(0) }
  }

  return {
    async enter(owner, bytes, signal) {
      if (signal?.aborted) return undefined
      if (bytes <= FREE_BYTES) return placeOf(owner, 0)
      const size = Math.min(bytes, totalBytes)
      let giveUp = () => {}
      try {
        return await new Promise<BytePlace | undefined>((resolve) => {
          const enter = () => {
            hold(owner, size)
            resolve(placeOf(owner, size))
          }
          giveUp = () => {
            if (!waiting.remove(owner, enter)) return
            resolve(undefined)
            letIn()
          }
          signal?.addEventListener('abort', giveUp)
          if (!waiting.add(owner, enter, size)) resolve(undefined)
          letIn()
        })
      } finally {
        signal?.removeEventListener('abort', giveUp)
      }
    },
  }
}
