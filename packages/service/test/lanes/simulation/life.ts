/**
 * A simulated process: its life, and its view of the database. Killed, nothing of it goes on, and what its transactions under
 * way have written is rolled back or committed without its hearing of it. Frozen, everything it does next waits for the thaw.
 */
import { CompiledQuery } from 'kysely'
import { createAnnouncements } from '../../../src/platform/database/announcements.ts'
import { kyselyOver, type Param } from '../../../src/platform/database/dialect.ts'
import type { Database, Tx } from '../../../src/platform/database/handle.ts'

export type Trouble = 'refused' | 'answer lost'

export class Life {
  #state: 'running' | 'frozen' | 'dead' = 'running'
  #thawed = Promise.withResolvers<void>()
  #troubles: Trouble[] = []
  /** Whether transactions under way when it was killed are rolled back. */
  rollsBack = false

  get state() {
    return this.#state
  }
  /** Every step of the process goes through here: the dead never pass it. */
  pass(): Promise<void> {
    if (this.#state === 'running') return Promise.resolve()
    return this.#state === 'frozen' ? this.#thawed.promise : new Promise(() => {})
  }
  freeze(): void {
    if (this.#state === 'running') this.#state = 'frozen'
  }
  thaw(): void {
    if (this.#state !== 'frozen') return
    this.#state = 'running'
    this.#thawed.resolve()
    this.#thawed = Promise.withResolvers()
  }
  kill(rollsBack: boolean): void {
    this.#state = 'dead'
    this.rollsBack = rollsBack
  }
  /** The next calls of the database fail: before they did anything, or after they did it all. */
  disturb(troubles: readonly Trouble[]): void {
    this.#troubles = [...troubles]
  }
  nextTrouble(): Trouble | undefined {
    return this.#troubles.shift()
  }
}

/** Counts what is under way at the real database, so that a test knows when all is quiet. */
export interface Tally {
  busy: number
}

export function lifelike(
  real: Database,
  life: Life,
  tally: Tally,
  news: { tell(text: string): void; listen(fn: (text: string) => void): void },
): Database {
  async function call<T>(run: () => Promise<T>): Promise<T> {
    await life.pass()
    const trouble = life.nextTrouble()
    if (trouble === 'refused') throw new Error('simulated: the database did not take it')
    tally.busy++
    let answer: () => T
    try {
      const value = await run()
      answer = () => value
    } catch (error) {
      answer = () => {
        throw error
      }
    } finally {
      tally.busy--
    }
    await life.pass()
    if (trouble === 'answer lost') throw new Error('simulated: the answer of the database was lost')
    return answer()
  }

  const q = kyselyOver(real.engine, (sql, params) =>
    call(async () => {
      const result = await real.q.executeQuery(CompiledQuery.raw(sql, [...params]))
      return {
        rows: result.rows as Record<string, Param>[],
        changes: Number(result.numAffectedRows ?? 0),
      }
    }),
  )
  return {
    engine: real.engine,
    location: real.location,
    scanReader: real.scanReader,
    q,
    run: (query, params) => call(() => real.run(query, params)),
    transaction: <T>(_name: string, fn: (tx: Tx) => Promise<T>, durability?: 'disk' | 'process') =>
      call(() =>
        real.transaction(
          'test',
          async (tx) => {
            const value = await fn(tx)
            if (life.state === 'dead' && life.rollsBack)
              throw new Error('simulated: killed before the commit')
            return value
          },
          durability,
        ),
      ),
    fileTransaction: (name, fn) => real.fileTransaction(name, fn),
    ping: () => real.ping(),
    announcements: createAnnouncements({
      publish: news.tell,
      subscribe: (fn) => news.listen((text) => void life.pass().then(() => fn(text))),
    }),
    close: async () => {},
  }
}
