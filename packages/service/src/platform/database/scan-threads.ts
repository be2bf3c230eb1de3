/**
 * The threads of the embedded engine. Two of them read what takes long: owners take turns, and one owner never has both, so that
 * nobody waits for the long lists of somebody else, however many of them are asked for.
 */
import { currentOwner } from '../activity.ts'
import { createTurns } from '../take-turns.ts'
import { createThread } from '../thread.ts'
import type { Executed } from './dialect.ts'
import type { Connection, Statement } from './sqlite-thread.ts'
import { DatabaseBusyError } from './trouble.ts'

const SCAN_THREADS = 2
const FREE_TIMEOUT_MS = 30_000

export function openThread(name: string, workerData: Connection) {
  const module = new URL('./sqlite-thread.ts', import.meta.url)
  return createThread<Statement, Executed>({ name, module, workerData })
}

export function openScanThreads(path: string, busyTimeoutMs: number) {
  const options = { readOnly: true, timeout: busyTimeoutMs }
  const threads = Array.from({ length: SCAN_THREADS }, () => openThread('scan', { path, options }))
  const free = [...threads]
  const turns = createTurns(SCAN_THREADS)

  return {
    async scan(statement: Statement): Promise<Executed> {
      const leave = await turns.enter(currentOwner(), FREE_TIMEOUT_MS)
      const thread = leave && free.pop()
      if (!thread) throw new DatabaseBusyError('No thread that reads lists became free in time.')
      try {
        return await thread.ask(statement)
      } finally {
        // The one used last is taken next: a thread that is never needed does not start.
        free.push(thread)
        leave()
      }
    },
    async close(): Promise<void> {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
