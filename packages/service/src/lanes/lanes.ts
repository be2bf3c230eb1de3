/** Lanes as the rest of the service sees them: add items inside a transaction, and start the worker that runs them. */
import type { Clock } from '../platform/clock.ts'
import { createDatabaseClock } from '../platform/database/database-clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { findGate, type GateRow, openGate, putGate } from './gates.ts'
import { itemId, type NewItem, type Runner } from './lane.ts'
import { openLease } from './lease.ts'
import { bringForward } from './store.ts'
import { postgresLanes } from './store-postgres.ts'
import { sqliteLanes } from './store-sqlite.ts'
import { startWorker, type Worker, type WorkerSettings } from './worker.ts'

export interface Added {
  /** The item's name outside: stable over retries. */
  readonly id: string
  readonly sequence: number
}

export interface Lanes {
  /** The time lanes go by. Whoever says when an item is due says it by this clock: the system's own may differ. */
  readonly clock: Clock
  add(tx: Tx, item: NewItem): Promise<Added>
  /** What is in the lane now need not wait for its time any more; what is added later is not meant. */
  bringForward(tx: Tx, lane: string): Promise<void>
  /** Closes a gate; every process puts its unstarted lanes back. */
  closeGate(tx: Tx, gate: GateRow): Promise<void>
  /**
   * Opens it again: by itself, if it was closed, or anew, whether it was or not. What waits behind it is due at once; only
   * by itself it leaves out what was asked to wait.
   */
  openGate(tx: Tx, gate: string, how: 'by itself' | 'anew'): Promise<void>
  /** Calls `fn` for each gate that was opened, here or in another process. */
  onOpened(fn: (gate: string) => void): void
  start(runners: Readonly<Record<string, Runner>>): Promise<void>
  stop(graceMs: number): Promise<void>
  stats(): ReturnType<Worker['stats']>
}

export function createLanes(options: {
  database: Database
  clock: Clock
  log: Log
  settings?: Partial<WorkerSettings>
}): Lanes {
  const { database, log, settings = {} } = options
  const clock = createDatabaseClock(database, options.clock)
  const engine = database.engine === 'sqlite' ? sqliteLanes : postgresLanes
  let worker: Worker | undefined

  /** Tells our own words from those of other processes. */
  const own = newId()
  const whenOpened: ((gate: string) => void)[] = []

  function tell(word: 'due' | 'closed' | 'opened', gate: string): void {
    hear(word, gate)
    database.announce(`${word} ${gate} ${own}`)
  }
  function hear(word: string, gate: string): void {
    if (word === 'opened') for (const fn of whenOpened) fn(gate)
    if (word === 'due' || word === 'opened') worker?.wake(gate)
    else if (word === 'closed') worker?.gateClosed(gate)
  }

  return {
    clock,
    async add(tx, item) {
      const taker = engine.takesAtOnce ? worker?.taker(item) : undefined
      const { laneUid, seq, taken } = await engine.append(tx, item, clock.now(), taker)
      if (taker && !taken) worker?.taken(taker, undefined)
      tx.afterCommit(() => {
        if (taker && taken && worker) worker.taken(taker, taken)
        else tell('due', item.gate)
      })
      return { id: itemId(laneUid, seq), sequence: seq }
    },
    async bringForward(tx, lane) {
      const gate = await bringForward(tx, lane, clock.now())
      if (gate !== undefined) tx.afterCommit(() => tell('due', gate))
    },
    async closeGate(tx, gate) {
      await putGate(tx, gate)
      tx.afterCommit(() => tell('closed', gate.id))
    },
    async openGate(tx, gate, how) {
      if (how === 'by itself' && !(await findGate(tx, gate))) return
      await openGate(tx, gate, clock.now(), how === 'anew' ? 'all' : 'not asked')
      tx.afterCommit(() => tell('opened', gate))
    },
    onOpened: (fn) => void whenOpened.push(fn),
    async start(runners) {
      const leaseMs = settings.leaseMs ?? 30_000
      const lease = await openLease({ database, clock, log, leaseMs })
      worker = startWorker({
        database,
        engine,
        clock,
        log,
        lease,
        runners,
        settings,
      })
      database.onAnnounced((text) => {
        const [word = '', gate = '', from] = text.split(' ')
        // Our own words come back to us, and late: what they say we know since.
        if (from !== own) hear(word, gate)
      })
    },
    async stop(graceMs) {
      await worker?.stop(graceMs)
      worker = undefined
    },
    stats: () => worker?.stats() ?? { running: 0, claimed: 0, unwritten: 0 },
  }
}
