/** `tandem migrate`: brings the schema up to date without starting the service. */
import type { Command } from '../command.ts'
import { withDatabase } from '../open-store.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  says: 'Brings the database schema up to date. `serve` and `dev` do it by themselves.',
  run: ({ environment, output }) =>
    withDatabase(
      environment,
      async (database, _config, { from, to, applied, copy }) => {
        const said =
          applied.length > 0
            ? `Schema ${from} → ${to} (${applied.join(', ')}).`
            : `Schema ${to}: nothing to do.`
        const copied = copy === undefined ? [] : [`The database of before is in ${copy}.`]
        output.result({ engine: database.engine, from, to, applied, copy: copy ?? null }, [said, ...copied])
        return 0
      },
      { mayUpgrade: true },
    ),
}
