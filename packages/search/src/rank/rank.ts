/**
 * Ranks the entries of an index for a query. A phrasing matches by BM25, as a share of the weight that could be covered, and by
 * the cosine of character pieces. An entry has the score of its best phrasing, raised by its other phrasings and its answer as
 * by independent evidence: each adds a share of what is missing to 1. With vectors, the score of an entry is the weighted mean
 * of `combineVectors` and the match by words.
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
  /** Selects among the live parts; by default all of them are searched. */
  readonly isWanted?: (part: Part) => boolean
  readonly vector?: QueryVector | undefined
}

interface Candidate extends QuestionMatch {
  readonly phrasing: number
  readonly closeness: number | undefined
  /** The match by words: alone, and as it counts beside vectors. */
  readonly match: number
  readonly matchBesideVectors: number
  /** The match by words and vectors together. */
  readonly fit: number
}

export function rank(index: BaseIndex, text: string, options: RankOptions): Ranking {
  const { limit, isWanted = () => true } = options
  const vector = index.vectors && options.vector
  const isShown = Uint8Array.from(index.parts, (part) => (part.live && isWanted(part) ? 1 : 0))
  const query = readQuery(index, text)
  const comparer = createComparer(index, query)
  const entries = new Map<number, Candidate[]>()
  const seen = new Set<number>()
  const add = (phrasing: number) => {
    if (seen.has(phrasing)) return
    seen.add(phrasing)
    const candidate = candidateOf(index, comparer, phrasing, vector)
    const key = index.entries.keyOf(phrasing)
    const entry = entries.get(key)
    if (entry) entry.push(candidate)
    else entries.set(key, [candidate])
  }
  const most = Math.max(COMPARED, 3 * limit)
  for (const phrasing of bestPhrasings(index, queryPostings(index, query), isShown, most)) add(phrasing)
  if (vector) for (const phrasing of closestPhrasings(index, isShown, vector, CLOSEST)) add(phrasing)
  for (const best of bestOfEntries(index, entries).slice(0, COMPLETED)) {
    for (const phrasing of shownPhrasings(index, isShown, best)) add(phrasing)
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
      const phrasings = [each.phrasing, ...shownPhrasings(index, isShown, each)]
      return { ...each, ...coverageOf(index, query, phrasings, phrasingWithAnswer(index, each.phrasing)) }
    })
  return { query, found }
}

/** Orders by score, best first, then by document and ordinal. */
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
  const [match, matchBesideVectors] = [blend(TERM_SHARE), blend(TERM_SHARE_BESIDE_VECTORS)]
  const fit = closeness === undefined ? match : withWords(closeness, matchBesideVectors)
  return { phrasing, terms, cosine, closeness, match, matchBesideVectors, fit }
}

/** The weighted mean of a match by vectors and one by words. */
const withWords = (byVectors: number, byWords: number) =>
  (byVectors + WORDS_BESIDE_VECTORS * byWords) / (1 + WORDS_BESIDE_VECTORS)

/** The best phrasing of each entry, best first. */
function bestOfEntries(index: BaseIndex, entries: ReadonlyMap<number, readonly Candidate[]>): Candidate[] {
  const byFit = (a: Candidate, b: Candidate) => b.fit - a.fit || comparePlaces(index, a.phrasing, b.phrasing)
  const best = (entry: readonly Candidate[]) =>
    entry.reduce((top, each) => (byFit(each, top) < 0 ? each : top))
  return Array.from(entries.values(), best).sort(byFit)
}

/** All visible phrasings of an entry; none when there are too many, because then enough of them were candidates already. */
function shownPhrasings(
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
  const answer = comparer.answer(phrasingWithAnswer(index, phrasing))
  let score = 1 - missing * (1 - answerShare * answer)
  const close = entry.filter((each): each is Candidate & ClosePhrasing => each.closeness !== undefined)
  if (index.vectors && vector && close.length > 0) {
    close.sort((a, b) => b.closeness - a.closeness || comparePlaces(index, a.phrasing, b.phrasing))
    const matchBesideVectors = Math.max(...entry.map((each) => each.matchBesideVectors))
    const byWords = 1 - (1 - matchBesideVectors) * (1 - answerShare * answer)
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

/** Keywords are a phrasing of their own, directly after the question of their pair. Only that question has the answer. */
function phrasingWithAnswer(index: BaseIndex, phrasing: number): number {
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
 * How close an entry is to a query: combines its closest phrasing with the mean direction of the closest few, which represents
 * their common topic better than each of them. The distance to 1 is a weighted product of both distances, so a question that
 * was stored word for word stays ahead of many that resemble it. `close` must not be empty and starts with the closest.
 */
function combineVectors(vectors: Vectors, query: QueryVector, close: readonly ClosePhrasing[]): number {
  const { closeness } = close[0] as ClosePhrasing
  if (closeness >= 1 || close.length === 1) return closeness
  const few = close.slice(0, COMBINED).map(({ phrasing }) => phrasing)
  const shared = vectors.closenessTogether(few, query)
  return 1 - (1 - closeness) ** (1 - COMBINED_SHARE) * (1 - shared) ** COMBINED_SHARE
}
