/** Suggests questions to ask next: those similar to the last answer, without those that the conversation already had. */
import type { PairText } from '../knowledge/pair-store.ts'
import type { Search } from '../knowledge/search/search-result.ts'
import type { Reader } from '../platform/database/handle.ts'
import { fingerprintOf } from './collect-unanswered.ts'
import { hitsBehind, turnDetail } from './message-detail.ts'
import { type MessageRow, messagesBefore } from './store.ts'

const SHOWN = 3
/** More than are shown, because other phrasings of the answered question are left out. */
const SEARCHED = 12
const MESSAGES_BACK = 50
const ABOUT_CHARS = 2000

export async function suggestQuestions(
  deps: { readonly database: Reader; readonly search: Search },
  agentId: string,
  { question, answer }: { question: MessageRow | undefined; answer: MessageRow | undefined },
): Promise<readonly string[]> {
  const last = answer ?? question
  if (!last) return []
  const talk = await messagesBefore(deps.database, last.conversation_id, last.seq + 1, MESSAGES_BACK)
  const about = topicOf(talk, question, answer)
  if (about === '') return []
  const had = hadIn(talk)
  const { hits } = await deps.search(agentId, {
    text: about.slice(0, ABOUT_CHARS),
    limit: SEARCHED + had.count,
  })
  const others = hits.filter((hit) => !hit.isPassage && !had.has(hit) && hit.answer !== answer?.text)
  return others.slice(0, SHOWN).map((hit) => hit.question)
}

/** The text to search for. After small talk it is the last topic before it. */
function topicOf(
  talk: readonly MessageRow[],
  question: MessageRow | undefined,
  answer: MessageRow | undefined,
): string {
  const found = hitsBehind(answer)[0]?.question
  if (turnDetail(answer)?.outcome !== 'small_talk')
    return [question?.text ?? '', found ?? ''].join('\n').trim()
  const before = talk.findLast((message) => message.role === 'assistant' && hitsBehind(message).length > 0)
  return hitsBehind(before)[0]?.question ?? ''
}

/** Recognises pairs that the conversation already had: as a question of the user, or as an answer in other words. */
function hadIn(talk: readonly MessageRow[]) {
  const asked = new Set<string | undefined>()
  const given = new Map<string, string>()
  for (const message of talk) {
    if (message.role === 'user') asked.add(fingerprintOf(message.text))
    if (message.role !== 'assistant' || turnDetail(message)?.outcome === 'offered') continue
    const [best, ...others] = hitsBehind(message)
    if (best) asked.add(fingerprintOf(best.question))
    for (const { question } of others) given.set(question, `${given.get(question) ?? ''}\n${message.text}`)
  }
  return {
    count: asked.size,
    has: ({ question, answer }: PairText) =>
      asked.has(fingerprintOf(question)) || given.get(question)?.includes(answer) === true,
  }
}
