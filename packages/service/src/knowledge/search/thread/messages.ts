/** What the service and its search thread tell each other. */
import type { QueryVector } from '@tandem/search/vectors'
import type { Place } from '../../../platform/database/handle.ts'
import type { IndexFilesOptions } from '../index/index-files.ts'
import type { SearchInput } from '../search-result.ts'

export interface SearchThreadData {
  readonly place: Place
  readonly limitBytes: number
  readonly files: IndexFilesOptions | undefined
  /** Where there are embeddings: by what their vectors are made. */
  readonly embedder: string | undefined
}

/** What is asked of the thread. */
export type Order = (
  | { readonly kind: 'find'; readonly agentId: string; readonly input: SearchInput }
  | { readonly kind: 'refresh' | 'warm up' | 'tidy' }
) & {
  /** How many numbers the vectors of the embedder have; null until it is known. */
  readonly dimensions: number | null
}

export type ToThread =
  /** The vector of a query that the thread asked for, or why there is none. */
  | { readonly kind: 'vector'; readonly id: number; readonly vector: QueryVector | string }
  | { readonly kind: 'vectors came'; readonly baseId: string }
  | { readonly kind: 'close' }

export type FromThread =
  | { readonly kind: 'vector wanted'; readonly id: number; readonly text: string }
  /** The vectors of a base are of another length than those of queries. */
  | { readonly kind: 'renew'; readonly baseId: string }
  /** There may be vectors to read, which a refresh does. */
  | { readonly kind: 'vectors wanted' }
  | { readonly kind: 'connection broke' | 'not saved'; readonly error: Error }
