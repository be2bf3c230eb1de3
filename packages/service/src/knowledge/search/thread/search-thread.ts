/**
 * The thread that searches. It reads the database by itself and keeps the indexes, so neither ranking nor the building of an
 * index ever holds up the event loop of the service. A few searches at a time: while their results travel, the next are found.
 * Agents take turns: however much one of them asks, another waits for a few of its searches at most.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { QueryVector } from '@tandem/search/vectors'
import { openReader } from '../../../platform/database/open.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { createIndexes } from '../index/indexes.ts'
import { searchOver } from '../search.ts'
import type { SearchResult } from '../search-result.ts'
import type { Semantics } from '../vectors/semantics.ts'
import type { FromThread, Order, SearchThreadData, ToThread, ToThreadList } from './messages.ts'

/** Begun in one turn of the event loop. With more of them the first result waits longer, with fewer each costs more. */
const AT_A_TIME = 4
/** Under way at most, in all and of one agent. Each waits for the server several times, and for its few connections. */
const MOST_AT_SERVER = { all: 16, agent: 8 }
/** Of an embedded database nothing is waited for, but the vector of a question may be. */
const MOST_EMBEDDED = { all: 128, agent: 64 }
const CLOSE_WITHIN_MS = 500
const SAVE_WITHIN_MS = 400

const port = parentPort
if (!port) throw new Error('The search runs in a worker thread.')
const { place, limitBytes, embedder, files } = workerData as SearchThreadData

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
  files,
  onUnsaved: (error) => tell({ kind: 'not saved', error }),
  vectorsWanted: () => tell({ kind: 'vectors wanted' }),
})
const search = searchOver({ database: reader, indexes })
const neverStopped = () => false

async function carryOut(order: Order): Promise<SearchResult | undefined> {
  if (order.kind === 'find') return search(order.agentId, order.input)
  if (order.kind === 'refresh') await indexes.refresh(neverStopped)
  else if (order.kind === 'tidy') await indexes.files?.tidy()
  else {
    await indexes.warmUp(neverStopped)
    void indexes.files?.save()
  }
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

const most = place.engine === 'sqlite' ? MOST_EMBEDDED : MOST_AT_SERVER
const waiting = createFairQueue<{ id: number; order: Order }>({
  jobs: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
})
const underWay = new Map<string, number>()
let allUnderWay = 0
let isPlanned = false

function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setImmediate(begin)
}

function begin(): void {
  isPlanned = false
  for (let count = 0; count < AT_A_TIME; count++) {
    const next = waiting.take((agent) => allUnderWay < most.all && (underWay.get(agent) ?? 0) < most.agent)
    if (!next) return
    void run(next.owner, next.job)
  }
  plan()
}

async function run(agent: string, { id, order }: { id: number; order: Order }): Promise<void> {
  allUnderWay++
  underWay.set(agent, (underWay.get(agent) ?? 0) + 1)
  await answer(id, order)
  allUnderWay--
  const left = (underWay.get(agent) ?? 1) - 1
  if (left === 0) underWay.delete(agent)
  else underWay.set(agent, left)
  plan()
}

async function close(): Promise<void> {
  setTimeout(() => process.exit(), CLOSE_WITHIN_MS)
  const saveUntil = performance.now() + SAVE_WITHIN_MS
  await indexes.files?.saveAll(() => performance.now() < saveUntil)
  await reader.close()
  process.exit()
}

function take(message: ToThread): void {
  if (message.kind === 'order') {
    const { order } = message
    waiting.add(order.kind === 'find' ? order.agentId : '', message, 0)
    plan()
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
