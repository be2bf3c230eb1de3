/**
 * Whether people are there for the visitors of an agent: open when one of its human services is open. Anybody may ask, and an agent
 * may have many services with many hours, so the result is kept for a moment and computed in slices.
 */
import { optionsOf } from '../../agents/endpoints.ts'
import { findHumanServiceById, humanServiceIds } from '../../agents/store.ts'
import { nextOpening } from '../../handoff/service-hours.ts'
import { createBriefCache } from '../../platform/brief-cache.ts'
import type { Core } from '../../platform/core.ts'
import type { Reader } from '../../platform/database/handle.ts'
import { startSlices } from '../../platform/time-slices.ts'

export interface Availability {
  readonly state: 'none' | 'open' | 'closed'
  /** Null also when no service will ever open. */
  readonly opens_at: string | null
}

/** Pages keep the configuration of a chat for longer. */
const FRESH_MS = 10_000

export const nobodyThere: Availability = { state: 'none', opens_at: null }

/** Returns a function that finds the availability; requests that come while it is computed share the result. */
export function createAvailability({ database, clock }: Pick<Core, 'clock' | 'database'>) {
  const known = createBriefCache(clock, FRESH_MS, (agentId) =>
    readAvailability(database, agentId, clock.now()),
  )
  database.announcements.on('settings', ({ agentId }) => known.forget(agentId))
  return known.find
}

/** Reads the services one by one: their options may be megabytes together. */
async function readAvailability(db: Reader, agentId: string, now: number): Promise<Availability> {
  const slices = startSlices()
  const ids = await humanServiceIds(db, agentId)
  if (ids.length === 0) return nobodyThere
  let opensAt: number | null = null
  for (const id of ids) {
    if (slices.over()) await slices.pause()
    const service = await findHumanServiceById(db, id)
    const at = service ? nextOpening(optionsOf(service).hours, now) : null
    if (at === now) return { state: 'open', opens_at: null }
    if (at !== null) opensAt = Math.min(opensAt ?? at, at)
  }
  return { state: 'closed', opens_at: opensAt === null ? null : new Date(opensAt).toISOString() }
}
