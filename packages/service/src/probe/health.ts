/** The service's own health (contract 4.4): normal only while the database answers and the service is not shutting down. */
import type { Database } from '../platform/database/handle.ts'
import type { Answer } from '../platform/http/route.ts'

/** Callers poll with a timeout of 3 to 5 seconds; an answer must come before that. */
const DATABASE_TIMEOUT_MS = 2000

export function healthHandler(database: Database, draining: () => boolean): () => Promise<Answer> {
  return async () => {
    if (draining()) return { status: 503, text: 'service is shutting down' }
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('late')), DATABASE_TIMEOUT_MS)
      })
      await Promise.race([database.ping(), late])
      return { text: 'service is normal' }
    } catch {
      return { status: 503, text: 'service is unavailable: the database does not answer' }
    } finally {
      clearTimeout(timer)
    }
  }
}
