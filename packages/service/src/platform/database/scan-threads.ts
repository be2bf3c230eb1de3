/**
 * The threads of the embedded engine. Two of them run slow queries. Owners take turns, and one owner never has both threads, so
 * that no owner waits for another's long lists. In its turn an owner gets as many of its statements run as fit into a few
 * milliseconds, at least one: if they were sent one by one, each would wait for a tick of the event loop.
 *
 * A statement that runs for a minute is given up, and another thread takes the place of its thread. SQLite notices the end of a
 * thread only after the statement, so until then its owner gets no other thread.
 */
import { currentOwner } from '../activity.ts'
import { createFairQueue } from '../fair-queue.ts'
import { createThread } from '../thread.ts'
import type { Executed } from './dialect.ts'
import type { Connection, Statement } from './sqlite-thread.ts'
import { DatabaseBusyError } from './trouble.ts'

const SCAN_THREADS = 2
const MOST_IN_TURN = 16
const FREE_TIMEOUT_MS = 30_000
const STATEMENT_TIMEOUT_MS = 60_000

interface Waiting {
  readonly statement: Statement
  readonly resolve: (executed: Executed) => void
  readonly reject: (reason: unknown) => void
}

export function openThread(name: string, workerData: Connection) {
  const module = new URL('./sqlite-thread.ts', import.meta.url)
  return createThread<readonly Statement[], Executed[]>({ name, module, workerData })
}

export function openScanThreads(path: string, busyTimeoutMs: number) {
  const options = { readOnly: true, timeout: busyTimeoutMs }
  const open = () => openThread('scan', { path, options })
  const free = Array.from({ length: SCAN_THREADS }, open)
  /** Also those that were given up and still end. */
  const threads = new Set(free)
  const waiting = createFairQueue<Waiting>()
  const served = new Set<string>()
  let isStarted = false

  /** Both threads start with the first statement: an owner who finds one busy would wait a tenth of a second for the other. */
  function start(): void {
    isStarted = true
    for (const thread of threads) void thread.ask([]).catch(() => {})
  }

  async function serveNext(): Promise<void> {
    if (!isStarted) start()
    const thread = free.at(-1)
    const first = thread && waiting.take((owner) => !served.has(owner))
    if (!first) return
    free.pop()
    const { owner } = first
    served.add(owner)
    const batch = [first.job, ...takeMore(owner)]
    let isGivenUp = false
    const timer = setTimeout(() => {
      isGivenUp = true
      for (const { reject } of batch.splice(0)) reject(new DatabaseBusyError('A slow query took too long.'))
      replace(thread)
    }, STATEMENT_TIMEOUT_MS)
    try {
      const executed = await thread.ask(batch.map(({ statement }) => statement))
      for (const each of executed) batch.shift()?.resolve(each)
    } catch (error) {
      batch.shift()?.reject(error)
    }
    clearTimeout(timer)
    // Statements that the thread did not run wait for the owner's next turn.
    for (const each of batch) waiting.add(owner, each)
    served.delete(owner)
    if (isGivenUp) threads.delete(thread)
    else free.push(thread)
    void serveNext()
  }

  function replace(thread: ReturnType<typeof open>): void {
    void thread.close()
    const other = open()
    threads.add(other)
    free.push(other)
    void serveNext()
  }

  function takeMore(owner: string): Waiting[] {
    const more: Waiting[] = []
    while (more.length < MOST_IN_TURN - 1) {
      const next = waiting.take((each) => each === owner)
      if (!next) break
      more.push(next.job)
    }
    return more
  }

  return {
    scan(statement: Statement): Promise<Executed> {
      const owner = currentOwner()
      const { promise, resolve, reject } = Promise.withResolvers<Executed>()
      const entry = { statement, resolve, reject }
      const timer = setTimeout(() => {
        if (waiting.remove(owner, entry))
          reject(new DatabaseBusyError('No thread for slow queries became free in time.'))
      }, FREE_TIMEOUT_MS)
      waiting.add(owner, entry)
      void serveNext()
      return promise.finally(() => clearTimeout(timer))
    },
    async close(): Promise<void> {
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}
