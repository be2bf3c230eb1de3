/**
 * The embedded engine: node:sqlite in WAL mode, with one read-only connection and one that writes. `group-commit.ts` lets writes
 * share commits, `sync-log.ts` makes them wait for the disk, `checkpoints.ts` empties the log, and `scan-threads.ts` runs slow
 * queries in threads with connections of their own.
 */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { createAnnouncements } from './announcements.ts'
import { createCheckpoints, MOST_PAGES } from './checkpoints.ts'
import type { Executed, Param } from './dialect.ts'
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts'
import type { ColumnTypes, Database, Durability, OwnReader, Tx } from './handle.ts'
import { readerOver } from './prepared.ts'
import { openScanThreads, openThread } from './scan-threads.ts'
import type { Schema } from './schema.ts'
import { fileToSync } from './sync-log.ts'

const SQLITE_BUSY = 5
const STATEMENTS_KEPT = 400
const BUSY_TIMEOUT_MS = 5000
const BUSY_PAUSE_MS = 20

export const DATABASE_FILE = 'tandem.db'

/** `temp_store = MEMORY`: otherwise SQLite creates a file for the rollback data of savepoints in each larger transaction. */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000;
  PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = ${MOST_PAGES};`

type Options = Partial<Pick<GroupCommitOptions, 'onLong' | 'onAfterFailed' | 'now' | 'sync'>>

export function openSqlite(
  dataFolder: string,
  { onLong = () => {}, onAfterFailed = () => {}, now = () => performance.now(), sync }: Options = {},
): Database {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, DATABASE_FILE)
  keepPrivate(path)
  const writer = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  whenFree(() => writer.exec(PRAGMAS))
  dropStatistics(writer)
  const reading = openReading(dataFolder)
  const log = fileToSync(`${path}-wal`)
  const copying = openThread('checkpoint', { path, options: {} })
  const checkpoints = createCheckpoints(writer, copying)
  const scanning = openScanThreads(path, BUSY_TIMEOUT_MS)
  const announcements = createAnnouncements()
  const commits = createGroupCommit({
    writer,
    announce: (event) => announcements.notifyHere('happened', event),
    handle: writingHandle(statementCache(writer)),
    onLong,
    onAfterFailed,
    now,
    sync: sync ?? log.sync,
    onCommit: checkpoints.committed,
  })

  const transaction = <T>(name: string, fn: (tx: Tx) => Promise<T>, durability: Durability = 'disk') =>
    commits.transaction(name, fn, durability)
  let lastWithFiles: Promise<unknown> = Promise.resolve()

  return {
    ...readingHandle(statementCache(reading)),
    location: { engine: 'sqlite', folder: dataFolder },
    scanReader: readerOver('sqlite', (sql, params) => scanning.scan({ sql, params })),
    transaction,
    fileTransaction<T>(name: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
      const done = lastWithFiles.then(() => transaction(name, fn))
      lastWithFiles = done.catch(() => {})
      return done
    },
    async ping() {
      reading.prepare('SELECT 1').get()
    },
    announcements,
    async close() {
      await commits.close()
      await copying.close()
      await scanning.close()
      reading.close()
      writer.close()
      log.close()
    },
  }
}

export function openSqliteReader(dataFolder: string): OwnReader {
  const reading = openReading(dataFolder)
  return {
    ...readingHandle(statementCache(reading)),
    async close() {
      reading.close()
    },
  }
}

const openReading = (dataFolder: string) =>
  new DatabaseSync(join(dataFolder, DATABASE_FILE), { readOnly: true, timeout: BUSY_TIMEOUT_MS })

/** Retries while the database is busy: SQLite's own timeout does not cover a change of the journal mode by two processes at once. */
function whenFree(step: () => void): void {
  const untilMs = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      step()
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > untilMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
    }
  }
}

/**
 * Query plans must depend on the indexes alone. Statistics describe the day on which they were made: with those of a nearly empty
 * database SQLite uses no index, so a month later each search for a lane would read the whole table. Earlier versions made some.
 */
function dropStatistics(writer: DatabaseSync): void {
  const made = writer.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat_'`).all()
  for (const { name } of made) writer.exec(`DROP TABLE ${name}`)
}

const OWNER_ALONE = 0o600

/** Makes the files private to their owner. Must run before the database is opened, because SQLite gives its log the same mode. */
function keepPrivate(path: string): void {
  // `wx` does not open an existing file: closing it would release the locks that this process may have on it.
  attempt(() => closeSync(openSync(path, 'wx', OWNER_ALONE)))
  for (const each of [path, `${path}-wal`, `${path}-shm`])
    attempt(() => {
      if ((statSync(each).mode & 0o077) !== 0) chmodSync(each, OWNER_ALONE)
    })
}

/** Ignores all errors: a file may exist, be missing or have another owner, a disk may know no modes. SQLite reports what matters. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}

type Row = Executed['rows'][number]

interface Kept {
  readonly statement: StatementSync
  /** Null when it returns no rows. */
  readonly rows: ((params: readonly Param[]) => Row[]) | null
}

type Statements = (sql: string) => Kept

function statementCache(db: DatabaseSync): Statements {
  const kept = new LRUCache<string, Kept>({ max: STATEMENTS_KEPT })
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    const made = { statement, rows: rowReader(statement) }
    kept.set(sql, made)
    return made
  }
}

/** Reads rows as plain objects; those that node:sqlite makes have no prototype. */
function rowReader(statement: StatementSync): Kept['rows'] {
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length === 0) return null
  statement.setReturnArrays(true)
  const toRow = (values: unknown[]) => {
    const row: Row = {}
    columns.forEach((column, i) => {
      row[column] = values[i]
    })
    return row
  }
  return (params) => (statement.all(...params) as unknown as unknown[][]).map(toRow)
}

function readingHandle(statements: Statements) {
  return readerOver('sqlite', async (sql, params) => {
    const { statement, rows: read } = statements(sql)
    if (!read) return { rows: [], changes: Number(statement.run(...params).changes) }
    const rows = read(params)
    return { rows, changes: rows.length }
  })
}

function writingHandle(statements: Statements): Omit<Tx, 'afterCommit' | 'happened'> {
  return {
    ...readingHandle(statements),
    async insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]) {
      const names = Object.keys(columns)
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      const { statement } = statements(sql)
      for (const row of rows) statement.run(...row)
    },
  }
}
