/**
 * The second round: candidates compared in full, and gathered into entries. One phrasing matches by BM25 over what of the
 * query's weight could be covered, and by the cosine of character pieces. Of the best entries the phrasings that were no
 * candidates are compared too. An entry is as good as its best phrasing; its others and its answer's text support it, as
 * independent signs do: each takes a share of what is still missing to 1. Where there are vectors, an entry is as close as
 * `together.ts` says, the match of the best phrasing by words is added by weight, and other phrasings count by their vectors
 * only. Answers are read only as long as they can still bring an entry among the best.
 */
import type { BaseIndex } from '../index/base-index.ts'
import type { Scope } from '../index/scope.ts'
import type { QueryVector } from '../index/vectors.ts'
import { type CandidateOptions, forEachCandidate } from './candidates.ts'
import { type Comparer, comparer } from './compare.ts'
import { isAsked } from './likeness.ts'
import { type Query, readyQuery } from './query.ts'
import { closestPhrasings } from './scan-vectors.ts'
import { type ClosePhrasing, closeTogether } from './together.ts'
import {
  ANSWER_GAIN,
  ANSWER_MOST,
  ANSWER_SHARE,
  ANSWERS_READ,
  CLOSEST,
  COMPARED_ALL,
  COMPLETED,
  COVERED_LOOKED_AT,
  MOST_SIBLINGS,
  SUPPORT,
  TERM_SHARE,
  TERM_SHARE_BESIDE_VECTORS,
  WORDS_BESIDE_VECTORS,
} from './weights.ts'

export interface Found {
  /** The best phrasing. */
  readonly phrasing: number
  readonly docId: string
  readonly revisionId: string
  readonly ordinal: number
  readonly score: number
  /** Parts of the score: its best phrasing by terms and by pieces, the other phrasings, the answer's text. */
  readonly terms: number
  readonly cosine: number
  /** How close the vectors are; undefined where one is missing. */
  readonly closeness: number | undefined
  readonly support: number
  readonly answer: number
  /** How much of the query question and answer hold together; asked of the first few only, and where none is sure. */
  readonly covered: number
}

/** What is covered is worked out for those that stay. */
type Ranked = Omit<Found, 'covered'>

interface Entry {
  /** The phrasing that fits best, and how well. */
  best: number
  fit: number
  /** The best match by words of any phrasing, and the best as it counts beside vectors. */
  bestMatch: number
  bestBeside: number
  terms: number
  cosine: number
  closeness: number | undefined
  /** Matches of the other phrasings. */
  others: number[] | undefined
  /** Phrasings that have vectors, and how close those are. */
  close: ClosePhrasing[] | undefined
  /** How close they are together. */
  byVectors: number
  /** The most its answer's text can cover. */
  answerMost: number
  /** What is missing to 1 before the answer counts. */
  missing: number
  /** The most its score can be. */
  most: number
}

export interface Ranking {
  readonly query: Query
  readonly found: readonly Found[]
}

export interface RankOptions extends CandidateOptions {
  /** The query's vector, where there is one. */
  readonly vector?: QueryVector | undefined
}

