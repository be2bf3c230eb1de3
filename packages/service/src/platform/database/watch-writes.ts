/**
 * Makes `ping` report refused writes too: on a full disk reads still succeed. After a refused write `ping` fails for a while,
 * because small writes may still find room; then it succeeds once a write that changes nothing does.
 */
import type { Clock } from '../clock.ts'
import type { Database } from './handle.ts'
import { touchMigration } from './migrate.ts'
import { writeRefusal } from './trouble.ts'

const HOLD_MS = 15_000

export function watchWrites(database: Database, clock: Clock): Database {
  let refused: { readonly error: unknown; readonly at: number } | undefined

  function watched<T>(outcome: Promise<T>): Promise<T> {
    outcome.catch((error: unknown) => {
      if (writeRefusal(error)) refused = { error, at: clock.now() }
    })
    return outcome
  }
  const transaction: Database['transaction'] = (name, fn, durability) =>
    watched(database.transaction(name, fn, durability))

  return {
    ...database,
    transaction,
    fileTransaction: (name, fn) => watched(database.fileTransaction(name, fn)),
    async ping() {
      await database.ping()
      if (!refused) return
      if (clock.now() < refused.at + HOLD_MS) throw refused.error
      await transaction('ping', touchMigration, 'process')
      refused = undefined
    },
  }
}
