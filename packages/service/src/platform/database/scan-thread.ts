/** The thread of `database.scans` on the embedded engine, with a connection of its own. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../thread.ts'
import type { Outcome, Param } from './dialect.ts'

export interface Scan {
  readonly sql: string
  readonly params: readonly Param[]
}

const database = new DatabaseSync(workerData as string, { readOnly: true })

serveThread(({ sql, params }: Scan): Outcome => {
  const rows = database.prepare(sql).all(...params)
  return { rows, changes: rows.length }
})
