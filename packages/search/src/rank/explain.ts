/** Which terms of the query a found pair holds, where, and what share of the query's weight each carries. */
import type { BaseIndex } from '../index/base-index.ts'
import type { Query } from './query.ts'
import type { Found } from './rank.ts'

export interface MatchedTerm {
  readonly term: string
  readonly weight: number
  readonly where: 'question' | 'answer' | 'both'
}

const buffer = new Int32Array(8192)

export function explain(
  index: BaseIndex,
  query: Query,
  { phrasing }: Pick<Found, 'phrasing'>,
): MatchedTerm[] {
  const { records, vocabulary } = index
  let at = records.read(index.rows.address(phrasing), 2, buffer)
  const [words, answers] = [buffer[0] as number, buffer[1] as number]
  at = records.read(at, words, buffer)
  const inQuestion = new Set<number>()
  for (let i = 0; i < words; i++) {
    for (const term of vocabulary.termsOf(buffer[i] as number)) inQuestion.add(term)
  }
  records.read(at, answers, buffer)
  const inAnswer = new Set<number>()
  for (let i = 0; i < answers; i++) {
    const number = buffer[i] as number
    inAnswer.add(number >>> 1)
    // How often, where it is more than once.
    if (number & 1) i++
  }
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

/** The word of the query a stem came from, where that is plain to see; else the term itself. */
function shownAs(words: readonly string[], term: string): string {
  return (
    words.find((word) => word === term) ?? words.find((word) => word.startsWith(term.slice(0, -1))) ?? term
  )
}
