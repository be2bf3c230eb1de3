/**
 * The embedded engine: node:sqlite in WAL mode. Two connections: one reads and is opened read-only, one writes; how writes
 * share commits is in `group-commit.ts`, how they wait for the disk in `sync-log.ts`, how the log is emptied in `checkpoints.ts`.
 * Others, in threads, read what takes long (`scan-threads.ts`).
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
import { type Prepared, readerOver } from './prepared.ts'
import { openScanThreads, openThread } from './scan-threads.ts'
import type { Schema } from './schema.ts'
import { fileToSync } from './sync-log.ts'

const SQLITE_BUSY = 5
const STATEMENTS_KEPT = 400
const BUSY_TIMEOUT_MS = 5000
const BUSY_PAUSE_MS = 20

export const DATABASE_FILE = 'tandem.db'

/** What a savepoint would go back to is kept in memory: else SQLite makes a file for it in each larger transaction. */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000;
  PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = ${MOST_PAGES};`

type Options = Partial<Pick<GroupCommitOptions, 'onLong' | 'now' | 'sync'>>

export function openSqlite(
  dataFolder: string,
  { onLong = () => {}, now = () => performance.now(), sync }: Options = {},
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
    tell: (event) => announcements.notifyHere('happened', event),
    handle: writingHandle(statementCache(writer)),
    onLong,
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

/** The mode of a new database is changed at once or not at all: while another process does the same, SQLite itself does not wait. */
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
 * Query plans go by the indexes alone. With statistics they would go by the day these were made: those of a new database say that
 * no table is worth an index, and a month later each look for a lane would read all of them. Earlier versions made some.
 */
function dropStatistics(writer: DatabaseSync): void {
  const made = writer.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat_'`).all()
  for (const { name } of made) writer.exec(`DROP TABLE ${name}`)
}

const OWNER_ALONE = 0o600

/** Keeps the files for their owner alone, whatever the umask and the folder allow. To be called before the database is opened: SQLite gives its log the mode of the database. */
function keepPrivate(path: string): void {
  // A file that is there already is not opened: closing it would let go of the locks this process may have on it.
  attempt(() => closeSync(openSync(path, 'wx', OWNER_ALONE)))
  for (const each of [path, `${path}-wal`, `${path}-shm`])
    attempt(() => {
      if ((statSync(each).mode & 0o077) !== 0) chmodSync(each, OWNER_ALONE)
    })
}

/** There already, not there, another's, or a disk that knows no modes or cannot be written: whether it will do, SQLite says. */
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

/** Keeps the statements used last. */
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

/** Makes rows into plain objects; those of the engine have no prototype. */
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
  const handle = readingHandle(statements)
  return {
    ...handle,
    async runEach<P, R>(query: Prepared<P, R>, list: readonly P[]): Promise<R[][]> {
      const compiled = query.compile('sqlite', handle.q)
      const { statement, rows } = statements(compiled.sql)
      if (rows) return list.map((params) => rows(compiled.bind(params as object)) as R[])
      for (const params of list) statement.run(...compiled.bind(params as object))
      return list.map(() => [])
    },
    async insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]) {
      const names = Object.keys(columns)
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
      const { statement } = statements(sql)
      for (const row of rows) statement.run(...row)
    },
  }
}
