/** The thread of `checkpoints.ts`, with a connection of its own. It never waits for the writer, nor the writer for it. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../thread.ts'

const database = new DatabaseSync(workerData as string)

serveThread((_: 'copy') => database.exec('PRAGMA wal_checkpoint(PASSIVE)'))
