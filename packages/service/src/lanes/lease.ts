/**
 * A worker's lease: one row with the worker's id and the time until which it is alive. It is renewed after a third of its length.
 * If it ran out (the process was frozen, the database unreachable), the worker starts over under a new id and forgets everything.
 * Each renewal also reaps dead workers: those of this host whose process is gone, and all whose lease has ended.
 *
 * The reaper also determines whether the worker's process has ended. This is certain if no process of this machine has its id, if
 * it is the reaper's own process, and on the embedded engine, which has one process at a time. A process on another machine may be
 * frozen or cut off from the database, so it counts as lost and not as ended.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Core } from '../platform/core.ts'
import type { DatabaseClock } from '../platform/database/database-clock.ts'
import { newId } from '../platform/ids.ts'
import { isRunning } from '../platform/process-usage.ts'
import { listWorkers, reapWorkers, registerWorker, renewWorker } from './store.ts'
import type { WorkerFate } from './suspects-store.ts'

export type LeaseKeeper = Awaited<ReturnType<typeof openLease>>

export async function openLease(
  options: Pick<Core, 'log' | 'database'> & {
    clock: DatabaseClock
    leaseMs: number
    /** The kinds of items that may be suspects. */
    ownKinds: readonly string[]
    /** Whether the process with this id still runs on this host; replaced in tests. */
    isAlive?: (pid: number) => boolean
  },
) {
  const { database, clock, log, leaseMs, ownKinds, isAlive = isRunning } = options
  const host = thisMachine()
  await clock.sync()
  /** All worker ids that this process has had. */
  const own = new Set<string>()
  let lease = await begin()
  let cancelReap = () => {}

  async function begin() {
    // The time is read before the write: the lease in memory must never outlast the one in the database.
    const until = clock.now() + leaseMs
    const worker = newId()
    own.add(worker)
    await database.transaction('lease: begin', (tx) =>
      registerWorker(tx, { id: worker, host, pid: process.pid, expires_at: until }),
    )
    return { worker, until }
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
      reapWorkers(tx, new Map(dead.map((one) => [one.id, fateOf(one)])), ownKinds),
    )
  }

  function fateOf({ id, host: theirs, pid }: { id: string; host: string; pid: number }): WorkerFate {
    if (own.has(id)) return 'lost'
    const isGone = theirs === host && (pid === process.pid || !isAlive(pid))
    return isGone || database.engine === 'sqlite' ? 'ended' : 'lost'
  }

  /** A live worker renews early. If a lease ends before our next renewal, it is checked when it ends. */
  function reapAt(endsAt: number): void {
    cancelReap()
    const inMs = endsAt - clock.now()
    if (inMs > leaseMs / 3) return
    cancelReap = clock.after(inMs + 1, () => {
      reap().catch((error: unknown) => log.warn({ err: error }, 'dead workers could not be reaped'))
    })
  }

  await reap()
  return {
    /** `until`: the lease ends no later than this, by the clock of the lanes. */
    current: () => lease,
    /** Renews the lease, or replaces a lost one after it has called `lost`. Called at intervals. */
    async keep(lost: () => void): Promise<void> {
      await clock.sync()
      const now = clock.now()
      const renewed = await database.transaction('lease: renew', (tx) =>
        renewWorker(tx, lease.worker, now, now + leaseMs),
      )
      if (renewed) {
        lease = { worker: lease.worker, until: now + leaseMs }
      } else {
        log.warn('the lease on lanes was lost; the worker starts over')
        // Until there is a new lease, no worker id is valid: nothing starts and nothing is written.
        lease = { worker: '', until: 0 }
        lost()
        lease = await begin()
      }
      await reap()
    },
    async end(): Promise<void> {
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
 * Returns the scope of process ids: machines may share a name, and each container numbers its own processes. If the scope cannot
 * be determined, the id is unique to this process, and dead workers are found by their lease alone.
 */
export function thisMachine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return thisProcess
  }
}
const thisProcess = newId()
