/**
 * Ranks the entries of an index by a query. One phrasing matches by BM25 over the query's weight that could be covered, and
 * by the cosine of character pieces. An entry is as good as its best phrasing; its other phrasings and its answer support it
 * as independent signs do: each takes a share of the part still missing to 1. Where there are vectors, an entry is as close
 * as `combineVectors` says, and the match by words is added by weight.
 */
import type { BaseIndex, Part } from '../index/base-index.ts'
import type { QueryVector } from '../index/query-vector.ts'
import type { Vectors } from '../index/vectors.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { type Query, readQuery } from './query.ts'
import { queryPostings } from './query-postings.ts'
import { type Comparer, createComparer, type QuestionMatch } from './rescore.ts'
import { closestPhrasings } from './scan-vectors.ts'
import { bestPhrasings, comparePlaces } from './score-postings.ts'
import {
  ANSWER_GAIN,
  ANSWER_MOST,
  ANSWER_SHARE,
  CLOSEST,
  COMBINED,
  COMBINED_SHARE,
  COMPARED,
  COMPLETED,
  MOST_PHRASINGS,
  SUPPORT,
  TERM_SHARE,
  TERM_SHARE_BESIDE_VECTORS,
  WORDS_BESIDE_VECTORS,
} from './weights.ts'

export interface Found extends Coverage {
  /** The best phrasing. */
  readonly phrasing: number
  readonly docId: string
  readonly setId: string
  readonly revision: number
  readonly ordinal: number
  readonly score: number
  // Parts of the score: the best phrasing by terms and by pieces, the other phrasings, the answer's text.
  readonly terms: number
  readonly cosine: number
  /** How close the vectors are; undefined where one is missing. */
  readonly closeness: number | undefined
  readonly support: number
  readonly answer: number
}

type Ranked = Omit<Found, keyof Coverage>

export interface Ranking {
  readonly query: Query
  readonly found: readonly Found[]
}

interface RankOptions {
  readonly limit: number
  /** Which parts are searched, of those that are live; all of them unless said otherwise. */
  readonly isWanted?: (part: Part) => boolean
  /** The query's vector, where there is one. */
  readonly vector?: QueryVector | undefined
}

interface Candidate extends QuestionMatch {
  readonly phrasing: number
  readonly closeness: number | undefined
  /** The match by words, and as it counts beside vectors. */
  readonly match: number
  readonly beside: number
  /** How well it fits by all there is. */
  readonly fit: number
}

