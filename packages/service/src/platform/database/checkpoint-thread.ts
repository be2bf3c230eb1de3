/** The thread that moves what was committed from the log into the database file; see `checkpointer.ts`. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

export interface Checkpointed {
  /** Frames in the log, and how many of them are in the database file by now. */
  readonly log: number
  readonly checkpointed: number
}

const { path } = workerData as { path: string }
const db = new DatabaseSync(path, { timeout: 0 })
db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -500')
db.prepare('SELECT count(*) FROM sqlite_schema').get()
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (order: 'checkpoint' | 'close') => {
  if (order === 'checkpoint') parentPort?.postMessage(checkpoint.get() as unknown as Checkpointed)
  else {
    db.close()
    parentPort?.close()
  }
})
