/**
 * The service's side of the search thread. Searches change nothing, so those that a thread had not finished when it ended are
 * repeated.
 */
import { existsSync } from 'node:fs'
import type { QueryVector } from '@tandem/search/vectors'
import type { Core } from '../../../platform/core.ts'
import type { DatabaseLocation } from '../../../platform/database/handle.ts'
import { createThread, type Thread, type ThreadOptions } from '../../../platform/thread.ts'
import { startSlices } from '../../../platform/time-slices.ts'
import type { IndexFilesOptions } from '../index/index-files.ts'
import type { Search, SearchInput, SearchResult } from '../search-result.ts'
import { hasDocuments } from '../store.ts'
import type { Semantics } from '../vectors/semantics.ts'

/** A search that has ended the thread this often is given up. */
const MOST_TRIES = 3

/** Starts the worker of searches: a thread, unless tests put the work elsewhere. */
export type StartSearch = (
  options: ThreadOptions<FromThread> & { readonly workerData: SearchThreadData },
) => Thread<Order, SearchResult | undefined, ToThread>

export function createSearchThread(
  options: Pick<Core, 'log' | 'database'> & {
    readonly limitBytes: number
    /** The folder for indexes; without it, they are not kept over a restart. */
    readonly files?: IndexFilesOptions | undefined
    readonly semantics: Semantics | undefined
    /** Called when there may be vectors to load, which a refresh does. */
    readonly wakeRefresh: () => void
    readonly startSearch?: StartSearch | undefined
  },
) {
  const { database, limitBytes, semantics, files, log, startSearch = createThread } = options
  const workerData: SearchThreadData = {
    location: database.location,
    limitBytes,
    files,
    embedder: semantics?.embedder,
  }
  const thread = startSearch({
    name: 'search',
    module: new URL('./search-thread.ts', import.meta.url),
    workerData,
    tries: MOST_TRIES,
    onNote: take,
    onError: (error) => log.error({ err: error }, 'the search thread failed'),
  })

  function take(note: FromThread): void {
    if (note.kind === 'embed query') void giveVector(note.id, note.text)
    else if (note.kind === 'renew') semantics?.renew(note.baseId)
    else if (note.kind === 'wake refresh') options.wakeRefresh()
    else if (note.kind === 'not saved')
      log.warn({ err: note.error }, 'an index could not be kept; it is built anew at the next start')
    else log.warn({ err: note.error }, 'a database connection of the search broke; the pool replaces it')
  }

  async function giveVector(id: number, text: string): Promise<void> {
    const vector = semantics
      ? await semantics.vectorOf(text).catch((error: Error) => `Found by words only: ${error.message}.`)
      : 'Found by words only.'
    thread.tell({ kind: 'query vector', id, vector })
  }

  const dimensions = () => semantics?.dimensions ?? null
  const order = async (kind: 'refresh' | 'warm up' | 'tidy') => {
    await thread.ask({ kind, dimensions: dimensions() })
  }

  database.announcements.on('embedded', ({ baseId }) => thread.tell({ kind: 'vectors came', baseId }))

  const search: Search = async (agentId, input) => {
    const slices = startSlices()
    const result = await thread.ask({ kind: 'find', agentId, input, dimensions: dimensions() })
    // The replies of a busy time arrive together; what follows a reply takes a millisecond.
    await slices.pause()
    return result as SearchResult
  }

  return {
    search,
    /** Updates the last used indexes, so that the next search need not. */
    async refresh() {
      // A thread that is not running has no indexes.
      if (thread.isRunning()) await order('refresh')
    },
    /** Starts the thread and builds the indexes of large bases before the first search. Does nothing without documents. */
    async warmUp() {
      if (await hasDocuments(database)) await order('warm up')
    },
    /** Rewrites the files of indexes that hold removed pairs, and deletes files that are no longer needed. */
    async tidy() {
      if (thread.isRunning() || (files && existsSync(files.folder))) await order('tidy')
    },
    close: () => thread.close({ kind: 'close' }),
  }
}

export interface SearchThreadData {
  readonly location: DatabaseLocation
  readonly limitBytes: number
  readonly files: IndexFilesOptions | undefined
  /** The id of the embedder; undefined without embeddings. */
  readonly embedder: string | undefined
}

/** The orders to the thread. */
export type Order = (
  | { readonly kind: 'find'; readonly agentId: string; readonly input: SearchInput }
  | { readonly kind: 'refresh' | 'warm up' | 'tidy' }
) & {
  /** How many numbers the vectors of the embedder have; null until it is known. */
  readonly dimensions: number | null
}

export type ToThread =
  /** The vector of a query that the thread asked for, or why there is none. */
  | { readonly kind: 'query vector'; readonly id: number; readonly vector: QueryVector | string }
  | { readonly kind: 'vectors came'; readonly baseId: string }
  | { readonly kind: 'close' }

export type FromThread =
  | { readonly kind: 'embed query'; readonly id: number; readonly text: string }
  /** The vectors of a base are of another length than those of queries. */
  | { readonly kind: 'renew'; readonly baseId: string }
  /** There may be vectors to load, which a refresh does. */
  | { readonly kind: 'wake refresh' }
  | { readonly kind: 'connection broke' | 'not saved'; readonly error: Error }
