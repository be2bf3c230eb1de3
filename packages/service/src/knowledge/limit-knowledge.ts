/**
 * How much knowledge one agent may keep, so that nobody fills the disk of all. A count stands for a minute; what is written
 * meanwhile is added to it, so that a write costs no look at all documents. Several processes may together go a little beyond.
 */
import { grouped } from '@tandem/contract/grouped'
import { LRUCache } from 'lru-cache'
import type { Core } from '../platform/core.ts'
import { Fault } from '../platform/fault.ts'
import { keptChars, LEAST_PAIR_CHARS } from './revision-store.ts'

const GOOD_FOR_MS = 60_000
/** Where there is no room left: somebody may have deleted documents just now. */
const REFUSES_FOR_MS = 5000

/** Throws where the agent has no room for so many characters in so many pairs. */
export type RequireRoom = (agentId: string, more: { chars: number; pairs: number }) => Promise<void>

export function limitKnowledge(
  { database, clock }: Pick<Core, 'database' | 'clock'>,
  limitChars: number,
): RequireRoom {
  const counts = new LRUCache<string, { chars: number; atMs: number }>({ max: 10_000 })

  return async (agentId, { chars, pairs }) => {
    if (limitChars === 0) return
    const more = Math.max(chars, pairs * LEAST_PAIR_CHARS)
    let count = counts.get(agentId)
    const fits = () => count !== undefined && count.chars + more <= limitChars
    const ageMs = clock.now() - (count?.atMs ?? Number.NEGATIVE_INFINITY)
    if (ageMs >= (fits() ? GOOD_FOR_MS : REFUSES_FOR_MS)) {
      count = { chars: await keptChars(database.scanReader, agentId), atMs: clock.now() }
      counts.set(agentId, count)
    }
    if (!count || !fits()) throw full((count?.chars ?? 0) + more, limitChars)
    count.chars += more
  }
}

const full = (found: number, limitChars: number) =>
  new Fault(
    'parameterError',
    `knowledge: found ${grouped(found)} characters with this, needed at most ${grouped(limitChars)} for one agent (TANDEM_KNOWLEDGE_LIMIT_CHARS). Earlier revisions count, and each pair at least ${LEAST_PAIR_CHARS}. Delete documents that are not needed, or ask the operator for more`,
  )
