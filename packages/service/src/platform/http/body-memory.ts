/**
 * The memory of request bodies. A large body is read when there is room for it and waits in its socket until then; callers take
 * turns. A small one is always read at once, and so is one that does not say its length, as long as there is room for what comes.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { Fault } from '../fault.ts'
import { createMemoryBudget, FREE_BYTES, type MemoryShare } from '../memory-budget.ts'

/**
 * So many of the largest bodies at a time, from callers with a key and from others; one caller has at most half. A body that is
 * read takes up to four times its size: as text, and as the value made of it.
 */
const KNOWN_BODIES = 3
const UNKNOWN_BODIES = 2
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
      // One that is too large is refused unread.
      if (bytes <= FREE_BYTES || bytes > limitBytes) return budget.open(caller.name)
      const giveUp = new AbortController()
      const cancel = clock.after(WAIT_MS, () => giveUp.abort())
      const share = await budget.enter(caller.name, bytes, giveUp.signal)
      cancel()
      if (share) return share
      // It flows into nothing, so that the caller gets to read the response.
      request.resume()
      throw noRoomFault()
    },
  }
}

export function noRoomFault(): Fault {
  const why = 'Too many large bodies are being received at once; try again in a moment.'
  return new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
}
