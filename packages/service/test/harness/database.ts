/** A database of the newest schema on a store of its own, for tests without a service around it; its `close` removes the store. */
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import type { TestEngine } from './engines.ts'

export async function openTestDatabase(engine: TestEngine): Promise<Database> {
  const { env, remove } = await engine.freshEnvironment()
  const database = await openDatabase(readConfig('serve', env), createLog('silent'))
  await migrate(database, 1)
  return { ...database, close: () => database.close().then(remove) }
}
