/** Finds the stored pairs and passages that answer a question, in some or all knowledge bases of an agent, and says why. */
import type { SearchHit } from '@tandem/contract/search'
import { type Judgement, judgePairs, judgePassage } from '@tandem/search/confidence'
import { explain } from '@tandem/search/explain'
import { byScore, type Found, type Ranking, rank } from '@tandem/search/rank'
import type { QueryVector } from '@tandem/search/vectors'
import type { Reader } from '../../platform/database/handle.ts'
import { startSlices } from '../../platform/time-slices.ts'
import type { PairText } from '../pair-store.ts'
import { documentsByIds } from '../store.ts'
import type { KeptIndex } from './index/catch-up.ts'
import { placeKey } from './index/draft-index.ts'
import type { Indexes } from './index/indexes.ts'
import type { EmbeddingNote, Hit, Search, SearchInput, SearchResult } from './search-result.ts'
import { type BaseVersion, basesOfAgent, pairsAt } from './store.ts'

interface SearchDeps {
  readonly database: Reader
  readonly indexes: Indexes
}

/** A pair may be replaced between being found and being read; then the search is repeated. */
const TRIES = 5

/** Runs inside `thread/search-thread.ts`; the service calls it through `thread/ask-thread.ts`. */
export function searchOver(deps: SearchDeps): Search {
  return async (agentId, input) => {
    for (let tries = 1; ; tries++) {
      const result = await searchOnce(deps, agentId, input, tries === TRIES)
      if (result) return result
    }
  }
}

/** Whether a pair is sure depends on its lead over the next one, so there must be a next one. */
const LEAST_FOUND = 3

interface FoundIn {
  readonly found: Found
  readonly query: Ranking['query']
  readonly kept: KeptIndex
}

/** A hit with its text. */
interface ReadHit extends FoundIn, PairText {
  readonly pairId: string
  readonly docName: string
}

async function searchOnce(
  { database, indexes }: SearchDeps,
  agentId: string,
  input: SearchInput,
  last: boolean,
): Promise<SearchResult | undefined> {
  const bases = await basesOfAgent(database, agentId)
  const indexOf = await indexesFor({ database, indexes }, agentId, input)
  const wanted = await wantedOf(database, agentId, input)
  const limit = Math.max(input.limit, LEAST_FOUND)
  const pairs: FoundIn[] = []
  const passages: FoundIn[] = []
  const query = lazyQueryVector(indexes, input.text)
  // An agent may have thousands of bases.
  const slices = startSlices()
  for (const base of bases) {
    const documents = wanted(base.id)
    if (documents === 'none') continue
    const kept = await indexOf(base)
    const { index } = kept
    const vector = await query.vectorFor(base.id, index)
    // Pairs match by their questions, passages by their text: they are ranked apart, so that neither influences the other.
    const rankOnly = (kind: 'pairs' | 'passages'): FoundIn[] => {
      const ranking = rank(index, input.text, {
        limit,
        vector,
        isWanted: ({ hasPassages, docId }) =>
          hasPassages === (kind === 'passages') && (documents === 'all' || documents.has(docId)),
      })
      return ranking.found.map((found) => ({ found, query: ranking.query, kept }))
    }
    pairs.push(...rankOnly('pairs'))
    if (index.parts.some(({ hasPassages }) => hasPassages)) passages.push(...rankOnly('passages'))
    if (slices.over()) await slices.pause()
  }
  const best = [pairs, passages].flatMap((some) => some.sort(byFound).slice(0, limit)).sort(byFound)
  const read = await readHits(database, best)
  if (read.length < best.length && !last) return undefined
  const hits = sureFirst(judged(read, input)).slice(0, input.limit)
  return { hits, embedding: query.note() }
}

/** Returns a function that gets the index of a base; for the base of the draft, the one with the draft applied. */
async function indexesFor({ database, indexes }: SearchDeps, agentId: string, { draft }: SearchInput) {
  if (draft === undefined) return indexes.ready
  const [at] = await documentsByIds(database, agentId, [draft])
  return (base: BaseVersion) =>
    base.id === at?.base_id ? indexes.drafts.ready(base, agentId, draft) : indexes.ready(base)
}

const byFound = ({ found: a }: FoundIn, { found: b }: FoundIn) => byScore(a, b)

/** Leaves out pairs and documents that were removed meanwhile. */
async function readHits(database: Reader, best: readonly FoundIn[]): Promise<ReadHit[]> {
  const places = best.map(({ found }) => found)
  const texts = await pairsAt(database, places)
  return best.flatMap((each, i) => {
    const docName = each.kept.documents.get(each.found.docId)?.name
    const stored = texts[i]
    if (!stored || docName === undefined) return []
    const { question, answer } = each.kept.edited?.get(placeKey(each.found)) ?? stored
    return [{ ...each, pairId: stored.id, question, answer, docName }]
  })
}

function judged(read: readonly ReadHit[], input: SearchInput): Hit[] {
  const pairs = read.filter(({ question }) => question !== '')
  const judgements = new Map(judgePairs(input.text, pairs).map((each, i) => [pairs[i], each]))
  return read.map((each) => hitOf(each, judgements.get(each) ?? judgePassage(input.text, each.found), input))
}

/** Sure pairs come first: a passage is never sure, however well it matches. */
function sureFirst(hits: readonly Hit[]): readonly Hit[] {
  if (!hits.some(({ isPassage }) => isPassage)) return hits
  return [...hits.filter(({ band }) => band === 'answer'), ...hits.filter(({ band }) => band !== 'answer')]
}

/** The query's vector, asked for once, and only when there is something to compare it with. */
function lazyQueryVector({ semantics }: Indexes, text: string) {
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

function hitOf(each: ReadHit, judgement: Judgement, { explained }: SearchInput): Hit {
  const { found, docName, pairId, question, answer } = each
  return {
    docId: found.docId,
    docName,
    ordinal: found.ordinal,
    pairId,
    question,
    answer,
    score: rounded(found.score),
    ...judgement,
    isPassage: question === '',
    ...(explained ? { explanation: explanationOf(each) } : {}),
  }
}

function explanationOf({ found, query, kept }: FoundIn): SearchHit['explain'] {
  return {
    terms: explain(kept.index, query, found.phrasing),
    phrasing: { terms: rounded(Math.min(1, found.terms)), characters: rounded(found.cosine) },
    embedding: found.closeness === undefined ? null : rounded(found.closeness),
    other_phrasings: rounded(found.support),
    answer: rounded(found.answer),
  }
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** Which documents of a base are searched: all, none, or those with these ids. */
async function wantedOf(database: Reader, agentId: string, { baseIds, documentIds }: SearchInput) {
  if (!baseIds && !documentIds) return () => 'all' as const
  const whole = new Set(baseIds)
  const some = new Map<string, Set<string>>()
  if (documentIds?.length) {
    for (const { id, base_id } of await documentsByIds(database, agentId, documentIds)) {
      const known = some.get(base_id)
      if (known) known.add(id)
      else some.set(base_id, new Set([id]))
    }
  }
  return (baseId: string) => (whole.has(baseId) ? 'all' : (some.get(baseId) ?? 'none'))
}
