/**
 * Tells whether a data folder with an embedded database has one service. Two would keep order and lose nothing, but they do not
 * tell each other of changes. The lock is one of the system, on a file of its own, so it ends with the process, and commands still
 * reach the database beside the service.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDatabaseBusy } from './database/trouble.ts'

const FILE = 'service.lock'

/** Returns the function that releases the folder; undefined when another service holds it. */
export function holdFolder(folder: string): (() => void) | undefined {
  const lock = new DatabaseSync(join(folder, FILE), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isDatabaseBusy(error)) throw error
    return undefined
  }
  return () => lock.close()
}
