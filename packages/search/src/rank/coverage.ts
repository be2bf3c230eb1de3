/** How much two questions hold of each other, word by word: the evidence that one is asked in the place of the other. */
import { type BaseIndex, SMALL_BITS } from '../index/base-index.ts'
import type { Query } from './query.ts'

export interface Coverage {
  /** The share of the query's weight that the phrasings of the entry hold. */
  readonly asked: number
  /** The share of the best phrasing's weight that the query holds. */
  readonly stored: number
  /** The share of the query's weight that the best phrasing and the answer hold together. */
  readonly told: number
  /** How many telling terms of the query are in the best phrasing or the answer; single characters do not count. */
  readonly toldTerms: number
}

/** `phrasings` are those of the entry that may be shown, the best one first. */
export function coverageOf(
  index: BaseIndex,
  query: Query,
  phrasings: readonly number[],
  withAnswer: number,
): Coverage {
  const best = index.questionTermsOf(phrasings[0] as number)
  const all = new Set(phrasings.flatMap((phrasing) => Array.from(index.questionTermsOf(phrasing))))
  const pair = new Set(best)
  for (const number of index.answerTermsOf(withAnswer)) pair.add(number >>> SMALL_BITS)
  let [total, asked, told, toldTerms] = [0, 0, 0, 0]
  const met = new Set<number>()
  for (const { id, text, isStop, questionWeight, alike } of query.terms) {
    const heldBy = (terms: ReadonlySet<number>) => {
      if (id !== undefined && terms.has(id)) return 1
      return alike.find((each) => terms.has(each.id))?.share ?? 0
    }
    total += questionWeight
    asked += questionWeight * heldBy(all)
    told += questionWeight * heldBy(pair)
    if (!isStop && text.length > 1 && heldBy(pair) > 0) toldTerms++
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
    asked: asked / (total || 1),
    stored: stored / (storedTotal || 1),
    told: told / (total || 1),
    toldTerms,
  }
}
