/** The lists of phrasings to read for the terms of a query, highest weight first. */
import type { BaseIndex } from '../index/base-index.ts'
import type { Query } from './query.ts'
import { ANSWER_SHARE } from './weights.ts'

export interface QueryList {
  readonly term: number
  /** Whether this is the list of answers that contain the term, or of questions. */
  readonly inAnswers: boolean
  /** What the term adds to the score of a phrasing, before the length of the question is considered. */
  weight: number
}

/**
 * Includes the terms of the query that a stored question or answer contains and, for a word that no stored question contains,
 * terms with a similar spelling. Equal weights are ordered by the text of their terms, so the order is the same in every
 * process.
 */
export function queryPostings(index: BaseIndex, query: Query): QueryList[] {
  const { vocabulary, inQuestions, inAnswers } = index
  const asked = new Map<number, number>()
  const lists: QueryList[] = []
  for (const { id, alike, questionWeight, answerWeight } of query.terms) {
    if (id !== undefined && (inAnswers.data[id] as number) > 0) {
      const weight = (ANSWER_SHARE * answerWeight) / query.answerTotal
      lists.push({ term: id, inAnswers: true, weight })
    }
    const weight = questionWeight / query.questionTotal
    const add = (term: number, share: number) => asked.set(term, (asked.get(term) ?? 0) + share * weight)
    if (id !== undefined && (inQuestions.data[id] as number) > 0) add(id, 1)
    for (const each of alike) add(each.id, each.share)
  }
  for (const [term, weight] of asked) lists.push({ term, inAnswers: false, weight })
  const textOf = ({ term }: QueryList) => vocabulary.termTexts[term] as string
  return lists.sort((a, b) => b.weight - a.weight || (textOf(a) < textOf(b) ? -1 : 1))
}
