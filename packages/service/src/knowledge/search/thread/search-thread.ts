/**
 * The thread that searches. It reads the database by itself and keeps the indexes, so neither ranking nor the building of an
 * index ever holds up the event loop of the service. A few searches at a time: while their results travel, the next are found.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../../../platform/database/open.ts'
import { createIndexes } from '../index/indexes.ts'
import { searchOver } from '../search.ts'
import type { SearchResult } from '../search-result.ts'
import type { Semantics } from '../vectors/semantics.ts'
import type { QueryVector } from '../vectors/vectors.ts'
import type { FromThread, Order, SearchThreadData, ToThread, ToThreadList } from './messages.ts'

/** Begun in one turn of the event loop. With more of them the first result waits longer, with fewer each costs more. */
const AT_A_TIME = 4
const CLOSE_WITHIN_MS = 500

const port = parentPort
if (!port) throw new Error('The search runs in a worker thread.')
const { place, limitBytes, embedder } = workerData as SearchThreadData

let outbox: FromThread[] = []
function tell(message: FromThread): void {
  if (outbox.push(message) === 1) setImmediate(flush)
}
function flush(): void {
  const list = outbox
  outbox = []
  port?.postMessage(list)
}

let dimensions: number | null = null
let nextVector = 0
const vectorsWanted = new Map<number, (vector: QueryVector | string) => void>()
const semantics: Semantics | undefined =
  embedder === undefined
    ? undefined
    : {
        embedder,
        get dimensions() {
          return dimensions
        },
        renew: (baseId) => tell({ kind: 'renew', baseId }),
        vectorOf: (text) =>
          new Promise((resolve) => {
            const id = nextVector++
            vectorsWanted.set(id, resolve)
            tell({ kind: 'vector wanted', id, text })
          }),
      }

const reader = await openReader(place, (error) => tell({ kind: 'connection broke', error }))
const indexes = createIndexes({
  database: reader,
  limitBytes,
  semantics,
  vectorsWanted: () => tell({ kind: 'vectors wanted' }),
})
const search = searchOver({ database: reader, indexes })
const neverStopped = () => false

async function carryOut(order: Order): Promise<SearchResult | undefined> {
  if (order.kind === 'find') return search(order.agentId, order.input)
  await (order.kind === 'refresh' ? indexes.refresh(neverStopped) : indexes.warmUp(neverStopped))
  return undefined
}

async function answer(id: number, order: Order): Promise<void> {
  try {
    tell({ kind: 'done', id, result: await carryOut(order) })
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    tell({ kind: 'failed', id, failure: { error, code: (error as { code?: string }).code } })
  }
}

const inbox: { id: number; order: Order }[] = []
function begin(): void {
  // Whoever asks may have written just before: what is read for them must not be from before that.
  reader.renew()
  for (const { id, order } of inbox.splice(0, AT_A_TIME)) void answer(id, order)
  if (inbox.length > 0) setImmediate(begin)
}

async function close(): Promise<void> {
  setTimeout(() => process.exit(), CLOSE_WITHIN_MS)
  await reader.close()
  process.exit()
}

function take(message: ToThread): void {
  if (message.kind === 'order') {
    if (inbox.push(message) === 1) setImmediate(begin)
  } else if (message.kind === 'vector') {
    vectorsWanted.get(message.id)?.(message.vector)
    vectorsWanted.delete(message.id)
  } else if (message.kind === 'vectors came') indexes.vectorsCame(message.baseId)
  else void close()
}

port.on('message', (message: ToThreadList) => {
  dimensions = message.dimensions
  for (const each of message.list) take(each)
})
