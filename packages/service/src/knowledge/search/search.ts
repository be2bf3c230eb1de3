/** Finds the stored pairs that answer a question, in some or all knowledge bases of an agent, and says why. */
import type { Database } from '../../platform/database/handle.ts'
import { readPairs } from '../pair-store.ts'
import type { Part } from './base-index.ts'
import type { KeptIndex } from './catch-up.ts'
import { type Band, bandOf, confidenceOf } from './confidence.ts'
import { explain, type MatchedTerm } from './explain.ts'
import type { Indexes } from './indexes.ts'
import { type Found, rank } from './rank.ts'
import { basesOfAgent, basesOfDocuments } from './store.ts'

export interface SearchDeps {
  readonly database: Database
  readonly indexes: Indexes
}

export interface SearchInput {
  readonly text: string
  readonly limit: number
  /** With neither list, everything is searched; with one or both, what either names. Ids of others find nothing. */
  readonly baseIds?: readonly string[] | undefined
  readonly documentIds?: readonly string[] | undefined
}

export interface Hit {
  readonly docId: string
  readonly docName: string
  readonly ordinal: number
  readonly question: string
  readonly answer: string
  readonly score: number
  readonly confidence: number
  readonly band: Band
  readonly explain: {
    readonly terms: readonly MatchedTerm[]
    /** How the best phrasing matches: by terms, and by character pieces. */
    readonly phrasing: { readonly terms: number; readonly characters: number }
    /** What the entry's other phrasings add. */
    readonly otherPhrasings: number
    /** How much of the query the answer's text covers. */
    readonly answer: number
  }
}

/** A pair may be replaced between being found and being read; then it is all done again, on what is there now. */
const TRIES = 5

export async function searchBases(deps: SearchDeps, agentId: string, input: SearchInput): Promise<Hit[]> {
  for (let tries = 1; ; tries++) {
    const hits = await searchOnce(deps, agentId, input, tries === TRIES)
    if (hits) return hits
  }
}

async function searchOnce(
  { database, indexes }: SearchDeps,
  agentId: string,
  input: SearchInput,
  last: boolean,
): Promise<Hit[] | undefined> {
  const wanted = await scopeOf(database, agentId, input)
  const found: { hit: Found; kept: KeptIndex; terms: MatchedTerm[] }[] = []
  for (const base of await basesOfAgent(database, agentId)) {
    const documents = wanted(base.id)
    if (documents === 'none') continue
    const kept = await indexes.ready(base)
    const ranking = rank(kept.index, input.text, shownParts(kept, documents), input.limit)
    for (const hit of ranking.found) found.push({ hit, kept, terms: explain(kept.index, ranking.query, hit) })
  }
  found.sort(
    ({ hit: a }, { hit: b }) =>
      b.score - a.score || (a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : a.ordinal - b.ordinal),
  )
  const hits: Hit[] = []
  for (const { hit, kept, terms } of found.slice(0, input.limit)) {
    const name = kept.documents.get(hit.docId)?.name
    const [pair] = await readPairs(database, hit.revisionId, hit.ordinal, 1)
    if (pair?.ordinal !== hit.ordinal || name === undefined) {
      if (last) continue
      return undefined
    }
    hits.push(hitOf(hit, name, pair, terms))
  }
  return hits
}

function hitOf(
  found: Found,
  docName: string,
  pair: { question: string; answer: string },
  terms: MatchedTerm[],
): Hit {
  const confidence = rounded(confidenceOf(found))
  return {
    docId: found.docId,
    docName,
    ordinal: found.ordinal,
    question: pair.question,
    answer: pair.answer,
    score: rounded(found.score),
    confidence,
    band: bandOf(confidence),
    explain: {
      terms,
      phrasing: { terms: rounded(Math.min(1, found.terms)), characters: rounded(found.cosine) },
      otherPhrasings: rounded(found.support),
      answer: rounded(found.answer),
    },
  }
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** Of each base: all of it, none of it, or which documents. */
async function scopeOf(database: Database, agentId: string, { baseIds, documentIds }: SearchInput) {
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

function shownParts({ index }: KeptIndex, documents: 'all' | ReadonlySet<string>): Uint8Array {
  const shown = new Uint8Array(index.parts.length)
  for (let i = 0; i < shown.length; i++) {
    const { live, docId } = index.parts[i] as Part
    if (live && (documents === 'all' || documents.has(docId))) shown[i] = 1
  }
  return shown
}
