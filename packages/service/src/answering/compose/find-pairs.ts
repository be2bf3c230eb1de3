/** Looks up the pairs for a question, within what the caller allows. A question that was offered and picked is surely meant. */

import { asksOtherKind } from '@tandem/search/asks-other'
import { NEARLY_EQUAL } from '@tandem/search/confidence'
import { leavesOpen } from '@tandem/search/leaves-open'
import { nameOf } from '../../knowledge/passage-name.ts'
import type { Hit, Search } from '../../knowledge/search/search-result.ts'
import type { OfferedPair, TurnConfig } from '../turn.ts'

const BEFORE_CHARS = 500
const HAS_WORDS = /[\p{L}\p{N}]/u

export async function findPairs(
  search: Search,
  agentId: string,
  asked: {
    question: string
    picked: OfferedPair | undefined
    limit: number
    /** What the user said before; a model may be asked “and how long does that take?”. */
    before?: string | undefined
    /** The pair just answered with: what goes on from there asks for another. */
    answered?: { readonly docId: string; readonly ordinal: number } | undefined
  },
  knowledge: TurnConfig['knowledge'],
): Promise<readonly Hit[]> {
  const { question: text, picked, limit, before, answered } = asked
  if (knowledge?.none || !HAS_WORDS.test(text)) return []
  const { baseIds, documentIds } = knowledge ?? {}
  const { hits } = await search(agentId, { text, limit, baseIds, documentIds })
  if (!picked && before && !isSure(text, hits)) {
    const both = `${before.slice(0, BEFORE_CHARS)} ${text}`
    const { hits: more } = await search(agentId, { text: both, limit, baseIds, documentIds })
    const mayMean = (hit: Hit) => !(answered && isSame(answered, hit)) && !asksOtherKind(text, hit.question)
    return merged(
      hits.map(doubted),
      more.map((hit) => (mayMean(hit) ? hit : doubted(hit))),
      limit,
    )
  }
  if (!picked) return hits
  const same = hits.filter((hit) => nameOf(hit) === picked.question)
  const meant =
    same.find(({ docId, ordinal }) => docId === picked.docId && ordinal === picked.ordinal) ??
    same.find(({ docId }) => docId === picked.docId) ??
    same[0]
  // It is gone, or out of bounds: what resembles it was not picked.
  return meant
    ? [{ ...meant, band: 'answer', confidence: 1, isAsked: true }, ...hits.filter((hit) => hit !== meant)]
    : hits.map(doubted)
}

const isSame = (a: Pick<Hit, 'docId' | 'ordinal'>, b: Hit) => a.docId === b.docId && a.ordinal === b.ordinal

/** Offered at most. */
const doubted = (hit: Hit): Hit => (hit.band === 'answer' ? { ...hit, band: 'offer', isAsked: false } : hit)

/** The surest of both, each pair once. */
function merged(hits: readonly Hit[], more: readonly Hit[], limit: number): readonly Hit[] {
  const all = [...hits, ...more].sort((a, b) => b.confidence - a.confidence)
  return all.filter((hit, i) => all.findIndex((each) => isSame(each, hit)) === i).slice(0, limit)
}

/**
 * Two sure matches closer than this are a tie, unless the first is nearly the question itself; and so are two of which the
 * question leaves open which is meant. On the public questions of `bench/knowledge/retrieval.ts` the first of a tie was right in
 * about 6 of 10 cases, and the right one among the first three in more than 8.
 */
const TIE = 0.03
const OPEN_TIE = 0.15

/** Whether the best pair is surely the one that was asked for: it is sure, and no other is as likely meant. */
export function isSure(asked: string, [best, ...others]: readonly Hit[]): boolean {
  if (best?.band !== 'answer') return false
  // A passage cannot be what a stored question was taken for.
  const next = others.find(({ isPassage }) => !isPassage)
  if (!next || next.band === 'none' || best.confidence >= NEARLY_EQUAL || next.answer === best.answer)
    return true
  const ahead = best.confidence - next.confidence
  if (next.band === 'answer' && ahead < TIE) return false
  const isNear = next.band === 'answer' || ahead < OPEN_TIE
  return !(isNear && leavesOpen(asked, best.question, next.question))
}
