/** Finds pairs for each part of a message that asks several questions, or picks several offered ones at once. */
import { isFollowUp, type MessagePart, splitQuestions } from '@tandem/languages/split-questions'
import type { Hit, Search } from '../../knowledge/search/search-result.ts'
import type { TurnConfig } from '../turn.ts'
import { findPairs } from './find-pairs.ts'
import type { Understood } from './understand.ts'
import { OFFERED, type Part } from './without-model.ts'

/** The parts in order; empty when the message asks one thing, as most do. */
export async function findParts(
  search: Search,
  agentId: string,
  understood: Understood,
  hits: readonly Hit[],
  knowledge: TurnConfig['knowledge'],
): Promise<readonly Part[]> {
  const { question, talk, picked, alsoPicked, documents } = understood
  const find: Find = (text, more) =>
    findPairs(search, agentId, { question: text, picked: undefined, limit: OFFERED, ...more }, knowledge)
  if (picked) return alsoPicked.length === 0 ? [] : findPicked(find, understood, hits)
  if (talk.smallTalk || documents.length > 0) return []
  const asked = splitQuestions(question)
  const isOne = asked.filter(({ isQuestion }) => isQuestion).length < 2
  return asked.length === 0 || (isOne && hits[0]?.band === 'answer') ? [] : findEach(find, asked)
}

type Find = (text: string, more: object) => Promise<readonly Hit[]>

async function findPicked(
  find: Find,
  { question, alsoPicked }: Understood,
  hits: readonly Hit[],
): Promise<readonly Part[]> {
  const others = alsoPicked.map(async (pair) => {
    return { text: pair.question, isQuestion: true, hits: await find(pair.question, { picked: pair }) }
  })
  return [{ text: question, isQuestion: true, hits }, ...(await Promise.all(others))]
}

async function findEach(find: Find, asked: readonly MessagePart[]): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (const [i, part] of asked.entries()) {
    const goesOn = isFollowUp(part.text)
      ? { before: asked[i - 1]?.text, answered: parts.at(-1)?.hits[0] }
      : {}
    parts.push({ ...part, hits: await find(part.text, goesOn) })
  }
  return parts
}
