/**
 * The service's side of the search thread: starts it when it is first needed, sends what one turn of the event loop asks in one
 * message, and starts it again if it ends. Searches change nothing, so what it had not answered is asked again.
 */
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Database } from '../../../platform/database/handle.ts'
import type { Log } from '../../../platform/log.ts'
import type { IndexFilesOptions } from '../index/index-files.ts'
import type { Search, SearchResult } from '../search-result.ts'
import { hasDocuments } from '../store.ts'
import type { Semantics } from '../vectors/semantics.ts'
import type { Failure, FromThread, Order, SearchThreadData, ToThread, ToThreadList } from './messages.ts'

export interface SearchThread {
  readonly search: Search
  /** Brings the indexes used last up to date, so that the next search need not. */
  refresh(): Promise<void>
  /** Starts the thread and builds the indexes of large bases, before anybody asks; where there is knowledge at all. */
  warmUp(): Promise<void>
  /** Renews the files of indexes that hold what is gone, and removes those nobody needs. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** What ends the thread so often will end it again. */
const MOST_TRIES = 3

interface Waiting {
  readonly order: Order
  tries: number
  readonly resolve: (result: SearchResult | undefined) => void
  readonly reject: (error: Error) => void
}

export function createSearchThread(options: {
  readonly database: Database
  readonly limitBytes: number
  /** Where indexes are kept over a restart; nowhere unless it is given. */
  readonly files?: IndexFilesOptions | undefined
  readonly semantics: Semantics | undefined
  /** Called when there may be vectors to read, which a refresh does. */
  readonly vectorsWanted: () => void
  readonly log: Log
}): SearchThread {
  const { database, limitBytes, semantics, files, log } = options
  let worker: Worker | undefined
  let isClosed = false
  let nextId = 0
  const waiting = new Map<number, Waiting>()
  let outbox: ToThread[] = []

  function tell(message: ToThread): void {
    if (outbox.push(message) === 1) setImmediate(flush)
  }

  function flush(): void {
    const list = outbox
    outbox = []
    const message: ToThreadList = { list, dimensions: semantics?.dimensions ?? null }
    worker?.postMessage(message)
  }

  function start(): Worker {
    const { place } = database
    const data: SearchThreadData = { place, limitBytes, embedder: semantics?.embedder, files }
    const started = new Worker(new URL('./search-thread.ts', import.meta.url), { workerData: data })
    started.on('message', (list: readonly FromThread[]) => {
      for (const message of list) take(message)
    })
    started.on('error', (error) => log.error({ err: error }, 'the search thread failed'))
    started.on('exit', ended)
    // It must not keep a process alive that is otherwise done.
    started.unref()
    return started
  }

  function ended(): void {
    worker = undefined
    outbox = []
    for (const [id, each] of waiting) {
      each.tries++
      if (isClosed || each.tries > MOST_TRIES) {
        waiting.delete(id)
        each.reject(new Error('The search thread ended.'))
      } else {
        worker ??= start()
        tell({ kind: 'order', id, order: each.order })
      }
    }
  }

  function take(message: FromThread): void {
    if (message.kind === 'done') settled(message.id)?.resolve(message.result)
    else if (message.kind === 'failed') settled(message.id)?.reject(errorOf(message.failure))
    else if (message.kind === 'vector wanted') void giveVector(message.id, message.text)
    else if (message.kind === 'renew') semantics?.renew(message.baseId)
    else if (message.kind === 'vectors wanted') options.vectorsWanted()
    else if (message.kind === 'not saved')
      log.warn({ err: message.error }, 'an index could not be kept; it is built anew at the next start')
    else log.warn({ err: message.error }, 'a database connection of the search broke; the pool replaces it')
  }

  function settled(id: number): Waiting | undefined {
    const known = waiting.get(id)
    waiting.delete(id)
    return known
  }

  async function giveVector(id: number, text: string): Promise<void> {
    const vector = semantics
      ? await semantics.vectorOf(text).catch((error: Error) => `Found by words only: ${error.message}.`)
      : 'Found by words only.'
    tell({ kind: 'vector', id, vector })
  }

  function ask(order: Order): Promise<SearchResult | undefined> {
    if (isClosed) return Promise.reject(new Error('The search thread has ended.'))
    worker ??= start()
    const id = nextId++
    return new Promise((resolve, reject) => {
      waiting.set(id, { order, tries: 1, resolve, reject })
      tell({ kind: 'order', id, order })
    })
  }

  database.announcements.on('embedded', ({ baseId }) => {
    if (worker) tell({ kind: 'vectors came', baseId })
  })

  return {
    search: (agentId, input) => ask({ kind: 'find', agentId, input }) as Promise<SearchResult>,
    async refresh() {
      // A thread that is not there has nothing to bring up to date.
      if (worker) await ask({ kind: 'refresh' })
    },
    async warmUp() {
      if (await hasDocuments(database)) await ask({ kind: 'warm up' })
    },
    async tidy() {
      if (worker || (files && existsSync(files.folder))) await ask({ kind: 'tidy' })
    },
    async close() {
      isClosed = true
      const leaving = worker
      if (!leaving) return
      const gone = new Promise((resolve) => leaving.once('exit', resolve))
      leaving.ref()
      tell({ kind: 'close' })
      await gone
    },
  }
}

function errorOf({ error, code }: Failure): Error {
  return code === undefined ? error : Object.assign(error, { code })
}
