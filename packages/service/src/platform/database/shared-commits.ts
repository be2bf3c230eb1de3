/**
 * How writes of the embedded engine share commits and the disk. Transactions that wait at the same moment run one after
 * another inside a single BEGIN…COMMIT, each in its own savepoint: a failing one is rolled back to it and harms no other.
 * Since the engine is synchronous, a batch stops taking more work after BATCH_BUDGET_MS, so that requests get their turn.
 *
 * COMMIT itself does not wait for the disk. A sync of the log file does, beside the event loop; transactions that commit
 * meanwhile share the next one. A `disk` transaction is answered after a sync that began after its commit. Answers are given
 * in the order of commits, so whoever reads what a `disk` transaction wrote is answered no sooner than it is on disk.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseSync } from 'node:sqlite'
import type { Durability, Tx } from './handle.ts'

const BATCH_BUDGET_MS = 1.5
const BATCH_JOBS = 512

interface Job {
  /** Calls a function in the asynchronous context of the one who asked for the transaction: a batch runs in that of its first. */
  readonly inContext: <T, A extends unknown[]>(fn: (...args: A) => T, ...args: A) => T
  readonly fn: (tx: Tx) => Promise<unknown>
  readonly durability: Durability
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** What is to be told of a job once that may be told. */
interface Answer {
  readonly durability: Durability
  readonly tell: () => void
  readonly fail: (reason: unknown) => void
}

export interface SharedCommits {
  transaction<T>(fn: (tx: Tx) => Promise<T>, durability: Durability): Promise<T>
  /** Runs `work` while no transaction is open; those that come meanwhile wait. */
  pause<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when everything was answered; takes nothing more. */
  close(): Promise<void>
}

export function createSharedCommits(options: {
  writer: DatabaseSync
  handle: Omit<Tx, 'afterCommit'>
  /** Resolves when everything committed before the call is on disk. */
  sync: () => Promise<void>
  /** Called before the engine is asked to begin. */
  begins: () => void
  /** Called after each commit. */
  committed: () => void
}): SharedCommits {
  const { writer, handle, sync, begins, committed } = options
  const begin = writer.prepare('BEGIN IMMEDIATE')
  const commit = writer.prepare('COMMIT')
  const savepoint = writer.prepare('SAVEPOINT job')
  const release = writer.prepare('RELEASE job')
  const queues: Record<Durability, Job[]> = { disk: [], process: [] }
  let draining = false
  let closed = false
  const pauses: (() => Promise<unknown>)[] = []
  /** Committed and not yet told: what waits for the sync under way, and what came after it began. */
  let covered: Answer[] = []
  let later: Answer[] = []
  let isSyncing = false
  /** The disk refused a sync. What it holds is unknown from then on, so nothing more is written. */
  let broken: Error | undefined

  async function runJob(job: Job): Promise<Answer> {
    const { inContext, durability, resolve, reject: fail } = job
    const after: (() => void)[] = []
    savepoint.run()
    try {
      const tx = { ...handle, afterCommit: (fn: () => void) => void after.push(fn) }
      const value = await inContext(job.fn, tx)
      release.run()
      const tell = () => {
        for (const fn of after) inContext(fn)
        resolve(value)
      }
      return { durability, tell, fail }
    } catch (error) {
      // SQLite itself ends the transaction on some errors (a full disk): then the whole batch has failed.
      if (!writer.isTransaction) throw error
      writer.exec('ROLLBACK TO job; RELEASE job')
      return { durability: 'process', tell: () => fail(error), fail }
    }
  }

  const waiting = () => queues.disk.length + queues.process.length > 0

  /** Somebody outside waits for `disk`, so it goes first; the first of a batch that is not keeps the others moving. */
  function nextJob(taken: number): Job | undefined {
    const first = taken === 1 ? queues.process : queues.disk
    return first.shift() ?? queues.disk.shift() ?? queues.process.shift()
  }

  async function runBatch(): Promise<void> {
    const taken: Job[] = []
    const answers: Answer[] = []
    try {
      const startedAt = performance.now()
      begins()
      begin.run()
      while (taken.length < BATCH_JOBS) {
        if (taken.length > 1 && performance.now() - startedAt > BATCH_BUDGET_MS) break
        const job = nextJob(taken.length)
        if (!job) break
        taken.push(job)
        answers.push(await runJob(job))
      }
      commit.run()
    } catch (error) {
      if (writer.isTransaction) writer.exec('ROLLBACK')
      // When not even BEGIN worked, nothing was taken: those who wait would meet the same error.
      const failed = taken.length > 0 ? taken : [...queues.disk.splice(0), ...queues.process.splice(0)]
      for (const job of failed) job.reject(error)
      return
    }
    committed()
    for (const answer of answers) {
      if (isSyncing || later.length > 0 || answer.durability === 'disk') later.push(answer)
      else answer.tell()
    }
    startSync()
  }

  function startSync(): void {
    if (isSyncing || later.length === 0) return
    isSyncing = true
    covered = later
    later = []
    sync().then(tellCovered, (error: Error) => {
      broken ??= new Error('The disk failed; what was written last may be lost. Start anew.', {
        cause: error,
      })
      for (const { fail } of [...covered.splice(0), ...later.splice(0)]) fail(broken)
      isSyncing = false
    })
  }

  function tellCovered(): void {
    for (const { tell } of covered) tell()
    covered = []
    isSyncing = false
    // Those that wait for their turn alone need no sync.
    let told = 0
    while (later[told]?.durability === 'process') later[told++]?.tell()
    if (told > 0) later.splice(0, told)
    startSync()
  }

  async function drain(): Promise<void> {
    try {
      while (waiting() || pauses.length > 0) {
        for (const work of pauses.splice(0)) await work()
        if (waiting()) await runBatch()
        if (waiting()) await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      draining = false
    }
  }

  function wake(): void {
    if (draining) return
    draining = true
    // Requests that arrive in this turn of the event loop join the same commit.
    setImmediate(() => void drain())
  }

  return {
    transaction<T>(fn: (tx: Tx) => Promise<T>, durability: Durability): Promise<T> {
      const refusal = broken ?? (closed ? new Error('The database is closed.') : undefined)
      if (refusal) return Promise.reject(refusal)
      return new Promise<T>((resolve, reject) => {
        queues[durability].push({
          inContext: AsyncLocalStorage.snapshot(),
          fn,
          durability,
          resolve: resolve as (value: unknown) => void,
          reject,
        })
        wake()
      })
    },
    pause<T>(work: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        pauses.push(() => work().then(resolve, reject))
        wake()
      })
    },
    async close() {
      while (draining || isSyncing) await new Promise((resolve) => setImmediate(resolve))
      closed = true
    },
  }
}
