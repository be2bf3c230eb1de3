/**
 * Makes the templates that fresh stores are copied from: a migrated SQLite file in the folder given, and a migrated database on
 * the PostgreSQL of the tests. The test command runs it once before the tests.
 */
import { readConfig } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onServer, TEMPLATE_DATABASE } from './engines.ts'

const folder = process.argv[2] ?? ''
const url = new URL(process.env.TANDEM_TEST_POSTGRES_URL ?? '')
url.pathname = TEMPLATE_DATABASE
await onServer(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE} WITH (FORCE)`)
await onServer(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
for (const environment of [{ TANDEM_DATA: folder }, { TANDEM_DATA: folder, DATABASE_URL: url.href }]) {
  const database = await openDatabase(readConfig('serve', environment), createLog('silent'))
  await migrate(database, Date.now())
  await database.close()
}
