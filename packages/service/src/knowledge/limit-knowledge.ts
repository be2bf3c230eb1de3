/**
 * Limits the knowledge of one agent, so that nobody fills the disk of all. A count is valid for a minute; what is written
 * meanwhile is added to it, so that a write need not count all documents. Several processes together may exceed the limit a
 * little.
 */
import { grouped } from '@tandem/contract/grouped'
import { LRUCache } from 'lru-cache'
import type { Core } from '../platform/core.ts'
import { Fault } from '../platform/fault.ts'
import { keptChars, LEAST_PAIR_CHARS } from './revision-store.ts'

const GOOD_FOR_MS = 60_000
/** The same for a count that refuses a write: documents may just have been deleted. */
const REFUSES_FOR_MS = 5000

interface Count {
  readonly kept: Promise<number>
  /** Characters since it was counted. */
  added: number
  readonly atMs: number
}

/** Throws when the agent has no room for this many characters in this many pairs. */
export type RequireRoom = (agentId: string, more: { chars: number; pairs: number }) => Promise<void>

export function limitKnowledge(
  { database, clock }: Pick<Core, 'database' | 'clock'>,
  limitChars: number,
): RequireRoom {
  const counts = new LRUCache<string, Count>({ max: 10_000 })

  /** Concurrent callers wait for one count. */
  function countOf(agentId: string, goodForMs: number): Count {
    const known = counts.get(agentId)
    if (known && clock.now() - known.atMs < goodForMs) return known
    const count = { kept: keptChars(database.scanReader, agentId), added: 0, atMs: clock.now() }
    counts.set(agentId, count)
    count.kept.catch(() => counts.delete(agentId))
    return count
  }

  return async (agentId, { chars, pairs }) => {
    if (limitChars === 0) return
    const more = Math.max(chars, pairs * LEAST_PAIR_CHARS)
    let count = countOf(agentId, GOOD_FOR_MS)
    if ((await count.kept) + count.added + more > limitChars) count = countOf(agentId, REFUSES_FOR_MS)
    const found = (await count.kept) + count.added + more
    if (found > limitChars) throw full(found, limitChars)
    count.added += more
  }
}

const full = (found: number, limitChars: number) =>
  new Fault(
    'parameterError',
    `knowledge: found ${grouped(found)} characters with this, needed at most ${grouped(limitChars)} for one agent (TANDEM_KNOWLEDGE_LIMIT_CHARS). Earlier revisions count, and each pair at least ${LEAST_PAIR_CHARS}. Delete documents that are not needed, or ask the operator for more`,
  )
