/**
 * The second round: candidates compared in full, and gathered into entries. One phrasing matches by BM25 over what of the
 * query's weight could be covered, and by the cosine of character pieces. An entry is as good as its best phrasing; its others
 * and its answer's text support it, as independent signs do: each takes a share of what is still missing to 1.
 */
import type { BaseIndex } from './base-index.ts'
import { candidatesOf } from './candidates.ts'
import { comparer } from './compare.ts'
import { type Query, readyQuery } from './query.ts'
import { ANSWER_GAIN, ANSWER_MOST, ANSWER_SHARE, SUPPORT, TERM_SHARE } from './weights.ts'

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
  readonly support: number
  readonly answer: number
}

interface Entry {
  readonly matches: number[]
  best: number
  bestMatch: number
  terms: number
  cosine: number
  answer: number
}

export interface Ranking {
  readonly query: Query
  readonly found: readonly Found[]
}

/** `shown` holds a 1 for each part that may be found. */
export function rank(index: BaseIndex, text: string, shown: Uint8Array, limit: number): Ranking {
  const query = readyQuery(index, text)
  const entries = new Map<number, Entry>()
  let bestMatch = 0
  const compare = comparer(index, query)
  for (const phrasing of candidatesOf(index, query, shown)) {
    const { terms, cosine, answer } = compare(phrasing)
    const match = TERM_SHARE * Math.min(1, terms) + (1 - TERM_SHARE) * cosine
    if (match === 0 && answer === 0) continue
    if (match > bestMatch) bestMatch = match
    gather(index, entries, phrasing, match, terms, cosine, answer)
  }
  const share = Math.min(ANSWER_MOST, ANSWER_SHARE * (1 + ANSWER_GAIN * (1 - bestMatch)))
  const found = [...entries.values()].map((entry) => foundOf(index, entry, share))
  found.sort(
    (a, b) => b.score - a.score || (a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : a.ordinal - b.ordinal),
  )
  return { query, found: found.slice(0, limit) }
}

function gather(
  index: BaseIndex,
  entries: Map<number, Entry>,
  phrasing: number,
  match: number,
  terms: number,
  cosine: number,
  answer: number,
): void {
  const key =
    (index.group.data[phrasing] as number) * 2 ** 20 + ((index.group2.data[phrasing] as number) >>> 12)
  const entry = entries.get(key)
  if (!entry) {
    entries.set(key, { matches: [match], best: phrasing, bestMatch: match, terms, cosine, answer })
    return
  }
  entry.matches.push(match)
  entry.answer = Math.max(entry.answer, answer)
  const earlier = (index.ordinal.data[phrasing] as number) < (index.ordinal.data[entry.best] as number)
  if (match > entry.bestMatch || (match === entry.bestMatch && earlier)) {
    Object.assign(entry, { best: phrasing, bestMatch: match, terms, cosine })
  }
}

function foundOf(index: BaseIndex, entry: Entry, share: number): Found {
  const matches = entry.matches.sort((a, b) => b - a)
  let missing = 1 - (matches[0] as number)
  for (let i = 0; i < SUPPORT.length && i + 1 < matches.length; i++) {
    missing *= 1 - (SUPPORT[i] as number) * (matches[i + 1] as number)
  }
  const answer = Math.min(1, entry.answer)
  const score = 1 - missing * (1 - share * answer)
  const part = index.parts[index.part.data[entry.best] as number] as { docId: string; revisionId: string }
  return {
    phrasing: entry.best,
    docId: part.docId,
    revisionId: part.revisionId,
    ordinal: index.ordinal.data[entry.best] as number,
    score: Math.max(0, Math.min(1, score)),
    terms: entry.terms,
    cosine: entry.cosine,
    support: 1 - missing - (matches[0] as number),
    answer,
  }
}
