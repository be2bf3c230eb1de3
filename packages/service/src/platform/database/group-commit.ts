/**
 * Group commit of the embedded engine, which has one writer. Transactions that wait at the same moment run one after another
 * inside a single BEGIN…COMMIT, each in its own savepoint: a failing one is rolled back alone. The engine is synchronous, so a
 * group starts no transaction after GROUP_BUDGET_MS: other requests get the event loop, and new connections (`hold-work.ts`).
 *
 * Callers get their results in the order of the transactions, once `sync-log.ts` allows it: after the commit, and after a sync
 * if a transaction of the group asked for the disk.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type Activity, currentActivity, runAs } from '../activity.ts'
import { createHold } from '../hold-work.ts'
import { type OnAfterFailed, runAfterCommit } from './after-commit.ts'
import type { Durability, Tx } from './handle.ts'
import { createSyncLog } from './sync-log.ts'

const GROUP_BUDGET_MS = 4
const GROUP_JOBS = 512
/** Normal transactions take milliseconds, and all others have to wait for them. */
const LONG_MS = 1000

interface Job {
  readonly name: string
  /** What the caller works on; the group itself runs as the activity of its first transaction. */
  readonly activity: Activity | undefined
  readonly fn: (tx: Tx) => Promise<unknown>
  readonly durability: Durability
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

export interface GroupCommitOptions {
  readonly writer: DatabaseSync
  readonly handle: Omit<Tx, 'afterCommit' | 'happened'>
  /** Called after the commit for each event that the transaction reported with `happened`. */
  readonly announce: Tx['happened']
  /** Called when a transaction holds the writer for too long: at its end, or when another transaction has to wait for it. */
  readonly onLong: (name: string, heldMs: number) => void
  readonly onAfterFailed: OnAfterFailed
  readonly now: () => number
  /** Resolves when all earlier commits are on disk. */
  readonly sync: () => Promise<void>
  /** Called after each commit; the next group waits for it. */
  readonly onCommit: () => Promise<void>
}

export function createGroupCommit(options: GroupCommitOptions) {
  const { writer, handle, announce, onLong, onAfterFailed, now, sync, onCommit } = options
  const log = createSyncLog(sync)
  const savepoint = writer.prepare('SAVEPOINT job')
  const release = writer.prepare('RELEASE job')
  const queue: Job[] = []
  let running: { readonly name: string; readonly sinceMs: number; isReported: boolean } | undefined
  const isHeld = createHold(now)
  let isDraining = false
  let isClosed = false

  function reportLong(): void {
    if (!running || running.isReported) return
    const heldMs = Math.round(now() - running.sinceMs)
    if (heldMs < LONG_MS) return
    running.isReported = true
    onLong(running.name, heldMs)
  }

  /** Returns the function that passes the result to the caller. */
  async function runJob({ name, activity, fn, resolve, reject }: Job): Promise<() => void> {
    const after: (() => void)[] = []
    running = { name, sinceMs: now(), isReported: false }
    savepoint.run()
    try {
      const tx: Tx = {
        ...handle,
        afterCommit: (call) => void after.push(call),
        happened: (event) => void after.push(() => announce(event)),
      }
      const value = await runAs(activity, () => fn(tx))
      release.run()
      return () => {
        runAs(activity, () => runAfterCommit(after, onAfterFailed))
        resolve(value)
      }
    } catch (error) {
      // SQLite itself ends the transaction on some errors (a full disk): then the whole group has failed.
      if (!writer.isTransaction) throw error
      writer.exec('ROLLBACK TO job; RELEASE job')
      return () => reject(error)
    } finally {
      reportLong()
      running = undefined
    }
  }

  async function runGroup(): Promise<void> {
    const group = queue.splice(0, GROUP_JOBS)
    const reports: (() => void)[] = []
    try {
      const failure = log.failure()
      if (failure) throw failure
      writer.exec('BEGIN IMMEDIATE')
      const startedAtMs = now()
      for (const job of group) {
        if (reports.length > 0 && now() - startedAtMs > GROUP_BUDGET_MS) break
        reports.push(await runJob(job))
      }
      writer.exec('COMMIT')
    } catch (error) {
      if (writer.isTransaction) writer.exec('ROLLBACK')
      for (const { reject } of group) reject(error)
      return
    }
    const done = group.slice(0, reports.length)
    queue.unshift(...group.slice(reports.length))
    log.committed({
      needsDisk: done.some(({ durability }) => durability === 'disk'),
      succeed() {
        for (const report of reports) report()
      },
      fail(reason) {
        for (const { reject } of done) reject(reason)
      },
    })
    await onCommit()
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Transactions of this tick of the event loop join the same commit.
      await new Promise((resolve) => setImmediate(resolve))
      if (!isHeld()) await runGroup()
    }
    isDraining = false
  }

  return {
    transaction<T>(name: string, fn: (tx: Tx) => Promise<T>, durability: Durability): Promise<T> {
      if (isClosed) return Promise.reject(new Error('The database is closed.'))
      reportLong()
      return new Promise<T>((resolve, reject) => {
        const activity = currentActivity()
        queue.push({ name, activity, fn, durability, resolve: resolve as Job['resolve'], reject })
        if (isDraining) return
        isDraining = true
        void drain()
      })
    },
    /** Resolves when every transaction has ended; later ones are rejected. */
    async close() {
      while (isDraining || !log.isIdle()) await new Promise((resolve) => setImmediate(resolve))
      isClosed = true
    },
  }
}
