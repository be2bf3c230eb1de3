/** Finds pairs for a question in the knowledge that the caller allows. A pair that the user picked from an offer is sure. */
import { asksOtherKind } from '@tandem/languages/question-kinds'
import type { OfferedPair } from '../../conversations/message-detail.ts'
import { type Hit, nameOf, type Search } from '../../knowledge/search/search-result.ts'
import type { TurnConfig } from '../turn.ts'

const BEFORE_CHARS = 500
const HAS_WORDS = /[\p{L}\p{N}]/u

export async function findPairs(
  search: Search,
  agentId: string,
  asked: {
    question: string
    picked: OfferedPair | undefined
    limit: number
    /** The user's previous message, which a follow-up such as “and how long does that take?” refers to. */
    before?: string | undefined
    /** The pair of the last answer: a follow-up question asks for another one. */
    answered?: { readonly docId: string; readonly ordinal: number } | undefined
  },
  knowledge: TurnConfig['knowledge'],
): Promise<readonly Hit[]> {
  const { question: text, picked, limit, before, answered } = asked
  if (knowledge?.none || !HAS_WORDS.test(text)) return []
  const { baseIds, documentIds } = knowledge ?? {}
  const { hits } = await search(agentId, { text, limit, baseIds, documentIds })
  if (!picked && before && !isSure(hits)) {
    const both = `${before.slice(0, BEFORE_CHARS)} ${text}`
    const { hits: more } = await search(agentId, { text: both, limit, baseIds, documentIds })
    const mayMean = (hit: Hit) => !(answered && isSame(answered, hit)) && !asksOtherKind(text, hit.question)
    const meant = more.map((hit) => (mayMean(hit) ? hit : doubted(hit)))
    return merged(hits.map(doubted), meant, limit)
  }
  if (!picked) return hits
  const same = hits.filter((hit) => nameOf(hit) === picked.question)
  const meant =
    same.find(({ docId, ordinal }) => docId === picked.docId && ordinal === picked.ordinal) ??
    same.find(({ docId }) => docId === picked.docId) ??
    same[0]
  // The picked pair was removed, or is outside the allowed knowledge. Similar pairs were not picked, so they are only offered.
  return meant
    ? [{ ...meant, band: 'answer', confidence: 1, isAsked: true }, ...hits.filter((hit) => hit !== meant)]
    : hits.map(doubted)
}

const isSame = (a: Pick<Hit, 'docId' | 'ordinal'>, b: Hit) => a.docId === b.docId && a.ordinal === b.ordinal

/** Turns a sure hit into an offer. */
const doubted = (hit: Hit): Hit => (hit.band === 'answer' ? { ...hit, band: 'offer', isAsked: false } : hit)

/** Both lists together, the most confident first, each pair once. */
function merged(hits: readonly Hit[], more: readonly Hit[], limit: number): readonly Hit[] {
  const all = [...hits, ...more].sort((a, b) => b.confidence - a.confidence)
  return all.filter((hit, i) => all.findIndex((each) => isSame(each, hit)) === i).slice(0, limit)
}

/** Whether the best pair surely answers the question; see `confidence.ts` of the search package. */
export const isSure = ([best]: readonly Hit[]): boolean => best?.band === 'answer'
