/**
 * The embedded engine: node:sqlite in WAL mode. Two connections: one reads and is opened read-only, one writes; how writes
 * share commits and wait for the disk is in `shared-commits.ts`, how reads share what they see in `shared-snapshot.ts`.
 */
import { closeSync, fdatasync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { createCheckpointer } from './checkpointer.ts'
import { kyselyOver } from './dialect.ts'
import type { Execute, Outcome, Param } from './engine.ts'
import type { ColumnTypes, Database, Durability, OwnReader, Reader, Tx } from './handle.ts'
import type { Prepared } from './prepared.ts'
import { keepPrivate } from './private-files.ts'
import type { Schema } from './schema.ts'
import { createSharedCommits } from './shared-commits.ts'
import { createSharedSnapshot } from './shared-snapshot.ts'

const STATEMENTS_KEPT = 400
const BUSY_TIMEOUT_MS = 5000

export const DATABASE_FILE = 'tandem.db'

/**
 * `synchronous = NORMAL` does not wait for the disk at a commit; a sync of the log file does, where that is asked for. The
 * log is copied into the database by a thread; the number here is for when that thread is gone. What a savepoint would go back
 * to is kept in memory: SQLite writes it to a file of its own, made and removed in each transaction that changes 16 pages.
 */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000;
  PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 64000;`

export function openSqlite(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, DATABASE_FILE)
  keepPrivate(path)
  const writer = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  writer.exec(PRAGMAS)
  const reading = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const snapshot = createSharedSnapshot(reading)
  const reader = readingHandle(statementCache(reading), snapshot.open)
  const log = fileToSync(`${path}-wal`)
  const file = fileToSync(path)
  const commits = createSharedCommits({
    writer,
    handle: writingHandle(statementCache(writer)),
    sync: log.sync,
    begins: snapshot.end,
    committed() {
      snapshot.end()
      checkpointer.committed()
    },
  })
  const checkpointer = createCheckpointer({ path, pause: commits.pause, syncFile: file.sync })

  return {
    ...reader,
    place: { engine: 'sqlite', folder: dataFolder },
    transaction: <T>(fn: (tx: Tx) => Promise<T>, durability: Durability = 'disk') =>
      commits.transaction(fn, durability),
    async ping() {
      reading.prepare('SELECT 1').get()
    },
    // Nobody else works on an embedded database.
    announce() {},
    onAnnounced() {},
    async close() {
      await commits.close()
      await checkpointer.close()
      snapshot.end()
      reading.close()
      optimize(writer)
      writer.close()
      // Not before: closing any handle of a file lets go of the locks this process has on it.
      log.close()
      file.close()
    },
  }
}

export function openSqliteReader(dataFolder: string): OwnReader {
  const reading = new DatabaseSync(join(dataFolder, DATABASE_FILE), {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
  })
  const snapshot = createSharedSnapshot(reading)
  return {
    ...readingHandle(statementCache(reading), snapshot.open),
    renew: snapshot.end,
    async close() {
      snapshot.end()
      reading.close()
    },
  }
}

/** Helps the next start choose its ways. On a full disk it cannot be done, which is no reason not to close. */
function optimize(writer: DatabaseSync): void {
  try {
    writer.exec('PRAGMA optimize')
  } catch {}
}

/** A handle of our own, opened when first needed: syncing is the file's matter, whoever wrote to it. */
function fileToSync(path: string) {
  let handle: number | undefined
  const sync = promisify(fdatasync)
  return {
    async sync() {
      handle ??= openSync(path, 'r+')
      await sync(handle)
    },
    close() {
      if (handle !== undefined) closeSync(handle)
    },
  }
}

type Row = Outcome['rows'][number]

interface Kept {
  readonly statement: StatementSync
  /** Null when it gives none. */
  readonly rows: ((params: readonly Param[]) => Row[]) | null
}

type Statements = (sql: string) => Kept

/** Keeps the statements used last; the oldest falls out, so that odd queries cannot fill the memory. */
function statementCache(db: DatabaseSync): Statements {
  const kept = new Map<string, Kept>()
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    const made = { statement, rows: rowReader(statement) }
    if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value as string)
    kept.set(sql, made)
    return made
  }
}

/**
 * Rows are taken as arrays and made into objects here: those the engine makes are slow to make and slow to read. The function
 * that makes them is written for the columns at hand, so that all rows of a query have one shape.
 */
function rowReader(statement: StatementSync): Kept['rows'] {
  const columns = statement.columns()
  if (columns.length === 0) return null
  statement.setReturnArrays(true)
  let toRow: ((values: unknown) => Row) | undefined
  return (params) => {
    const rows: unknown[] = statement.all(...params)
    if (rows.length > 0) toRow ??= rowMaker(columns.map(({ name }) => name))
    for (let i = 0; i < rows.length; i++) rows[i] = toRow?.(rows[i])
    return rows as Row[]
  }
}

function rowMaker(columns: readonly string[]): (values: unknown) => Row {
  const fields = columns.map((name, i) => `${JSON.stringify(name)}: values[${i}]`)
  return new Function('values', `return { ${fields.join(', ')} }`) as (values: unknown) => Row
}

function executeNow(statements: Statements, sql: string, params: readonly Param[]): Outcome {
  const { statement, rows: read } = statements(sql)
  if (!read) return { rows: [], changes: Number(statement.run(...params).changes) }
  const rows = read(params)
  return { rows, changes: rows.length }
}

function readingHandle(statements: Statements, begins: () => void): Reader {
  const execute: Execute = async (sql, params) => {
    begins()
    return executeNow(statements, sql, params)
  }
  const q = kyselyOver('sqlite', execute)
  return {
    engine: 'sqlite',
    q,
    async run<P, R>(query: Prepared<P, R>, params: P): Promise<R[]> {
      const compiled = query.compile('sqlite', q)
      begins()
      return executeNow(statements, compiled.sql, compiled.bind(params as object)).rows as R[]
    },
  }
}

const none: never[] = []

function writingHandle(statements: Statements): Omit<Tx, 'afterCommit'> {
  const handle = readingHandle(statements, () => {})
  return {
    ...handle,
    async runEach<P, R>(query: Prepared<P, R>, list: readonly P[]): Promise<R[][]> {
      const compiled = query.compile('sqlite', handle.q)
      const { statement, rows } = statements(compiled.sql)
      if (rows) return list.map((params) => rows(compiled.bind(params as object)) as R[])
      for (const params of list) statement.run(...compiled.bind(params as object))
      return list.length === 0 ? [] : new Array(list.length).fill(none)
    },
    async change<P>(query: Prepared<P, unknown>, params: P): Promise<number> {
      const compiled = query.compile('sqlite', handle.q)
      return executeNow(statements, compiled.sql, compiled.bind(params as object)).changes
    },
    async insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]) {
      const names = Object.keys(columns)
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      const { statement } = statements(sql)
      for (const row of rows) statement.run(...row)
    },
  }
}
