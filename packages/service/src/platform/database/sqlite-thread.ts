/** A thread with its own connection to the embedded database. It runs statements that would hold up the event loop. */
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../thread.ts'
import type { Executed, Param } from './dialect.ts'

export interface Statement {
  readonly sql: string
  readonly params: readonly Param[]
}

export interface Connection {
  readonly path: string
  readonly options: DatabaseSyncOptions
}

const { path, options } = workerData as Connection
const database = new DatabaseSync(path, options)

/** After this time the thread starts no further statement and replies. */
const TURN_MS = 5

/** Replies with the results of the first statements. One that fails, unless it is the first, is left out and sent again. */
serveThread((statements: readonly Statement[]): Executed[] => {
  const endsAtMs = performance.now() + TURN_MS
  const executed: Executed[] = []
  for (const { sql, params } of statements) {
    if (executed.length > 0 && performance.now() > endsAtMs) break
    try {
      const rows = database.prepare(sql).all(...params)
      executed.push({ rows, changes: rows.length })
    } catch (error) {
      if (executed.length === 0) throw error
      break
    }
  }
  return executed
})
