/** Endpoints as last read, for a moment: an attempt should not cost a query, and a changed setting should hold at once or soon. */
import { type Endpoint, loadEndpoint } from '../agents/endpoints.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'

const FRESH_MS = 1000
const KEPT = 5000

export interface EndpointCache {
  find(gate: string): Promise<Endpoint | undefined> | Endpoint | undefined
}

export function createEndpointCache(database: Database, box: SecretBox, clock: Clock): EndpointCache {
  const known = new Map<string, { endpoint: Endpoint | undefined; readAt: number }>()
  const reading = new Map<string, Promise<Endpoint | undefined>>()

  async function read(gate: string): Promise<Endpoint | undefined> {
    const readAt = clock.now()
    try {
      const endpoint = await loadEndpoint(database, box, gate, readAt)
      if (known.size >= KEPT) known.clear()
      known.set(gate, { endpoint, readAt })
      return endpoint
    } finally {
      reading.delete(gate)
    }
  }

  return {
    find(gate) {
      const kept = known.get(gate)
      if (kept && Math.abs(clock.now() - kept.readAt) < FRESH_MS) return kept.endpoint
      let pending = reading.get(gate)
      if (!pending) {
        pending = read(gate)
        reading.set(gate, pending)
      }
      return pending
    },
  }
}
