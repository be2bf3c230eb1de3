/**
 * The memory of request bodies. A large body is read when there is room for it and waits in its socket until then; callers take
 * turns. A small one is always read at once.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { Fault } from '../fault.ts'
import { createMemoryBudget, FREE_BYTES, type MemoryShare } from '../memory-budget.ts'

/**
 * So many of the largest bodies at a time, from callers with a key and from others; one caller has at most half. A body that is
 * read takes up to four times its size: as text, and as the value made of it.
 */
const KNOWN_BODIES = 8
const UNKNOWN_BODIES = 2
/** Room comes free as others are served. Whoever finds none in this time had better come again. */
const WAIT_MS = 10_000

export type BodyMemory = ReturnType<typeof createBodyMemory>

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
      const bytes = mostBytes(request, limitBytes)
      const budget = budgets[caller.kind]
      if (bytes <= FREE_BYTES) return budget.open(caller.name)
      const giveUp = new AbortController()
      const cancel = clock.after(WAIT_MS, () => giveUp.abort())
      const share = await budget.enter(caller.name, bytes, giveUp.signal)
      cancel()
      if (share) return share
      // It flows into nothing, so that the caller gets to read the response.
      request.resume()
      const why = 'Too many large bodies are being received at once; try again in a moment.'
      throw new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
    },
  }
}

/** Without a length it may be as long as any; one that is too long is refused unread. */
function mostBytes({ headers }: IncomingMessage, limitBytes: number): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (length === undefined) return encoding === undefined ? 0 : limitBytes
  return Number(length) > limitBytes ? 0 : Number(length)
}
