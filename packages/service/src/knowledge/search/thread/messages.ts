/** What the service and its search thread tell each other. Messages go in lists: one costs nearly as much as ten in one. */

import type { QueryVector } from '@tandem/search/vectors'
import type { Place } from '../../../platform/database/handle.ts'
import type { IndexFilesOptions } from '../index/index-files.ts'
import type { SearchInput, SearchResult } from '../search-result.ts'

export interface SearchThreadData {
  readonly place: Place
  readonly limitBytes: number
  readonly files: IndexFilesOptions | undefined
  /** Where there are embeddings: by what their vectors are made. */
  readonly embedder: string | undefined
}

export type Order =
  | { readonly kind: 'find'; readonly agentId: string; readonly input: SearchInput }
  | { readonly kind: 'refresh' | 'warm up' | 'tidy' }

export type ToThread =
  | { readonly kind: 'order'; readonly id: number; readonly order: Order }
  /** The vector of a query that the thread asked for, or why there is none. */
  | { readonly kind: 'vector'; readonly id: number; readonly vector: QueryVector | string }
  | { readonly kind: 'vectors came'; readonly baseId: string }
  | { readonly kind: 'close' }

export interface ToThreadList {
  readonly list: readonly ToThread[]
  /** How many numbers the vectors of the embedder have; null until it is known. */
  readonly dimensions: number | null
}

/** An error on its way between threads: of its own properties only the code would get lost. */
export interface Failure {
  readonly error: Error
  readonly code: string | undefined
}

export type FromThread =
  | { readonly kind: 'done'; readonly id: number; readonly result: SearchResult | undefined }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'vector wanted'; readonly id: number; readonly text: string }
  /** The vectors of a base are of another length than those of queries. */
  | { readonly kind: 'renew'; readonly baseId: string }
  /** There may be vectors to read, which a refresh does. */
  | { readonly kind: 'vectors wanted' }
  | { readonly kind: 'connection broke' | 'not saved'; readonly error: Error }
