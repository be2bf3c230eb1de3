/** The thread that searches: neither ranking nor the building of an index ever holds up the event loop of the service. */
import { workerData } from 'node:worker_threads'
import { serveThread, tellService } from '../../../platform/thread.ts'
import type { SearchResult } from '../search-result.ts'
import type { FromThread, Order, SearchThreadData, ToThread } from './ask-thread.ts'
import { startSearchWork } from './search-work.ts'

const CLOSE_WITHIN_MS = 500

const work = await startSearchWork(workerData as SearchThreadData, (note: FromThread) => tellService(note))

async function close(): Promise<void> {
  setTimeout(() => process.exit(), CLOSE_WITHIN_MS)
  await work.close()
  process.exit()
}

serveThread<Order, SearchResult | undefined, ToThread>(work.inTurn, (note) => {
  if (note.kind === 'close') void close()
  else work.takeNote(note)
})