export function rank(index: BaseIndex, text: string, options: RankOptions): Ranking {
  const { limit, isWanted = () => true } = options
  const vector = index.vectors && options.vector
  const isShown = Uint8Array.from(index.parts, (part) => (part.live && isWanted(part) ? 1 : 0))
  const query = readQuery(index, text)
  const comparer = createComparer(index, query)
  const entries = new Map<number, Candidate[]>()
  const taken = new Set<number>()
  const take = (phrasing: number) => {
    if (taken.has(phrasing)) return
    taken.add(phrasing)
    const candidate = candidateOf(index, comparer, phrasing, vector)
    const key = index.entries.keyOf(phrasing)
    const entry = entries.get(key)
    if (entry) entry.push(candidate)
    else entries.set(key, [candidate])
  }
  const most = Math.max(COMPARED, 3 * limit)
  for (const phrasing of bestPhrasings(index, queryPostings(index, query), isShown, most)) take(phrasing)
  if (vector) for (const phrasing of closestPhrasings(index, isShown, vector, CLOSEST)) take(phrasing)
  for (const best of bestOfEntries(index, entries).slice(0, COMPLETED)) {
    for (const phrasing of otherPhrasings(index, isShown, best)) take(phrasing)
  }
  const bests = bestOfEntries(index, entries)
  const mostMatch = bests.reduce((most, { match }) => Math.max(most, match), 0)
  const answerShare = Math.min(ANSWER_MOST, ANSWER_SHARE * (1 + ANSWER_GAIN * (1 - mostMatch)))
  const found = bests
    .map((best) => {
      const entry = entries.get(index.entries.keyOf(best.phrasing)) ?? []
      return foundOf(index, comparer, entry, best, answerShare, vector)
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, limit)
    .map((each) => {
      const phrasings = [each.phrasing, ...otherPhrasings(index, isShown, each)]
      return { ...each, ...coverageOf(index, query, phrasings, withAnswer(index, each.phrasing)) }
    })
  return { query, found }
}

/** Best first; equal ones by document and place. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : a.ordinal - b.ordinal)
}

function candidateOf(
  index: BaseIndex,
  comparer: Comparer,
  phrasing: number,
  vector: QueryVector | undefined,
): Candidate {
  const { terms, cosine } = comparer.question(phrasing)
  const blend = (share: number) => share * Math.min(1, terms) + (1 - share) * cosine
  const closeness = vector && index.vectors?.closeness(phrasing, vector)
  const [match, beside] = [blend(TERM_SHARE), blend(TERM_SHARE_BESIDE_VECTORS)]
  const fit = closeness === undefined ? match : withWords(closeness, beside)
  return { phrasing, terms, cosine, closeness, match, beside, fit }
}

/** A match by vectors and one by words, as one. */
const withWords = (byVectors: number, byWords: number) =>
  (byVectors + WORDS_BESIDE_VECTORS * byWords) / (1 + WORDS_BESIDE_VECTORS)

/** The phrasing of each entry that fits best, in the order of how well it does. */
function bestOfEntries(index: BaseIndex, entries: ReadonlyMap<number, readonly Candidate[]>): Candidate[] {
  const byFit = (a: Candidate, b: Candidate) => b.fit - a.fit || comparePlaces(index, a.phrasing, b.phrasing)
  const best = (entry: readonly Candidate[]) =>
    entry.reduce((top, each) => (byFit(each, top) < 0 ? each : top))
  return Array.from(entries.values(), best).sort(byFit)
}

/** All phrasings of an entry that may be shown; none where they are too many, since then enough of them were candidates. */
function otherPhrasings(
  index: BaseIndex,
  isShown: Uint8Array,
  { phrasing }: { readonly phrasing: number },
): number[] {
  const others: number[] = []
  for (const each of index.entries.phrasingsWith(phrasing)) {
    if (isShown[index.part.data[each] as number] === 1) others.push(each)
    if (others.length > MOST_PHRASINGS) return []
  }
  return others
}

function foundOf(
  index: BaseIndex,
  comparer: Comparer,
  entry: readonly Candidate[],
  best: Candidate,
  answerShare: number,
  vector: QueryVector | undefined,
): Ranked {
  const { phrasing, terms, cosine, closeness } = best
  const { docId, setId, revision } = index.partOf(phrasing)
  const [bestMatch = 0, ...others] = entry.map(({ match }) => match).sort((a, b) => b - a)
  const missing = SUPPORT.reduce((left, share, i) => left * (1 - share * (others[i] ?? 0)), 1 - bestMatch)
  const answer = comparer.answer(withAnswer(index, phrasing))
  let score = 1 - missing * (1 - answerShare * answer)
  const close = entry.filter((each): each is Candidate & ClosePhrasing => each.closeness !== undefined)
  if (index.vectors && vector && close.length > 0) {
    close.sort((a, b) => b.closeness - a.closeness || comparePlaces(index, a.phrasing, b.phrasing))
    const beside = Math.max(...entry.map((each) => each.beside))
    const byWords = 1 - (1 - beside) * (1 - answerShare * answer)
    score = withWords(combineVectors(index.vectors, vector, close), byWords)
  }
  return {
    phrasing,
    docId,
    setId,
    revision,
    ordinal: index.ordinal.data[phrasing] as number,
    score: Math.max(0, Math.min(1, score)),
    terms,
    cosine,
    closeness,
    support: 1 - missing - bestMatch,
    answer,
  }
}

/** Keywords are a phrasing of their own, right behind the question of their pair, which alone has the answer. */
function withAnswer(index: BaseIndex, phrasing: number): number {
  const isKeywords =
    index.ordinal.data[phrasing - 1] === index.ordinal.data[phrasing] &&
    index.part.data[phrasing - 1] === index.part.data[phrasing]
  return isKeywords ? phrasing - 1 : phrasing
}

interface ClosePhrasing {
  readonly phrasing: number
  readonly closeness: number
}

/**
 * How close the phrasings of an entry are to a query together: as the closest of them, and as the direction that the closest few
 * share, which says better than each what all of them are about. The part missing to 1 is a weighted product of the two, so a
 * question that was stored word for word stays ahead of many that resemble it. The closest comes first; there is one at least.
 */
function combineVectors(vectors: Vectors, query: QueryVector, close: readonly ClosePhrasing[]): number {
  const { closeness } = close[0] as ClosePhrasing
  if (closeness >= 1 || close.length === 1) return closeness
  const few = close.slice(0, COMBINED).map(({ phrasing }) => phrasing)
  const shared = vectors.closenessTogether(few, query)
  return 1 - (1 - closeness) ** (1 - COMBINED_SHARE) * (1 - shared) ** COMBINED_SHARE
}
