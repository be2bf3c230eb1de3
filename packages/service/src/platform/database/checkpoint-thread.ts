/** The thread of `checkpoints.ts`, with a connection of its own. It takes no lock that the writer needs. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveThread } from '../thread.ts'

const database = new DatabaseSync(workerData as string)

serveThread((_: 'copy') => database.exec('PRAGMA wal_checkpoint(PASSIVE)'))
