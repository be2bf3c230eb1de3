/** Copies the embedded database into a file beside it, complete and readable by its owner alone. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from './sqlite.ts'

/** Returns the path of the copy, or undefined when one of that name exists: the first copy is the one to keep. */
export function copyDatabase(folder: string, suffix: string): string | undefined {
  const source = join(folder, DATABASE_FILE)
  const copy = `${source}.${suffix}`
  if (existsSync(copy)) return undefined
  // Under its final name there is never half a copy.
  const draft = `${copy}.${process.pid}`
  rmSync(draft, { force: true })
  // SQLite fills an empty file that it is given, and keeps its mode.
  closeSync(openSync(draft, 'wx', 0o600))
  const database = new DatabaseSync(source)
  try {
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    database.close()
  }
  const written = openSync(draft, 'r+')
  fsyncSync(written)
  closeSync(written)
  renameSync(draft, copy)
  return copy
}
