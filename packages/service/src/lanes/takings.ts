/**
 * Lanes taken by the transaction that adds to them: a lane at rest, behind a gate with nothing else to do, is owned from the
 * commit of its new item on, and runs without a claim. Each taking is remembered until it is known how it ended; one of
 * which nobody heard (its transaction failed, or its answer was lost) is given back, since else nobody would let it go.
 */
import type { Clock } from '../platform/clock.ts'
import type { Taker } from './store.ts'

interface Offered extends Taker {
  readonly key: string
  readonly at: number
}

export interface Takings {
  offer(worker: string, claim: number, key: string): Taker
  /** It is known how it ended; false when it was given up before. */
  ended(claim: number): boolean
  /** Takes out those of which nothing was heard for long. */
  unheard(): Offered[]
  clear(): void
}

/** Adding takes milliseconds. */
const LONG_MS = 5000

export function createTakings(clock: Clock): Takings {
  const open = new Map<number, Offered>()
  return {
    offer(worker, claim, key) {
      const offered = { worker, claim, key, at: clock.now() }
      open.set(claim, offered)
      return offered
    },
    ended: (claim) => open.delete(claim),
    unheard() {
      const now = clock.now()
      // A clock that was set back must not keep them for ever.
      const old = [...open.values()].filter(({ at }) => Math.abs(now - at) >= LONG_MS)
      for (const { claim } of old) open.delete(claim)
      return old
    },
    clear: () => open.clear(),
  }
}
