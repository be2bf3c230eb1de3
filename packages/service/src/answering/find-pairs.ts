/** Looks up the pairs for a question, within what the caller allows. A question that was offered and picked is surely meant. */
import { type Hit, type SearchDeps, searchBases } from '../knowledge/search/search.ts'
import type { OfferedPair, TurnConfig } from './turn.ts'

const BEFORE_CHARS = 500
const HAS_WORDS = /[\p{L}\p{N}]/u

export async function findPairs(
  deps: SearchDeps,
  agentId: string,
  asked: {
    question: string
    picked: OfferedPair | undefined
    limit: number
    /** What the user said before; a model may be asked “and how long does that take?”. */
    before?: string | undefined
  },
  knowledge: TurnConfig['knowledge'],
): Promise<readonly Hit[]> {
  const { question: text, picked, limit, before } = asked
  if (knowledge?.none || !HAS_WORDS.test(text)) return []
  const { baseIds, documentIds } = knowledge ?? {}
  const hits = await searchBases(deps, agentId, { text, limit, baseIds, documentIds })
  if (!picked && before && hits[0]?.band !== 'answer') {
    const both = `${before.slice(0, BEFORE_CHARS)} ${text}`
    return merged(hits, await searchBases(deps, agentId, { text: both, limit, baseIds, documentIds }), limit)
  }
  if (!picked) return hits
  const same = hits.filter(({ question }) => question === picked.question)
  const meant =
    same.find(({ docId, ordinal }) => docId === picked.docId && ordinal === picked.ordinal) ??
    same.find(({ docId }) => docId === picked.docId) ??
    same[0]
  return meant
    ? [{ ...meant, band: 'answer', confidence: 1, isAsked: true }, ...hits.filter((hit) => hit !== meant)]
    : hits
}

/** The surest of both, each pair once. */
function merged(hits: readonly Hit[], more: readonly Hit[], limit: number): readonly Hit[] {
  const isSame = (a: Hit, b: Hit) => a.docId === b.docId && a.ordinal === b.ordinal
  const news = more.filter((hit) => !hits.some((known) => isSame(known, hit)))
  return [...hits, ...news].sort((a, b) => b.confidence - a.confidence).slice(0, limit)
}
