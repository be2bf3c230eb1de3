/** Opens the database of the service for commands that work on it, and migrates its schema first. */
import { systemClock } from '@tandem/service/platform/clock'
import { type Config, type Environment, readConfig } from '@tandem/service/platform/config'
import type { Database } from '@tandem/service/platform/database/handle'
import { type MigrateResult, migrate } from '@tandem/service/platform/database/migrate'
import { openDatabase } from '@tandem/service/platform/database/open'
import { explainStart } from '@tandem/service/platform/explain-start'
import { createLog } from '@tandem/service/platform/log'

export async function withDatabase<T>(
  environment: Environment,
  work: (database: Database, config: Config, migrated: MigrateResult) => Promise<T>,
): Promise<T> {
  const config = readConfig('serve', environment)
  let database: Database | undefined
  try {
    database = await openDatabase(config, createLog('silent'))
    const migrated = await migrate(database, systemClock.now())
    return await work(database, config, migrated)
  } catch (error) {
    throw explainStart(error, config)
  } finally {
    // A failed close must not hide an error of the work.
    await database?.close().catch(() => {})
  }
}
