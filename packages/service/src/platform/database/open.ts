/** Opens the engine the configuration names. The PostgreSQL driver is loaded only when it is wanted. */
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Database } from './handle.ts'
import { openSqlite } from './sqlite.ts'

export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataFolder'>,
  log: Log,
): Promise<Database> {
  if (!config.databaseUrl) return openSqlite(config.dataFolder)
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke; the pool replaces it'),
  })
}
