/** The question that needed a person, and what the person said to it; somebody looks at both before they are kept. */
import type { AdminMessage, DeskCase } from '@tandem/sdk/source'

/** Shorter words say yes or thanks. */
const SHORTEST_QUESTION = 12

type Case = Pick<DeskCase, 'talk' | 'id' | 'reason'>

export function pairOf(handoff: Case): { question: string; answer: string } {
  const { talk, id } = handoff
  const isReply = ({ role, handoff_id }: AdminMessage) => role === 'human' && handoff_id === id
  const lastReply = talk.findLastIndex(isReply)
  if (lastReply < 0) return { question: '', answer: '' }
  const wish = wishIn(handoff)
  const asked = talk
    .slice(0, lastReply)
    .filter((message) => message !== wish && message.role === 'user' && message.text.trim() !== '')
  const question = asked.findLast(({ text }) => text.length >= SHORTEST_QUESTION) ?? asked.at(-1)
  const from = question ? talk.indexOf(question) : 0
  const answer = talk
    .slice(from)
    .filter(isReply)
    .map(({ text }) => text.trim())
  return { question: question?.text.trim() ?? '', answer: answer.join('\n') }
}

/** What the user wants to know by now; undefined where they only called a person. */
export const lastAskedIn = (handoff: Case): AdminMessage | undefined => {
  const wish = wishIn(handoff)
  return handoff.talk.findLast(
    (message) => message !== wish && message.role === 'user' && message.text.trim() !== '',
  )
}

/** "I want to talk to a human" calls a person, and is no question for one. */
function wishIn({ talk, id, reason }: Case): AdminMessage | undefined {
  if (reason !== 'user_asked') return undefined
  const begins = talk.findIndex(({ role, handoff_id }) => role !== 'user' && handoff_id === id)
  return talk.slice(0, begins).findLast(({ role }) => role === 'user')
}
