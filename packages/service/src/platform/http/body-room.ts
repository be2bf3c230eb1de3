/**
 * How much of request bodies may be in memory at a time: of one caller, of those nobody knows, and of all. What does not fit is
 * refused before it is read, so that bodies that are never finished, however many, neither end the process nor shut out others.
 */
import { getHeapStatistics } from 'node:v8'

export interface BodyLease {
  /** Whether there is room for so many bytes in all. */
  has(bytes: number): boolean
  /** The request was answered. */
  end(): void
}

export interface BodyRoom {
  /** `caller` is undefined where nobody has shown who they are. */
  lease(caller: string | undefined, address: string): BodyLease
}

/** So much of a body is not counted: most are no longer, and a connection takes up as much. */
const FREE_BYTES = 16_384
/** One agent may take half of the room; all that are unknown together another, and one address of them an eighth. */
const CALLER_SHARE = 1 / 2
const ADDRESS_SHARE = 1 / 8
/** A body that is read takes up to four times its size: as text of two bytes a sign, and as what was made of it. */
const HEAP_SHARE = 1 / 8
const LEAST_BODIES = 4

export const roomFor = (largestBodyBytes: number) =>
  Math.max(getHeapStatistics().heap_size_limit * HEAP_SHARE, LEAST_BODIES * largestBodyBytes)

export function createBodyRoom(totalBytes: number): BodyRoom {
  const held = new Map<string, number>()

  function add(name: string, bytes: number): void {
    const now = (held.get(name) ?? 0) + bytes
    if (now === 0) held.delete(name)
    else held.set(name, now)
  }

  return {
    lease(caller, address) {
      let mine = 0
      const shares = (): [name: string, share: number][] =>
        caller === undefined
          ? [
              ['all', 1],
              ['unknown', CALLER_SHARE],
              [`at ${address}`, ADDRESS_SHARE],
            ]
          : [
              ['all', 1],
              [`of ${caller}`, CALLER_SHARE],
            ]
      return {
        has(bytes) {
          const more = bytes - FREE_BYTES - mine
          if (more <= 0) return true
          const mayTake = ([name, share]: [string, number]) =>
            (held.get(name) ?? 0) + more <= totalBytes * share
          if (!shares().every(mayTake)) return false
          for (const [name] of shares()) add(name, more)
          mine += more
          return true
        },
        end() {
          if (mine === 0) return
          for (const [name] of shares()) add(name, -mine)
          mine = 0
        },
      }
    },
  }
}
