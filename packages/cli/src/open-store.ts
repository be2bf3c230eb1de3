/** Opens the database the service uses, for commands that work on it directly; brings its schema up to date first. */
import { systemClock } from '@tandem/service/platform/clock'
import { type Config, type Environment, readConfig } from '@tandem/service/platform/config'
import { explainStart } from '@tandem/service/platform/database/explain-start'
import type { Database } from '@tandem/service/platform/database/handle'
import { migrate } from '@tandem/service/platform/database/migrate'
import { openDatabase } from '@tandem/service/platform/database/open'
import { createLog } from '@tandem/service/platform/log'

export async function withDatabase<T>(
  environment: Environment,
  work: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig('serve', environment)
  const database = await open(config)
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}

async function open(config: Config): Promise<Database> {
  let database: Database | undefined
  try {
    database = await openDatabase(config, createLog('silent'))
    await migrate(database, systemClock.now())
    return database
  } catch (error) {
    await database?.close().catch(() => {})
    throw explainStart(error, config)
  }
}
