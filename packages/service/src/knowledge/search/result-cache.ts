/**
 * What was found lately, by everything it depends on: the versions of the bases, the question, the limits. A change of any
 * document gives its base a new version, so nothing out of date is ever found here; it is merely forgotten, least recently
 * used first.
 */
import type { SearchInput, SearchResult } from './search-result.ts'
import type { BaseVersion } from './store.ts'

const MOST_RESULTS = 1000
const MOST_CHARS = 8 * 1024 * 1024

export interface ResultCache {
  get(key: string): SearchResult | undefined
  put(key: string, result: SearchResult): void
}

export function resultKey(agentId: string, bases: readonly BaseVersion[], input: SearchInput): string {
  const { text, limit, baseIds, documentIds, explained } = input
  let key = `${agentId} ${limit}`
  for (const { id, version } of bases) key += ` ${id}:${version}`
  if (baseIds) key += ` in ${baseIds.join()}`
  if (documentIds) key += ` of ${documentIds.join()}`
  if (explained) key += ' explained'
  return `${key}\n${text}`
}

export function createResultCache(): ResultCache {
  /** In the order they were last used. */
  const kept = new Map<string, { result: SearchResult; chars: number }>()
  let total = 0
  return {
    get(key) {
      const known = kept.get(key)
      if (!known) return undefined
      kept.delete(key)
      kept.set(key, known)
      return known.result
    },
    put(key, result) {
      if (kept.has(key)) return
      let chars = key.length
      for (const { question, answer } of result.hits) chars += question.length + answer.length
      kept.set(key, { result, chars })
      total += chars
      for (const [oldest, { chars: freed }] of kept) {
        if (kept.size <= MOST_RESULTS && total <= MOST_CHARS) return
        kept.delete(oldest)
        total -= freed
      }
    },
  }
}
