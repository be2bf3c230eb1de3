/** Suggests questions to ask next: those similar to the last answer, without those that the conversation already had. */
import type { PairText } from '../knowledge/pair-store.ts'
import type { Search } from '../knowledge/search/search-result.ts'
import type { Reader } from '../platform/database/handle.ts'
import { startSlices } from '../platform/time-slices.ts'
import { fingerprintOf } from './collect-unanswered.ts'
import { hitsBehind, turnDetail } from './message-detail.ts'
import { eachMessage } from './read-messages.ts'
import type { MessageRow } from './store.ts'

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
  const after = Math.max(0, last.seq - MESSAGES_BACK)
  const talk = eachMessage(deps.database, last.conversation_id, { after, limit: last.seq - after })
  const had = await hadIn(talk)
  const about = topicOf(had.lastTopic, question, answer)
  if (about === '') return []
  const { hits } = await deps.search(agentId, {
    text: about.slice(0, ABOUT_CHARS),
    limit: SEARCHED + had.count,
  })
  const slices = startSlices()
  const others: string[] = []
  for (const hit of hits) {
    if (slices.over()) await slices.pause()
    if (!hit.isPassage && hit.answer !== answer?.text && !had.has(hit)) others.push(hit.question)
    if (others.length === SHOWN) break
  }
  return others
}

/** The text to search for. After small talk it is the last topic before it. */
function topicOf(
  lastTopic: string,
  question: MessageRow | undefined,
  answer: MessageRow | undefined,
): string {
  if (turnDetail(answer)?.outcome === 'small_talk') return lastTopic
  const found = hitsBehind(answer)[0]?.question
  return [question?.text ?? '', found ?? ''].join('\n').trim()
}

/** Recognises pairs that the conversation already had: as a question of the user, or as an answer in other words. */
async function hadIn(talk: AsyncIterable<MessageRow>) {
  const asked = new Set<string | undefined>()
  const given = new Map<string, string>()
  let lastTopic = ''
  for await (const message of talk) {
    if (message.role === 'user') asked.add(fingerprintOf(message.text))
    if (message.role !== 'assistant') continue
    const [best, ...others] = hitsBehind(message)
    if (best) lastTopic = best.question
    if (turnDetail(message)?.outcome === 'offered') continue
    if (best) asked.add(fingerprintOf(best.question))
    for (const { question } of others) given.set(question, `${given.get(question) ?? ''}\n${message.text}`)
  }
  return {
    lastTopic,
    count: asked.size,
    has: ({ question, answer }: PairText) =>
      asked.has(fingerprintOf(question)) || given.get(question)?.includes(answer) === true,
  }
}
