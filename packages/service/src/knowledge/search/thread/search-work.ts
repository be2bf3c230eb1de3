/**
 * The work of the search thread. It reads the database by itself and keeps the indexes. Agents take turns: however much one of
 * them asks, another waits for one or two of its searches at most.
 */
import type { QueryVector } from '@tandem/search/vectors'
import { openReader } from '../../../platform/database/open.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { createIndexes } from '../index/indexes.ts'
import { searchOver } from '../search.ts'
import type { SearchResult } from '../search-result.ts'
import type { Semantics } from '../vectors/semantics.ts'
import type { FromThread, Order, SearchThreadData, ToThread } from './ask-thread.ts'

/** Under way at most, in all and of one agent. Each waits for the server several times, and for its few connections. */
const MOST_AT_SERVER = { all: 16, agent: 8 }
/** Of an embedded database nothing is waited for, but the vector of a question may be. */
const MOST_EMBEDDED = { all: 128, agent: 64 }
const SAVE_WITHIN_MS = 400

export type SearchWork = Awaited<ReturnType<typeof startSearchWork>>

export async function startSearchWork(data: SearchThreadData, tell: (note: FromThread) => void) {
  const { location, limitBytes, embedder, files } = data
  let dimensions: number | null = null
  let nextVector = 0
  const awaitedVectors = new Map<number, (vector: QueryVector | string) => void>()
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
              awaitedVectors.set(id, resolve)
              tell({ kind: 'embed query', id, text })
            }),
        }

  const reader = await openReader(location, (error) => tell({ kind: 'connection broke', error }))
  const indexes = createIndexes({
    database: reader,
    limitBytes,
    semantics,
    files,
    onUnsaved: (error) => tell({ kind: 'not saved', error }),
    makeVectors: () => tell({ kind: 'make vectors' }),
  })
  const search = searchOver({ database: reader, indexes })

  async function carryOut(order: Order): Promise<SearchResult | undefined> {
    if (order.kind === 'find') return search(order.agentId, order.input)
    if (order.kind === 'refresh') await indexes.refresh()
    else if (order.kind === 'tidy') {
      indexes.drafts.forget()
      await indexes.files?.tidy()
    } else {
      await indexes.warmUp()
      void indexes.files?.save()
    }
    return undefined
  }

  const most = location.engine === 'sqlite' ? MOST_EMBEDDED : MOST_AT_SERVER
  const waiting = createFairQueue<() => Promise<void>>()
  /** The agents of what is under way, each as often as it has something. */
  const underWay: string[] = []
  let isPlanned = false

  function inTurn(order: Order): Promise<SearchResult | undefined> {
    dimensions = order.dimensions
    return new Promise((resolve, reject) => {
      const run = () => carryOut(order).then(resolve, reject)
      waiting.add(order.kind === 'find' ? order.agentId : '', run)
      plan()
    })
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(begin)
  }

  /** One in a tick of the event loop, so that what was asked meanwhile is read and comes up. */
  function begin(): void {
    isPlanned = false
    const mayBegin = (agent: string) =>
      underWay.length < most.all && underWay.filter((each) => each === agent).length < most.agent
    const next = waiting.take(mayBegin)
    if (!next) return
    underWay.push(next.owner)
    void next.job().then(() => {
      underWay.splice(underWay.indexOf(next.owner), 1)
      plan()
    })
    plan()
  }

  return {
    inTurn,
    takeNote(note: Exclude<ToThread, { kind: 'close' }>): void {
      if (note.kind === 'vectors came') indexes.vectorsCame(note.baseId)
      else {
        awaitedVectors.get(note.id)?.(note.vector)
        awaitedVectors.delete(note.id)
      }
    },
    /** Keeps what can be kept in a moment. */
    async close(): Promise<void> {
      const saveUntil = performance.now() + SAVE_WITHIN_MS
      await indexes.files?.saveAll(() => performance.now() < saveUntil)
      await reader.close()
    },
  }
}
