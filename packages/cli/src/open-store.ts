/** Opens the database of the service for commands that work on it. */
import { systemClock } from '@tandem/service/platform/clock'
import { type Config, type Environment, readConfig } from '@tandem/service/platform/config'
import type { Database } from '@tandem/service/platform/database/handle'
import { type MigrateResult, migrate, refuseOlder } from '@tandem/service/platform/database/migrate'
import { openDatabase } from '@tandem/service/platform/database/open'
import { explainStart } from '@tandem/service/platform/explain-start'
import { createLog } from '@tandem/service/platform/log'

/** An empty database gets its schema; only `migrate` changes that of an older version. */
export async function withDatabase<T>(
  environment: Environment,
  work: (database: Database, config: Config, migrated: MigrateResult) => Promise<T>,
  { mayUpgrade = false } = {},
): Promise<T> {
  const config = readConfig('serve', environment)
  let database: Database | undefined
  try {
    database = await openDatabase(config, createLog('silent'))
    if (!mayUpgrade) await refuseOlder(database)
    const migrated = await migrate(database, systemClock.now())
    return await work(database, config, migrated)
  } catch (error) {
    throw explainStart(error, config)
  } finally {
    // A failed close must not hide an error of the work.
    await database?.close().catch(() => {})
  }
}
