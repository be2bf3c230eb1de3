/**
 * The work of the search thread, which reads the database itself and keeps the indexes. Agents take turns: however many
 * searches an agent asks for, those of another agent wait for one or two of them at most.
 */
import type { QueryVector } from '@tandem/search/vectors'
import { runAs } from '../../../platform/activity.ts'
import { createOpenCounts } from '../../../platform/count-open.ts'
import { openReader } from '../../../platform/database/open.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { createIndexes } from '../index/indexes.ts'
import { searchOver } from '../search.ts'
import type { SearchResult } from '../search-result.ts'
import type { Semantics } from '../vectors/semantics.ts'
import type { FromThread, Order, SearchThreadData, ToThread } from './ask-thread.ts'

/** The most searches under way, in all and of one agent. Each waits for the server, and its few connections, several times. */
const MOST_AT_SERVER = { all: 16, agent: 8 }
/** With an embedded database a search waits only for the vector of its question. */
const MOST_EMBEDDED = { all: 128, agent: 64 }
const SAVE_WITHIN_MS = 400

export type SearchWork = Awaited<ReturnType<typeof startSearchWork>>

export async function startSearchWork(data: SearchThreadData, tell: (note: FromThread) => void) {
  const { location, limitBytes, embedder, files } = data
  const vectors = embedder === undefined ? undefined : vectorsOfService(embedder, tell)
  const reader = await openReader(location, (error) => tell({ kind: 'connection broke', error }))
  const indexes = createIndexes({
    database: reader,
    limitBytes,
    semantics: vectors?.semantics,
    files,
    onUnsaved: (error) => tell({ kind: 'not saved', error }),
    wakeRefresh: () => tell({ kind: 'wake refresh' }),
  })
  const search = searchOver({ database: reader, indexes })
  const takeTurn = turnsOfAgents(location.engine === 'sqlite' ? MOST_EMBEDDED : MOST_AT_SERVER)

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

  return {
    inTurn(order: Order): Promise<SearchResult | undefined> {
      vectors?.expect(order.dimensions)
      const owner = order.kind === 'find' ? order.agentId : ''
      const activity = { kind: 'request', id: '', route: order.kind, owner } as const
      return takeTurn(owner, () => runAs(activity, () => carryOut(order)))
    },
    takeNote(note: Exclude<ToThread, { kind: 'close' }>): void {
      if (note.kind === 'vectors came') indexes.noteNewVectors(note.baseId)
      else vectors?.take(note.id, note.vector)
    },
    /** Saves the indexes that can be saved in a moment. */
    async close(): Promise<void> {
      const saveUntil = performance.now() + SAVE_WITHIN_MS
      await indexes.files?.saveAll(() => performance.now() < saveUntil)
      await reader.close()
    },
  }
}

/** The vectors of queries, which the service makes: the thread asks for them by notes. */
function vectorsOfService(embedder: string, tell: (note: FromThread) => void) {
  let dimensions: number | null = null
  let nextId = 0
  const awaited = new Map<number, (vector: QueryVector | string) => void>()
  const semantics: Semantics = {
    embedder,
    get dimensions() {
      return dimensions
    },
    renew: (baseId) => tell({ kind: 'renew', baseId }),
    vectorOf: (text) =>
      new Promise((resolve) => {
        const id = nextId++
        awaited.set(id, resolve)
        tell({ kind: 'embed query', id, text })
      }),
  }
  return {
    semantics,
    expect(numbers: number | null): void {
      dimensions = numbers
    },
    take(id: number, vector: QueryVector | string): void {
      awaited.get(id)?.(vector)
      awaited.delete(id)
    },
  }
}

/** Returns the function that runs work when its agent has a turn. */
function turnsOfAgents(most: { readonly all: number; readonly agent: number }) {
  const waiting = createFairQueue<() => Promise<void>>()
  const underWay = createOpenCounts()
  let isPlanned = false

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(begin)
  }

  /** Begins one search per tick of the event loop, so that later questions of other agents are read in between. */
  function begin(): void {
    isPlanned = false
    const mayBegin = (agent: string) => underWay.all() < most.all && underWay.of(agent) < most.agent
    const next = waiting.take(mayBegin)
    if (!next) return
    const end = underWay.enter(next.owner)
    void next.job().then(() => {
      end()
      plan()
    })
    plan()
  }

  return <T>(agentId: string, work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.add(agentId, () => work().then(resolve, reject))
      plan()
    })
}
