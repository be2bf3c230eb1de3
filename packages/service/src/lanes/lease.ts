/**
 * A worker's lease: one row that says who it is and until when it lives. It is renewed at a third of its length. When it
 * ran out (the process was frozen, the database out of reach), the worker starts over under a new name: nothing it knew
 * counts any more. Along the way, workers that died are reaped: at the next renewal when their process on this host is gone,
 * else when their lease ends.
 *
 * The reaper of a worker also says whether its process has ended. That is known where the process id belongs to nobody on this
 * machine, or to the reaper itself, and on the embedded engine, on which one process works at a time. A process elsewhere may
 * be frozen or cut off from the database, which looks the same from here: then it is not said to have ended.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Core } from '../platform/core.ts'
import type { DatabaseClock } from '../platform/database/database-clock.ts'
import { newId } from '../platform/ids.ts'
import { isRunning } from '../platform/process-usage.ts'
import { listWorkers, reapWorkers, registerWorker, renewWorker } from './store.ts'
import type { Gone } from './suspects-store.ts'

interface Lease {
  readonly worker: string
  /** Ends no later than this, by the lane clock. */
  readonly until: number
}

export interface LeaseKeeper {
  current(): Lease
  /** Renews, or starts over; called at intervals. Calls `lost` before a new lease can be had in place of a lost one. */
  keep(lost: () => void): Promise<void>
  end(): Promise<void>
}

export async function openLease(
  options: Pick<Core, 'log' | 'database'> & {
    clock: DatabaseClock
    leaseMs: number
    /** The kinds of items that may be suspects. */
    ownKinds: readonly string[]
    /** Whether the process with this id still runs on this host; replaced in tests. */
    isAlive?: (pid: number) => boolean
  },
): Promise<LeaseKeeper> {
  const { database, clock, log, leaseMs, ownKinds, isAlive = isRunning } = options
  const host = thisMachine()
  await clock.sync()
  /** All names this process has had. */
  const own = new Set<string>()
  let lease = await begin()
  let cancelReap = () => {}

  async function begin(): Promise<Lease> {
    // The time is taken before the write: the lease in memory must never outlive the one in the database.
    const now = clock.now()
    const worker = newId()
    own.add(worker)
    await database.transaction('lease: begin', (tx) =>
      registerWorker(tx, { id: worker, host, pid: process.pid, expires_at: now + leaseMs }),
    )
    return { worker, until: now + leaseMs }
  }

  async function reap(): Promise<void> {
    const now = clock.now()
    const others = (await listWorkers(database)).filter(({ id }) => id !== lease.worker)
    const dead = others.filter(
      ({ host: theirs, pid, expires_at }) =>
        expires_at <= now || (theirs === host && pid !== process.pid && !isAlive(pid)),
    )
    reapAt(Math.min(...others.filter((one) => !dead.includes(one)).map(({ expires_at }) => expires_at)))
    if (dead.length === 0) return
    log.warn({ workers: dead.length }, 'workers are gone; their lanes are taken over')
    await database.transaction('lease: reap', (tx) =>
      reapWorkers(tx, new Map(dead.map((one) => [one.id, goneOf(one)])), ownKinds),
    )
  }

  function goneOf({ id, host: theirs, pid }: { id: string; host: string; pid: number }): Gone {
    if (own.has(id)) return 'lost'
    const isGone = theirs === host && (pid === process.pid || !isAlive(pid))
    return isGone || database.engine === 'sqlite' ? 'ended' : 'lost'
  }

  /** A living worker renews early: a lease that ends before our next renewal is looked at when it ends. */
  function reapAt(endsAt: number): void {
    cancelReap()
    const inMs = endsAt - clock.now()
    if (inMs > leaseMs / 3) return
    cancelReap = clock.after(inMs + 1, () => {
      reap().catch((error: unknown) => log.warn({ err: error }, 'workers that are gone could not be found'))
    })
  }

  await reap()
  return {
    current: () => lease,
    async keep(lost) {
      await clock.sync()
      const now = clock.now()
      const renewed = await database.transaction('lease: renew', (tx) =>
        renewWorker(tx, lease.worker, now, now + leaseMs),
      )
      if (renewed) {
        lease = { worker: lease.worker, until: now + leaseMs }
      } else {
        log.warn('the lease on lanes was lost; the worker starts over')
        // Until there is a new one, no name is right: nothing starts and nothing is written.
        lease = { worker: '', until: 0 }
        lost()
        lease = await begin()
      }
      await reap()
    },
    async end() {
      cancelReap()
      try {
        await database.transaction('lease: end', (tx) =>
          reapWorkers(tx, new Map([[lease.worker, 'lost']]), ownKinds),
        )
      } catch (error) {
        log.warn({ err: error }, 'the lease on lanes could not be ended; it runs out by itself')
      }
    },
  }
}

/**
 * Where a process id means something: machines may share a name, and containers number their processes each for itself.
 * Where that cannot be told, no other process is taken for a neighbour, and the dead are found by their lease alone.
 */
export function thisMachine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return newId()
  }
}