export function rank(
  index: BaseIndex,
  text: string,
  scope: Scope,
  limit: number,
  options: RankOptions = {},
): Ranking {
  const query = readyQuery(index, text)
  const compare = comparer(index, query)
  const matchOf = (phrasing: number) => {
    compare.question(phrasing)
    return matched(compare, TERM_SHARE)
  }
  const entries = new Map<number, Entry>()
  let bestMatch = 0
  const take = (phrasing: number, answerMost: number) => {
    const match = matchOf(phrasing)
    const closeness = vector && index.vectors?.closeness(phrasing, vector)
    if (match > bestMatch) bestMatch = match
    gather(index, entries, {
      phrasing,
      match,
      beside: matched(compare, TERM_SHARE_BESIDE_VECTORS),
      terms: compare.terms,
      cosine: compare.cosine,
      closeness,
      answerMost,
    })
  }
  const { vector } = options
  const taken = new Set<number>()
  forEachCandidate(
    { index, query, scope, limit, matchOf, prepare: compare.prepare, ...options },
    (phrasing, answerMost) => {
      taken.add(phrasing)
      take(phrasing, answerMost)
    },
  )
  if (vector && index.vectors) {
    for (const phrasing of closestPhrasings(index.vectors, index.part.data, scope, vector, CLOSEST))
      if (!taken.has(phrasing)) {
        taken.add(phrasing)
        take(phrasing, 1)
      }
  }
  // In a small base those by words have been: phrasings that are left resemble the query too little to support any entry.
  if (vector || scope.phrasings > COMPARED_ALL) {
    for (const entry of bestByFit(index, entries)) {
      if (index.rows.next(entry.best) === entry.best) continue
      for (const phrasing of othersOf(index, scope, entry)) if (!taken.has(phrasing)) take(phrasing, 0)
    }
  }
  const share = Math.min(ANSWER_MOST, ANSWER_SHARE * (1 + ANSWER_GAIN * (1 - bestMatch)))
  const ranked = [...entries.values()]
  if (vector) {
    for (const entry of ranked) if (entry.close) entry.byVectors = closeTogether(index, vector, entry.close)
  }
  return { query, found: bestEntries(index, compare, ranked, share, limit) }
}

const matched = ({ terms, cosine }: Comparer, termShare: number) =>
  termShare * Math.min(1, terms) + (1 - termShare) * cosine

interface Taken {
  readonly phrasing: number
  readonly match: number
  readonly beside: number
  readonly terms: number
  readonly cosine: number
  readonly closeness: number | undefined
  readonly answerMost: number
}

function gather(index: BaseIndex, entries: Map<number, Entry>, taken: Taken): void {
  const { phrasing, match, beside, terms, cosine, closeness, answerMost } = taken
  const key = index.rows.entry(phrasing)
  const fit = closeness === undefined ? match : withWords(closeness, beside)
  const entry = entries.get(key)
  if (!entry) {
    entries.set(key, {
      best: phrasing,
      fit,
      bestMatch: match,
      bestBeside: beside,
      terms,
      cosine,
      closeness,
      others: undefined,
      close: closeness === undefined ? undefined : [{ phrasing, closeness }],
      byVectors: 0,
      answerMost,
      missing: 1,
      most: 1,
    })
    return
  }
  if (answerMost > entry.answerMost) entry.answerMost = answerMost
  if (closeness !== undefined) {
    entry.close ??= []
    entry.close.push({ phrasing, closeness })
  }
  entry.others ??= []
  entry.others.push(Math.min(match, entry.bestMatch))
  if (match > entry.bestMatch) entry.bestMatch = match
  if (beside > entry.bestBeside) entry.bestBeside = beside
  const earlier = index.rows.ordinal(phrasing) < index.rows.ordinal(entry.best)
  if (fit < entry.fit || (fit === entry.fit && !earlier)) return
  entry.best = phrasing
  entry.fit = fit
  entry.terms = terms
  entry.cosine = cosine
  entry.closeness = closeness
}

/** The entries whose best phrasing fits best; the others of those behind them would hardly bring one to the top. */
function bestByFit(index: BaseIndex, entries: ReadonlyMap<number, Entry>): Entry[] {
  const all = [...entries.values()]
  if (all.length <= COMPLETED) return all
  const { data: tie } = index.tie
  return all
    .sort((a, b) => b.fit - a.fit || (tie[a.best] as number) - (tie[b.best] as number))
    .slice(0, COMPLETED)
}

/** All phrasings of an entry that may be shown; none where they are too many, since then enough of them have been met. */
function othersOf(index: BaseIndex, scope: Scope, { best }: Entry): number[] {
  const others: number[] = []
  for (const phrasing of index.siblings.of(best)) {
    if (scope.parts[index.part.data[phrasing] as number] !== 1) continue
    if (others.length === MOST_SIBLINGS) return []
    others.push(phrasing)
  }
  return others
}

