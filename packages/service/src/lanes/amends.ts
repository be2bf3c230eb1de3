/** What the database did not take or did not confirm, for the next poll to do again, so that no lane stays with nobody. */
import type { Database } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import { releaseClaim, releaseTaking, type Taker } from './store.ts'

export interface Amends {
  /** Tries at once, and at each poll until it was done. */
  now(fn: () => Promise<void>): Promise<void>
  /** A claim whose answer was lost: it may have been written all the same. */
  giveBackClaim(taker: Taker): void
  /** The same for a lane that was to be taken by the transaction that added to it. */
  giveBackTaking(taking: Taker & { readonly key: string }): void
  poll(): Promise<void>
  clear(): void
}

/** How many polls in a row give back a claim whose answer was lost: the server may still have been at work on it. */
const GIVE_BACK_POLLS = 10

export function createAmends(database: Database, log: Log): Amends {
  let open: (() => Promise<void>)[] = []

  async function now(fn: () => Promise<void>): Promise<void> {
    try {
      await fn()
    } catch (error) {
      log.warn({ err: error }, 'lanes could not be put back; the next poll tries again')
      open.push(fn)
    }
  }

  function repeat(fn: () => Promise<void>, times: number): void {
    open.push(async () => {
      await fn()
      if (times > 1) repeat(fn, times - 1)
    })
  }

  return {
    now,
    giveBackClaim: ({ worker, claim }) =>
      repeat(() => database.transaction((tx) => releaseClaim(tx, worker, claim)), GIVE_BACK_POLLS),
    giveBackTaking: (taking) =>
      repeat(() => database.transaction((tx) => releaseTaking(tx, taking)), GIVE_BACK_POLLS),
    async poll() {
      await Promise.all(open.splice(0).map(now))
    },
    clear() {
      open = []
    },
  }
}
