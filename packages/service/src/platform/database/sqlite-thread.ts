/** A thread with a connection of its own to the embedded database. It runs what would hold up the event loop. */
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../thread.ts'
import type { Executed, Param } from './dialect.ts'

export interface Statement {
  readonly sql: string
  readonly params: readonly Param[]
}

/** What the thread opens. */
export interface Connection {
  readonly path: string
  readonly options: DatabaseSyncOptions
}

const { path, options } = workerData as Connection
const database = new DatabaseSync(path, options)

serveThread(({ sql, params }: Statement): Executed => {
  const rows = database.prepare(sql).all(...params)
  return { rows, changes: rows.length }
})
