/** Opens the engine the configuration names. The PostgreSQL driver is loaded only when it is wanted. */
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Database, DatabaseLocation, OwnReader } from './handle.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'

/** Connections of a thread's reader; those of the service are configured. */
const READER_CONNECTIONS = 4

export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataFolder'>,
  log: Log,
): Promise<Database> {
  if (!config.databaseUrl) {
    const onLong = (transaction: string, heldMs: number) =>
      log.warn({ transaction, heldMs }, 'a transaction holds the only writer for longer than a second')
    return openSqlite(config.dataFolder, { onLong })
  }
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke; the pool replaces it'),
  })
}

/** For a thread that reads beside the service. */
export async function openReader(
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
): Promise<OwnReader> {
  if (location.engine === 'sqlite') return openSqliteReader(location.folder)
  const { openPostgresReader } = await import('./postgres.ts')
  return openPostgresReader({ url: location.url, connections: READER_CONNECTIONS, onIdleError })
}
