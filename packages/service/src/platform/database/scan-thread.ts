/** The thread of `database.scanReader` on the embedded engine, with a connection of its own. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../thread.ts'
import type { Executed, Param } from './dialect.ts'

export interface Scan {
  readonly sql: string
  readonly params: readonly Param[]
}

/** Where the database is, and how long to wait for its locks. */
const { path, timeout } = workerData as { path: string; timeout: number }
const database = new DatabaseSync(path, { readOnly: true, timeout })

serveThread(({ sql, params }: Scan): Executed => {
  const rows = database.prepare(sql).all(...params)
  return { rows, changes: rows.length }
})
