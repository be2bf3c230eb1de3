/** Opens the engine that the configuration names. The PostgreSQL driver is loaded only when it is needed. */
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Database, DatabaseLocation, OwnReader } from './handle.ts'
import { openSqlite, openSqliteReader } from './sqlite.ts'

/** For the reader of a thread; the service's number of connections is configured. */
const READER_CONNECTIONS = 4

export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataFolder'>,
  log: Log,
): Promise<Database> {
  const onAfterFailed = (error: unknown) => log.error({ err: error }, 'work after a commit failed')
  if (!config.databaseUrl) {
    const onLong = (transaction: string, heldMs: number) =>
      log.warn({ transaction, heldMs }, 'a transaction holds the only writer for longer than a second')
    return openSqlite(config.dataFolder, { onLong, onAfterFailed })
  }
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke; the pool replaces it'),
    onAfterFailed,
  })
}

/** Opens a reader for a thread. */
export async function openReader(
  location: DatabaseLocation,
  onIdleError: (error: Error) => void,
): Promise<OwnReader> {
  if (location.engine === 'sqlite') return openSqliteReader(location.folder)
  const { openPostgresReader } = await import('./postgres.ts')
  return openPostgresReader({ url: location.url, connections: READER_CONNECTIONS, onIdleError })
}
