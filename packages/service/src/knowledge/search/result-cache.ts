/**
 * What was found lately, by everything it depends on: the versions of the bases, the question, the limits. A change of any
 * document gives its base a new version, so nothing out of date is ever found here; it is merely forgotten, least recently
 * used first.
 */
import { LRUCache } from 'lru-cache'
import type { SearchInput, SearchResult } from './search-result.ts'
import type { BaseVersion } from './store.ts'

const MOST_RESULTS = 1000
const MOST_CHARS = 8 * 1024 * 1024

export type ResultCache = LRUCache<string, SearchResult>

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
  return new LRUCache({ max: MOST_RESULTS, maxSize: MOST_CHARS, sizeCalculation: charsOf })
}

function charsOf({ hits }: SearchResult, key: string): number {
  return hits.reduce((sum, { question, answer }) => sum + question.length + answer.length, key.length)
}
