/**
 * Limits the memory of request bodies. A large body waits in its socket until there is room for it; callers take turns. Other
 * bodies, and those without an announced length, are read at once, as long as there is room for the received bytes.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { busy } from '../fault.ts'
import { createMemoryBudget, type MemoryShare } from '../memory-budget.ts'

/**
 * How many bodies of the largest size fit at a time, of callers with a key and of others; one caller has at most half. Reading a
 * body takes up to four times its size: the bytes, the text and the parsed value.
 */
const KNOWN_BODIES = 3
const UNKNOWN_BODIES = 2
/** Larger bodies wait for room for all of their bytes. */
const LARGE_BYTES = 64 * 1024
/** How long a body waits for room before it is refused. */
const WAIT_MS = 10_000

export function createBodyMemory(clock: Clock, largestBytes: number) {
  // Callers without a key never take the memory of those with one.
  const budgets = {
    known: createMemoryBudget(KNOWN_BODIES * largestBytes),
    unknown: createMemoryBudget(UNKNOWN_BODIES * largestBytes),
  }

  return {
    /** Resolves when there is room for the body of a request. */
    async enter(
      request: IncomingMessage,
      limitBytes: number,
      caller: { readonly kind: 'known' | 'unknown'; readonly name: string },
    ): Promise<MemoryShare> {
      const bytes = Number(request.headers['content-length'] ?? 0)
      const budget = budgets[caller.kind]
      // A body that is too large is refused later, unread.
      if (bytes <= LARGE_BYTES || bytes > limitBytes) return budget.open(caller.name)
      const giveUp = new AbortController()
      const cancel = clock.after(WAIT_MS, () => giveUp.abort())
      const share = await budget.enter(caller.name, bytes, giveUp.signal)
      cancel()
      if (share) return share
      // The body is discarded, so that the caller gets to read the response.
      request.resume()
      throw noRoomFault()
    },
  }
}

export const noRoomFault = () =>
  busy('Too many large bodies are being received at once; try again in a moment.')
