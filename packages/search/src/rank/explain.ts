/** Lists the terms of the query that a found pair contains, where, and the share of the query's weight that each has. */
import { type BaseIndex, COUNT_BITS } from '../index/base-index.ts'
import type { Query } from './query.ts'

export interface MatchedTerm {
  readonly term: string
  readonly weight: number
  readonly where: 'question' | 'answer' | 'both'
}

export function explain(index: BaseIndex, query: Query, phrasing: number): MatchedTerm[] {
  const inQuestion = index.questionTermsOf(phrasing)
  const inAnswer = new Set(Array.from(index.answerTermsOf(phrasing), (number) => number >>> COUNT_BITS))
  const matched: MatchedTerm[] = []
  for (const { id, text, questionWeight, answerWeight } of query.terms) {
    if (id === undefined) continue
    const [asked, answered] = [inQuestion.has(id), inAnswer.has(id)]
    if (!asked && !answered) continue
    const weight = asked ? questionWeight / query.questionTotal : answerWeight / query.answerTotal
    matched.push({
      term: shownAs(query.words, text),
      weight: Math.round(weight * 10_000) / 10_000,
      where: asked && answered ? 'both' : asked ? 'question' : 'answer',
    })
  }
  return matched.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
}

/** The word of the query that a stem came from, where it is recognised; else the term itself. */
function shownAs(words: readonly string[], term: string): string {
  return (
    words.find((word) => word === term) ?? words.find((word) => word.startsWith(term.slice(0, -1))) ?? term
  )
}
