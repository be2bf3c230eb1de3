/**
 * The embedded engine: node:sqlite in WAL mode with synchronous=FULL, so that a commit is on disk when it returns.
 *
 * Two connections. One reads and is opened read-only. One writes, and its writes share commits: transactions that wait
 * at the same moment run one after another inside a single BEGIN…COMMIT, each in its own savepoint, and all of them are
 * answered after that commit. A failing one is rolled back to its savepoint and harms no other. Since the engine is
 * synchronous, a batch stops taking more work after BATCH_BUDGET_MS, so that requests get their turn in between.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { kyselyOver } from './dialect.ts'
import type { Execute, Outcome, Param } from './engine.ts'
import type { ColumnTypes, Database, Durability, Reader, Tx } from './handle.ts'
import { bind, type Prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

const BATCH_BUDGET_MS = 5
const BATCH_JOBS = 512
const STATEMENTS_KEPT = 400
const BUSY_TIMEOUT_MS = 5000

export const DATABASE_FILE = 'tandem.db'

interface Job {
  fn: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

export function openSqlite(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, DATABASE_FILE)
  const writer = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  writer.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000;',
  )
  const reading = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const writeStatements = statementCache(writer)
  const writing = writingHandle(writeStatements)
  const reader = readingHandle(statementCache(reading))

  const queues: Record<Durability, Job[]> = { disk: [], process: [] }
  let last: Durability = 'process'
  let draining = false
  let closed = false

  let present: Durability = 'disk'
  function setDurability(wanted: Durability): void {
    if (wanted === present) return
    // In WAL mode FULL syncs at every commit and NORMAL only at checkpoints; a later FULL commit covers all before it.
    writer.exec(`PRAGMA synchronous = ${wanted === 'disk' ? 'FULL' : 'NORMAL'}`)
    present = wanted
  }

  async function runJob(job: Job): Promise<() => void> {
    const after: (() => void)[] = []
    writeStatements('SAVEPOINT job').statement.run()
    try {
      const value = await job.fn({ ...writing, afterCommit: (fn) => void after.push(fn) })
      writeStatements('RELEASE job').statement.run()
      return () => {
        for (const fn of after) fn()
        job.resolve(value)
      }
    } catch (error) {
      // SQLite itself ends the transaction on some errors (a full disk): then the whole batch has failed.
      if (!writer.isTransaction) throw error
      writer.exec('ROLLBACK TO job; RELEASE job')
      return () => job.reject(error)
    }
  }

  /** The two kinds take turns; the one somebody waits for outside (`disk`) goes first. */
  function nextKind(): Durability {
    const other = last === 'disk' ? 'process' : 'disk'
    return queues[other].length > 0 ? other : last
  }
  const waiting = () => queues.disk.length + queues.process.length > 0

  async function runBatch(): Promise<void> {
    const taken: Job[] = []
    const settles: (() => void)[] = []
    last = nextKind()
    const queue = queues[last]
    try {
      const startedAt = performance.now()
      setDurability(last)
      writer.exec('BEGIN IMMEDIATE')
      while (queue.length > 0 && taken.length < BATCH_JOBS) {
        if (taken.length > 0 && performance.now() - startedAt > BATCH_BUDGET_MS) break
        const job = queue.shift() as Job
        taken.push(job)
        settles.push(await runJob(job))
      }
      writer.exec('COMMIT')
    } catch (error) {
      if (writer.isTransaction) writer.exec('ROLLBACK')
      // When not even BEGIN worked, nothing was taken: those who wait would meet the same error.
      for (const job of taken.length > 0 ? taken : queue.splice(0)) job.reject(error)
      return
    }
    for (const settle of settles) settle()
  }

  async function drain(): Promise<void> {
    try {
      while (waiting()) {
        await runBatch()
        if (waiting()) await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      draining = false
    }
  }

  return {
    ...reader,
    transaction<T>(fn: (tx: Tx) => Promise<T>, durability: Durability = 'disk'): Promise<T> {
      if (closed) return Promise.reject(new Error('The database is closed.'))
      return new Promise<T>((resolve, reject) => {
        queues[durability].push({ fn, resolve: resolve as (value: unknown) => void, reject })
        if (draining) return
        draining = true
        // Requests that arrive in this turn of the event loop join the same commit.
        setImmediate(() => void drain())
      })
    },
    async ping() {
      reading.prepare('SELECT 1').get()
    },
    // Nobody else works on an embedded database.
    announce() {},
    onAnnounced() {},
    async close() {
      while (draining) await new Promise((resolve) => setImmediate(resolve))
      closed = true
      reading.close()
      writer.exec('PRAGMA optimize')
      writer.close()
    },
  }
}

type Statements = (sql: string) => { statement: StatementSync; returnsRows: boolean }

/** Keeps the statements used last; the oldest falls out, so that odd queries cannot fill the memory. */
function statementCache(db: DatabaseSync): Statements {
  const kept = new Map<string, { statement: StatementSync; returnsRows: boolean }>()
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value as string)
    kept.set(sql, made)
    return made
  }
}

function executeNow(statements: Statements, sql: string, params: readonly Param[]): Outcome {
  const { statement, returnsRows } = statements(sql)
  if (!returnsRows) return { rows: [], changes: Number(statement.run(...params).changes) }
  const rows = statement.all(...params) as Outcome['rows']
  return { rows, changes: rows.length }
}

function readingHandle(statements: Statements): Reader {
  const execute: Execute = async (sql, params) => executeNow(statements, sql, params)
  const q = kyselyOver('sqlite', execute)
  return {
    engine: 'sqlite',
    q,
    async run<P, R>(query: Prepared<P, R>, params: P): Promise<R[]> {
      const compiled = query.compile('sqlite', q)
      return executeNow(statements, compiled.sql, bind(compiled, params as object)).rows as R[]
    },
  }
}

function writingHandle(statements: Statements): Omit<Tx, 'afterCommit'> {
  const handle = readingHandle(statements)
  return {
    ...handle,
    async runEach<P, R>(query: Prepared<P, R>, list: readonly P[]): Promise<R[][]> {
      const compiled = query.compile('sqlite', handle.q)
      const { statement, returnsRows } = statements(compiled.sql)
      return list.map((params) => {
        const values = bind(compiled, params as object)
        if (returnsRows) return statement.all(...values) as R[]
        statement.run(...values)
        return []
      })
    },
    async change<P>(query: Prepared<P, unknown>, params: P): Promise<number> {
      const compiled = query.compile('sqlite', handle.q)
      return executeNow(statements, compiled.sql, bind(compiled, params as object)).changes
    },
    async insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]) {
      const names = Object.keys(columns)
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      const { statement } = statements(sql)
      for (const row of rows) statement.run(...row)
    },
  }
}
