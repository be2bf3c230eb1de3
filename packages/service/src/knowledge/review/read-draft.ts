/** The pairs of a draft: those that were converted, with the decisions of an editor. */
import type { DraftCounts, PairState } from '@tandem/contract/admin-review'
import type { Reader } from '../../platform/database/handle.ts'
import { found } from '../../platform/fault.ts'
import { startSlices } from '../../platform/time-slices.ts'
import { PAGE_PAIRS, type Pair, type PairText, readPairs } from '../pair-store.ts'
import { countMarks, type DraftRow, findDraft, marksBetween } from './draft-store.ts'

export interface ReviewedPair extends PairText {
  readonly ordinal: number
  readonly state: PairState
  readonly held: boolean
  readonly original: PairText | null
  readonly origin: string | null
}

export async function requireDraft(db: Reader, agentId: string, docId: string): Promise<DraftRow> {
  const words = `The agent has no document ${docId.slice(0, 60)} with a draft to review.`
  return found(await findDraft(db, agentId, docId), words)
}

export async function readReviewed(
  db: Reader,
  draft: DraftRow,
  first: number,
  limit: number,
): Promise<ReviewedPair[]> {
  const rows = await readPairs(db, { set_id: draft.set_id, revision: 0 }, first, limit)
  const last = rows.at(-1)
  if (!last) return []
  const marks = new Map(
    (await marksBetween(db, draft.set_id, first, last.ordinal + 1)).map((mark) => [mark.ordinal, mark]),
  )
  return rows.map(({ ordinal, question, answer, origin }) => {
    const mark = marks.get(ordinal)
    return {
      ordinal,
      state: mark?.state ?? draft.rest,
      held: mark?.held === 1,
      question: mark?.question ?? question,
      answer: mark?.answer ?? answer,
      original: mark?.state === 'edited' ? { question, answer } : null,
      origin,
    }
  })
}

/** The next pairs in a state, from an ordinal on, and the ordinal to continue from. */
export async function pageReviewed(
  db: Reader,
  draft: DraftRow,
  state: PairState | undefined,
  from: number,
  limit: number,
): Promise<{ items: ReviewedPair[]; nextFrom: number | null }> {
  const items: ReviewedPair[] = []
  const slices = startSlices()
  for (let at = from; at < draft.pair_count; ) {
    const page = await readReviewed(db, draft, at, Math.min(PAGE_PAIRS, draft.pair_count - at))
    if (page.length === 0) break
    if (slices.over()) await slices.pause()
    for (const pair of page) {
      if (state !== undefined && pair.state !== state) continue
      if (items.length === limit) return { items, nextFrom: pair.ordinal }
      items.push(pair)
    }
    at = (page.at(-1)?.ordinal ?? at) + 1
  }
  return { items, nextFrom: null }
}

/** The pairs to show: approved and edited ones, in order. */
export async function* approvedPairs(db: Reader, draft: DraftRow): AsyncGenerator<Pair[]> {
  const slices = startSlices()
  for (let at = 0; at < draft.pair_count; at += PAGE_PAIRS) {
    const page = await readReviewed(db, draft, at, PAGE_PAIRS)
    if (slices.over()) await slices.pause()
    const list = page.flatMap(({ state, question, answer, origin }): Pair[] =>
      state === 'approved' || state === 'edited'
        ? [{ question, answer, ...(origin === null ? {} : { origin }) }]
        : [],
    )
    if (list.length > 0) yield list
  }
}

export async function countDraft(db: Reader, draft: DraftRow): Promise<DraftCounts> {
  const counts = { total: draft.pair_count, pending: 0, approved: 0, edited: 0, dropped: 0, held: 0 }
  let marked = 0
  for (const { state, held, count } of await countMarks(db, draft.set_id)) {
    counts[state] += count
    marked += count
    if (state === 'pending' && held === 1) counts.held += count
  }
  counts[draft.rest] += draft.pair_count - marked
  return counts
}
