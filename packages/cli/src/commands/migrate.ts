/** `tandem migrate`: brings the schema up to date without starting the service. */
import { systemClock } from '@tandem/service/platform/clock'
import { readConfig } from '@tandem/service/platform/config'
import { migrate } from '@tandem/service/platform/database/migrate'
import { openDatabase } from '@tandem/service/platform/database/open'
import { createLog } from '@tandem/service/platform/log'
import type { Command } from '../command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  says: 'Brings the database schema up to date. `serve` and `dev` do it by themselves.',
  minArgs: 0,
  maxArgs: 0,
  async run({ environment, output }) {
    const database = await openDatabase(readConfig('serve', environment), createLog('silent'))
    try {
      const { from, to, applied } = await migrate(database, systemClock.now())
      const said =
        applied.length > 0
          ? `Schema ${from} → ${to} (${applied.join(', ')}).`
          : `Schema ${to}: nothing to do.`
      output.result({ engine: database.engine, from, to, applied }, [said])
      return 0
    } finally {
      await database.close()
    }
  },
}
