/** Endpoints as last read, for a moment: an attempt should not cost a query, and a changed setting should hold at once or soon. */
import { LRUCache } from 'lru-cache'
import { type Endpoint, loadEndpoint } from '../agents/endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'

const FRESH_MS = 1000
const KEPT = 5000

export interface EndpointCache {
  find(gate: string): Promise<Endpoint | undefined>
  /** Its settings were saved: what is known counts no more. */
  forget(gate: string): void
}

export function createEndpointCache(database: Database, box: SecretBox, clock: Clock): EndpointCache {
  const known = new LRUCache<string, { endpoint: Endpoint; readAt: number }>({ max: KEPT })
  const reading = new Map<string, Promise<Endpoint | undefined>>()

  function read(gate: string): Promise<Endpoint | undefined> {
    const readAt = clock.now()
    const pending = loadEndpoint(database, box, gate, readAt)
      .then((endpoint) => {
        if (reading.get(gate) !== pending) return endpoint
        // That there is none is looked up each time: what is accepted after one was made must not die for what was before.
        if (endpoint) known.set(gate, { endpoint, readAt })
        else known.delete(gate)
        return endpoint
      })
      .finally(() => {
        if (reading.get(gate) === pending) reading.delete(gate)
      })
    reading.set(gate, pending)
    return pending
  }

  return {
    async find(gate) {
      const kept = known.get(gate)
      if (kept && Math.abs(clock.now() - kept.readAt) < FRESH_MS) return kept.endpoint
      return reading.get(gate) ?? read(gate)
    },
    forget(gate) {
      known.delete(gate)
      reading.delete(gate)
    },
  }
}
