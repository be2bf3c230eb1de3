/**
 * The work of the search thread on the event loop of the test: a thread takes five times as long to start as a service. What is
 * asked and replied is copied, as between threads.
 */
import type { StartSearch } from '../../src/knowledge/search/thread/ask-thread.ts'
import { type SearchWork, startSearchWork } from '../../src/knowledge/search/thread/search-work.ts'

export const searchHere: StartSearch = ({ workerData, onNote }) => {
  let work: Promise<SearchWork> | undefined
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {})
  let isClosed = false

  async function carryOut(order: Parameters<SearchWork['inTurn']>[0]) {
    work ??= startSearchWork(workerData, (note) => setImmediate(() => onNote?.(note)))
    try {
      return structuredClone(await (await work).inTurn(structuredClone(order)))
    } catch (error) {
      throw structuredClone(error)
    }
  }
  return {
    ask: (order) => (isClosed ? closed.promise : Promise.race([carryOut(order), closed.promise])),
    tell: (note) => void work?.then(({ takeNote }) => note.kind !== 'close' && takeNote(note)),
    isRunning: () => work !== undefined,
    async close() {
      isClosed = true
      await (await work)?.close()
      closed.reject(new Error('The search thread has ended.'))
    },
  }
}
