/** The question that needed a person, and what the person said to it; somebody looks at both before they are kept. */
import type { AdminMessage, DeskCase } from '@tandem/sdk/source'

/** Shorter words say yes or thanks, or ask for a person. */
const SHORTEST_QUESTION = 12

export function pairOf({ talk, id }: Pick<DeskCase, 'talk' | 'id'>): { question: string; answer: string } {
  const isReply = ({ role, handoff_id }: AdminMessage) => role === 'human' && handoff_id === id
  const lastReply = talk.findLastIndex(isReply)
  if (lastReply < 0) return { question: '', answer: '' }
  const asked = talk.slice(0, lastReply).filter(({ role, text }) => role === 'user' && text.trim() !== '')
  const question = asked.findLast(({ text }) => text.length >= SHORTEST_QUESTION) ?? asked.at(-1)
  const from = question ? talk.indexOf(question) : 0
  const answer = talk
    .slice(from)
    .filter(isReply)
    .map(({ text }) => text.trim())
  return { question: question?.text.trim() ?? '', answer: answer.join('\n') }
}
