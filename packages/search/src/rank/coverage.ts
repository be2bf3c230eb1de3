/** How much two questions contain of each other, word by word: evidence that both ask the same. */
import { type BaseIndex, COUNT_BITS } from '../index/base-index.ts'
import type { Query } from './query.ts'

export interface Coverage {
  /** The share of the query's weight that the phrasings of the entry contain together. */
  readonly queryInQuestions: number
  /** The share of the best phrasing's weight that the query contains. */
  readonly questionInQuery: number
  /** The share of the query's weight that the best phrasing and the answer contain together. */
  readonly queryInPair: number
  /** The number of telling terms of the query in the best phrasing or the answer, without single characters. */
  readonly termsInPair: number
}

/** `phrasings` are the visible ones of the entry, the best one first. `withAnswer` is the phrasing that has the answer. */
export function coverageOf(
  index: BaseIndex,
  query: Query,
  phrasings: readonly number[],
  withAnswer: number,
): Coverage {
  const best = index.questionTermsOf(phrasings[0] as number)
  const all = new Set(phrasings.flatMap((phrasing) => Array.from(index.questionTermsOf(phrasing))))
  const pair = new Set(best)
  for (const number of index.answerTermsOf(withAnswer)) pair.add(number >>> COUNT_BITS)
  let [total, inQuestions, inPair, termsInPair] = [0, 0, 0, 0]
  const met = new Set<number>()
  for (const { id, text, isStop, questionWeight, alike } of query.terms) {
    const heldBy = (terms: ReadonlySet<number>) => {
      if (id !== undefined && terms.has(id)) return 1
      return alike.find((each) => terms.has(each.id))?.share ?? 0
    }
    total += questionWeight
    inQuestions += questionWeight * heldBy(all)
    inPair += questionWeight * heldBy(pair)
    if (!isStop && text.length > 1 && heldBy(pair) > 0) termsInPair++
    if (id !== undefined) met.add(id)
    for (const each of alike) met.add(each.id)
  }
  let [storedTotal, stored] = [0, 0]
  for (const term of best) {
    const weight = query.weightOf(term)
    storedTotal += weight
    if (met.has(term)) stored += weight
  }
  return {
    queryInQuestions: inQuestions / (total || 1),
    questionInQuery: stored / (storedTotal || 1),
    queryInPair: inPair / (total || 1),
    termsInPair,
  }
}
