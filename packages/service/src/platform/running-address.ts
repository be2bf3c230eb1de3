/**
 * The address of the running service, kept in a file of its data folder, so that other commands show this address and not the one
 * configured for the next start. The file of a killed process is ignored.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './process-usage.ts'
import { readKeptSecret, replaceKeptSecret } from './secrets.ts'

const FILE = 'address'

/** Returns the function that removes the address. */
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
