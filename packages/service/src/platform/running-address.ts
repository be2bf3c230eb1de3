/**
 * Where the service of a data folder listens, kept in a file while it runs: a command beside it names that address, and not the
 * one that is configured for the next start. A file that a killed process left behind counts as none.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './process-usage.ts'
import { readKeptSecret, replaceKeptSecret } from './secrets.ts'

const FILE = 'address'

/** Returns what removes it again. */
export function keepAddress(dataFolder: string, url: string): () => void {
  if (!existsSync(dataFolder)) return () => {}
  const value = `${process.pid} ${url}`
  replaceKeptSecret(dataFolder, FILE, value)
  return () => {
    // Another process may have started since.
    if (readKeptSecret(dataFolder, FILE) === value) rmSync(join(dataFolder, FILE), { force: true })
  }
}

export function runningAddress(dataFolder: string): string | undefined {
  const [pid = '', url] = (readKeptSecret(dataFolder, FILE) ?? '').split(' ', 2)
  return url !== undefined && isRunning(Number(pid)) ? url : undefined
}
