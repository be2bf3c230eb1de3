/** Caches endpoints for a second, so that an attempt needs no query and a changed setting still takes effect soon. */
import { LRUCache } from 'lru-cache'
import { type Endpoint, loadEndpoint } from '../agents/endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'

const FRESH_MS = 1000
const KEPT = 5000

export type EndpointCache = ReturnType<typeof createEndpointCache>

export function createEndpointCache(database: Database, box: SecretBox, clock: Clock) {
  const known = new LRUCache<string, Promise<Endpoint | undefined>>({
    max: KEPT,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: clock,
  })
  return {
    find(gate: string): Promise<Endpoint | undefined> {
      const kept = known.get(gate)
      if (kept) return kept
      const read = loadEndpoint(database, box, gate, clock.now())
      const drop = () => void (known.peek(gate) === read && known.delete(gate))
      // A missing endpoint is not cached: what is accepted right after it was created must not die.
      read.then((endpoint) => endpoint ?? drop(), drop)
      known.set(gate, read)
      return read
    },
    /** To be called when the settings of the endpoint were saved. */
    forget: (gate: string) => void known.delete(gate),
  }
}
