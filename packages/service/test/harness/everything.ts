/** Everything a store holds, to look for what must not be there: every row of every table, and the raw files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/handle.ts'

export async function tablesOf(database: Database): Promise<string[]> {
  const query =
    database.engine === 'sqlite'
      ? sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  return (await query.execute(database.q)).rows.map(({ name }) => name).sort()
}

/** All rows of all tables as one text. */
export async function dumpOf(database: Database): Promise<string> {
  const parts: string[] = []
  for (const table of await tablesOf(database)) {
    const { rows } = await sql`SELECT * FROM ${sql.table(table)}`.execute(database.q)
    parts.push(table, JSON.stringify(rows))
  }
  return parts.join('\n')
}

/** The files of the data folder as bytes, but for those named. */
export function bytesIn(folder: string, except: readonly string[] = []): Buffer {
  const names = readdirSync(folder).filter((name) => !except.includes(name))
  return Buffer.concat(names.map((name) => readFileSync(join(folder, name))))
}