/** A match by vectors and one by words, as one. */
const withWords = (byVectors: number, byWords: number) =>
  (byVectors + WORDS_BESIDE_VECTORS * byWords) / (1 + WORDS_BESIDE_VECTORS)

/** The score of an entry whose answer covers so much of the query. */
function scoreOf({ missing, bestBeside, close, byVectors }: Entry, share: number, answer: number): number {
  const without = close ? 1 - bestBeside : missing
  const byWords = 1 - without * (1 - share * answer)
  return close ? withWords(byVectors, byWords) : byWords
}

/** Entries are looked at from the one that can be best on, until none of the rest can be among the best. */
function bestEntries(
  index: BaseIndex,
  compare: Comparer,
  entries: Entry[],
  share: number,
  limit: number,
): Found[] {
  for (const entry of entries) {
    entry.missing = missingOf(entry)
    entry.most = scoreOf(entry, share, Math.min(1, entry.answerMost))
  }
  // Not all that are equal are read: which ones are is the same in every process.
  const { data: tie } = index.tie
  entries.sort((a, b) => b.most - a.most || (tie[a.best] as number) - (tie[b.best] as number))
  const found: Ranked[] = []
  const read = Math.min(entries.length, 2 * limit + ANSWERS_READ)
  for (let i = 0; i < read; i++) {
    const entry = entries[i] as Entry
    const last = found[limit - 1]
    if (last && entry.most < last.score) break
    const answer = Math.min(1, compare.answer(withAnswer(index, entry.best)))
    if (entry.bestMatch === 0 && answer === 0 && !entry.closeness) continue
    insert(found, foundOf(index, entry, answer, share), limit)
  }
  const isSure = found[0] !== undefined && isAsked(found[0])
  return found.map((each, i) => {
    const mayMatter = !isSure && i < COVERED_LOOKED_AT && each.answer > 0
    const covered = mayMatter ? compare.covered(each.phrasing, withAnswer(index, each.phrasing)) : 0
    return { ...each, covered }
  })
}

/** Keywords are a phrasing of their own, right behind their pair's question, which alone has the answer. */
function withAnswer(index: BaseIndex, phrasing: number): number {
  const { rows } = index
  const { data: parts } = index.part
  const isSecond =
    phrasing > 0 &&
    rows.ordinal(phrasing - 1) === rows.ordinal(phrasing) &&
    parts[phrasing - 1] === parts[phrasing]
  return isSecond ? phrasing - 1 : phrasing
}

function missingOf({ bestMatch, others }: Entry): number {
  let missing = 1 - bestMatch
  if (!others) return missing
  others.sort((a, b) => b - a)
  for (let i = 0; i < SUPPORT.length && i < others.length; i++) {
    missing *= 1 - (SUPPORT[i] as number) * (others[i] as number)
  }
  return missing
}

function foundOf(index: BaseIndex, entry: Entry, answer: number, share: number): Ranked {
  const score = scoreOf(entry, share, answer)
  const part = index.parts[index.part.data[entry.best] as number] as { docId: string; revisionId: string }
  return {
    phrasing: entry.best,
    docId: part.docId,
    revisionId: part.revisionId,
    ordinal: index.rows.ordinal(entry.best),
    score: Math.max(0, Math.min(1, score)),
    terms: entry.terms,
    cosine: entry.cosine,
    closeness: entry.closeness,
    support: 1 - entry.missing - entry.bestMatch,
    answer,
  }
}

/** Best first; equal ones by document and place. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : a.ordinal - b.ordinal)
}

function insert(found: Ranked[], one: Ranked, limit: number): void {
  let at = found.length
  while (at > 0 && byScore(one, found[at - 1] as Ranked) < 0) at--
  if (at >= limit) return
  found.splice(at, 0, one)
  if (found.length > limit) found.pop()
}
