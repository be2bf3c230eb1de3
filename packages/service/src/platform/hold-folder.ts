/**
 * Holds a data folder for one service. Two services on one embedded database would not tell each other of changes. The lock is one
 * of the system, on a file of its own, so it ends with the process, and commands still reach the database beside the service.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDatabaseBusy } from './database/trouble.ts'

const FILE = 'service.lock'

/** Returns the function that releases the folder, which exists. Throws when another service holds it. */
export function holdFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, FILE), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isDatabaseBusy(error)) throw error
    throw new Error(
      `Another Tandem runs on the data folder ${folder}: end that one, or set TANDEM_DATA to another folder. Several processes need PostgreSQL (DATABASE_URL).`,
    )
  }
  return () => lock.close()
}
