/**
 * The service's own health (contract 4.4): normal only while the database responds and accepts writes, and the service is not
 * shutting down.
 */
import type { Database } from '../platform/database/handle.ts'
import { type WriteRefusal, withinMoment, writeRefusal } from '../platform/database/trouble.ts'
import type { RouteResponse } from '../platform/http/route.ts'

const reasons: Readonly<Record<WriteRefusal, string>> = {
  full: 'the disk of the database is full',
  'read-only': 'the database is read-only',
  failing: 'the disk of the database fails',
}

export function healthHandler(database: Database, draining: () => boolean): () => Promise<RouteResponse> {
  return async () => {
    if (draining()) return { status: 503, text: 'service is shutting down' }
    try {
      await withinMoment(database.ping())
      return { text: 'service is normal' }
    } catch (error) {
      const refusal = writeRefusal(error)
      const reason = refusal ? reasons[refusal] : 'the database does not answer'
      return { status: 503, text: `service is unavailable: ${reason}` }
    }
  }
}
