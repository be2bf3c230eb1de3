/** Finds the stored pairs and passages that answer a question, in some or all knowledge bases of an agent, and says why. */

import { bandOf, confidenceIn, confidenceInPassage } from '@tandem/search/confidence'
import { explain } from '@tandem/search/explain'
import { isAsked } from '@tandem/search/likeness'
import type { Query } from '@tandem/search/query'
import { byScore, type Found, rank } from '@tandem/search/rank'
import { scopesByKind } from '@tandem/search/scope'
import type { QueryVector } from '@tandem/search/vectors'
import type { Reader } from '../../platform/database/handle.ts'
import type { KeptIndex } from './index/catch-up.ts'
import type { Indexes } from './index/indexes.ts'
import { resultKey } from './result-cache.ts'
import type { EmbeddingNote, Explanation, Hit, Search, SearchInput, SearchResult } from './search-result.ts'
import { basesOfAgent, basesOfDocuments, pairsAt } from './store.ts'

interface SearchDeps {
  readonly database: Reader
  readonly indexes: Indexes
}

/** A pair may be replaced between being found and being read; then it is all done again, on what is there now. */
const TRIES = 5

/** Searches in the thread it is called in. */
export function searchOver(deps: SearchDeps): Search {
  return async (agentId, input) => {
    for (let tries = 1; ; tries++) {
      const result = await searchOnce(deps, agentId, input, tries === TRIES)
      if (result) return result
    }
  }
}

interface FoundIn {
  readonly hit: Found
  readonly query: Query
  readonly kept: KeptIndex
}

async function searchOnce(
  { database, indexes }: SearchDeps,
  agentId: string,
  input: SearchInput,
  last: boolean,
): Promise<SearchResult | undefined> {
  const bases = await basesOfAgent(database, agentId)
  // With embeddings the order also depends on which vectors have come.
  const key = indexes.semantics ? undefined : resultKey(agentId, bases, input)
  const known = key && indexes.results.get(key)
  if (known) return known
  const wanted = await wantedOf(database, agentId, input)
  /** Pairs, then passages. */
  const found: FoundIn[][] = [[], []]
  const query = askedOnce(indexes, input.text)
  for (const base of bases) {
    const documents = wanted(base.id)
    if (documents === 'none') continue
    const kept = await indexes.ready(base)
    const { index } = kept
    const vector = await query.vectorFor(base.id, index)
    for (const [kind, scope] of scopesByKind(index, documents).entries()) {
      const ranking = rank(index, input.text, scope, input.limit, { vector })
      for (const hit of ranking.found) found[kind]?.push({ hit, query: ranking.query, kept })
    }
  }
  const best = found.flatMap((some) => some.sort(byHit).slice(0, input.limit)).sort(byHit)
  const places = best.map(({ hit }) => hit)
  const pairs = places.length === 0 ? [] : await pairsAt(database, places)
  const hits: Hit[] = []
  for (const [i, each] of best.entries()) {
    const name = each.kept.documents.get(each.hit.docId)?.name
    const pair = pairs[i]
    if (pair && name !== undefined) hits.push(hitOf(each, name, pair, input))
    else if (!last) return undefined
  }
  const result = { hits: sureFirst(hits).slice(0, input.limit), embedding: query.note() }
  if (key && hits.length === best.length) indexes.results.put(key, result)
  return result
}

const byHit = ({ hit: a }: FoundIn, { hit: b }: FoundIn) => byScore(a, b)

/** A passage is never sure: however well it matches, a pair that is comes before it. */
function sureFirst(hits: readonly Hit[]): readonly Hit[] {
  if (!hits.some(({ isPassage }) => isPassage)) return hits
  return [...hits.filter(({ band }) => band === 'answer'), ...hits.filter(({ band }) => band !== 'answer')]
}

/** The query's vector, asked for once, and only when there is something to compare it with. */
function askedOnce({ semantics }: Indexes, text: string) {
  let asked: Promise<QueryVector | string> | undefined
  let note: EmbeddingNote = semantics
    ? { state: 'not ready', note: 'Found by words only: the vectors of the pairs are still being made.' }
    : { state: 'off', note: null }
  return {
    note: () => note,
    async vectorFor(baseId: string, { vectors }: KeptIndex['index']): Promise<QueryVector | undefined> {
      if (!semantics || !vectors || vectors.filled === 0) return undefined
      asked ??= semantics.vectorOf(text)
      const made = await asked
      if (typeof made === 'string') {
        note = { state: 'failed', note: made }
        return undefined
      }
      const { length } = made.bytes
      if (length !== vectors.dimensions) {
        semantics.renew(baseId)
        note = {
          state: 'not ready',
          note: `Found by words only: the model now gives vectors of ${length} numbers, and those of the pairs have ${vectors.dimensions}. They are being made again.`,
        }
        return undefined
      }
      const waiting = vectors.slotCount - vectors.filled
      note = {
        state: 'used',
        note:
          waiting > 0 ? `Vectors of ${waiting} questions are still being made; those count by words.` : null,
      }
      return made
    },
  }
}

function hitOf(
  each: FoundIn,
  docName: string,
  pair: { question: string; answer: string },
  { text, explained }: SearchInput,
): Hit {
  const found = each.hit
  const isPassage = pair.question === ''
  const confidence = rounded(isPassage ? confidenceInPassage(text, found) : confidenceIn(pair, text, found))
  return {
    docId: found.docId,
    docName,
    ordinal: found.ordinal,
    question: pair.question,
    answer: pair.answer,
    score: rounded(found.score),
    confidence,
    band: bandOf(confidence),
    isPassage,
    isAsked: !isPassage && isAsked(found),
    ...(explained ? { explanation: explanationOf(each) } : {}),
  }
}

function explanationOf({ hit: found, query, kept }: FoundIn): Explanation {
  return {
    terms: explain(kept.index, query, found),
    phrasing: { terms: rounded(Math.min(1, found.terms)), characters: rounded(found.cosine) },
    embedding: found.closeness === undefined ? null : rounded(found.closeness),
    otherPhrasings: rounded(found.support),
    answer: rounded(found.answer),
  }
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** Of each base: all of it, none of it, or which documents. */
async function wantedOf(database: Reader, agentId: string, { baseIds, documentIds }: SearchInput) {
  if (!baseIds && !documentIds) return () => 'all' as const
  const whole = new Set(baseIds)
  const some = new Map<string, Set<string>>()
  if (documentIds?.length) {
    for (const { id, base_id } of await basesOfDocuments(database, agentId, documentIds)) {
      const known = some.get(base_id)
      if (known) known.add(id)
      else some.set(base_id, new Set([id]))
    }
  }
  return (baseId: string) => (whole.has(baseId) ? 'all' : (some.get(baseId) ?? 'none'))
}
