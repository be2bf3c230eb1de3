/**
 * Numbered, forward-only migrations, run at start under a lock, so that any number of processes may start at once.
 * An embedded database that holds data is copied first. A database that a newer Tandem has migrated is refused, because an
 * older program would misread it; a process that already runs on it finds out through `newerSchema`.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from './handle.ts'
import { ground } from './migrations/001-ground.ts'
import { lanes } from './migrations/002-lanes.ts'
import { migrations3to6 } from './migrations/003-006.ts'
import { review } from './migrations/007-review.ts'
import { conversations } from './migrations/008-conversations.ts'
import { handoff } from './migrations/009-handoff.ts'
import { migrations10to20 } from './migrations/010-020.ts'
import { migrations21to38 } from './migrations/021-038.ts'
import { indexes } from './migrations/039-indexes.ts'
import { removing } from './migrations/040-removing.ts'
import { DATABASE_FILE } from './sqlite.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  /** SQL that both engines understand, or a function that returns the statements for one engine. */
  readonly statements: readonly string[] | ((engine: Database['engine']) => readonly string[])
}

export const migrations: readonly Migration[] = [
  { number: 1, name: 'ground', statements: ground },
  { number: 2, name: 'lanes', statements: lanes },
  ...migrations3to6,
  { number: 7, name: 'review', statements: review },
  { number: 8, name: 'conversations', statements: conversations },
  { number: 9, name: 'handoff', statements: handoff },
  ...migrations10to20,
  ...migrations21to38,
  { number: 39, name: 'indexes', statements: indexes },
  { number: 40, name: 'removing', statements: removing },
]

/** Any number that is the same in every process and unlikely to be used by another program in the same database. */
const LOCK_NUMBER = 7_070_2026

export type MigrateResult = Awaited<ReturnType<typeof migrate>>

/**
 * Runs all migrations in one transaction: both engines create tables transactionally, so a crash leaves the old schema whole.
 * `copy` is the path of the copy of the embedded database, if one was made.
 */
export async function migrate(database: Database, nowMs: number, known = migrations) {
  const copy = await copyBefore(database, known)
  return database.transaction('migrate: migrate', async (tx) => {
    if (tx.engine === 'postgres') {
      // Another process may be migrating, and a large table takes long.
      await sql`SET LOCAL lock_timeout = 0`.execute(tx.q)
      await sql`SET LOCAL statement_timeout = 0`.execute(tx.q)
      await sql`SELECT pg_advisory_xact_lock(${LOCK_NUMBER})`.execute(tx.q)
    }
    const from = await currentNumber(tx)
    const newest = known.at(-1)?.number ?? 0
    if (from > newest) {
      throw new Error(
        `The database has schema ${from}, this Tandem knows schemas up to ${newest}. A newer Tandem has used it: upgrade this one, or restore a backup made before.`,
      )
    }
    if (from === 0) await requireUnicode(tx)
    const pending = known.filter((migration) => migration.number > from)
    for (const { number, name, statements } of pending) {
      const list = typeof statements === 'function' ? statements(tx.engine) : statements
      for (const statement of list) await sql.raw(statement).execute(tx.q)
      await tx.q.insertInto('schema_migrations').values({ number, name, applied_at: nowMs }).execute()
    }
    return { from, to: newest, applied: pending.map(({ name }) => name), copy }
  })
}

/** Copies an embedded database that has a schema and is about to be migrated. */
async function copyBefore(database: Database, known: readonly Migration[]): Promise<string | undefined> {
  if (database.location.engine === 'postgres') return undefined
  const from = await database.transaction('migrate: copyBefore', currentNumber)
  const next = known.find(({ number }) => number > from)
  return from > 0 && next ? copyDatabase(database.location.folder, `before-${next.number}`) : undefined
}

/** Refuses the database of an older Tandem, which may be running: it would stop if the schema were migrated. */
export async function refuseOlder(database: Database): Promise<void> {
  const found = await database.transaction('migrate: refuseOlder', currentNumber)
  const newest = migrations.at(-1)?.number ?? 0
  if (found > 0 && found < newest)
    throw new Error(
      `The database has schema ${found}, needed ${newest}. The command \`migrate\` and a start of the service migrate it; a running service of an older version then stops.`,
    )
}

/** The schema's number when a newer Tandem has migrated the database since this one started. */
export async function newerSchema(database: Reader): Promise<number | undefined> {
  const number = await newestNumber(database)
  return number > (migrations.at(-1)?.number ?? 0) ? number : undefined
}

/** A write that changes nothing, to test whether the database accepts writes. */
export async function touchMigration(tx: Tx): Promise<void> {
  await sql`UPDATE schema_migrations SET applied_at = applied_at WHERE number = 1`.execute(tx.q)
}

/** A database of another encoding would refuse each text with a character that it lacks. SQL_ASCII keeps all bytes as they are. */
async function requireUnicode(tx: Tx): Promise<void> {
  if (tx.engine !== 'postgres') return
  const { rows } = await sql<{ server_encoding: string }>`SHOW server_encoding`.execute(tx.q)
  const found = rows[0]?.server_encoding
  if (found !== 'UTF8' && found !== 'SQL_ASCII')
    throw new Error(
      `The database of DATABASE_URL has the encoding ${found}, needed UTF8: make another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
}

async function currentNumber(tx: Tx): Promise<number> {
  await sql`CREATE TABLE IF NOT EXISTS schema_migrations (
    number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL
  )`.execute(tx.q)
  return newestNumber(tx)
}

async function newestNumber(reader: Reader): Promise<number> {
  const row = await reader.q
    .selectFrom('schema_migrations')
    .select((select) => select.fn.max('number').as('number'))
    .executeTakeFirst()
  return row?.number ?? 0
}

/**
 * Copies the embedded database into a file beside it, complete and readable by its owner alone. Returns the path of the copy, or
 * undefined when one of that name exists: the first copy is the one to keep.
 */
function copyDatabase(folder: string, suffix: string): string | undefined {
  const source = join(folder, DATABASE_FILE)
  const copy = `${source}.${suffix}`
  if (existsSync(copy)) return undefined
  // The final name appears only when the copy is complete.
  const draft = `${copy}.${process.pid}`
  rmSync(draft, { force: true })
  // SQLite writes into the empty file and keeps its mode.
  closeSync(openSync(draft, 'wx', 0o600))
  const database = new DatabaseSync(source)
  try {
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    database.close()
  }
  const written = openSync(draft, 'r+')
  fsyncSync(written)
  closeSync(written)
  renameSync(draft, copy)
  return copy
}
