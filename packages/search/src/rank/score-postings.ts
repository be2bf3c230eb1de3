/**
 * The first round: selects the phrasings that are worth comparing in full. A term in a question adds its BM25 score, a term in
 * an answer a fixed share of its weight. Long lists of frequent terms come last, and are skipped once enough was read.
 */
import type { BaseIndex } from '../index/base-index.ts'
import type { QueryList } from './query-postings.ts'
import { ENOUGH_READ, ENOUGH_WEIGHT, MOST_READ, QUESTION } from './weights.ts'

/** The phrasings that were read so far, each once, and the scores by phrasing. */
interface Met {
  readonly phrasings: number[]
  readonly scores: Float32Array
  /** By part: 1 when it is shown. Phrasings of other parts are skipped. */
  readonly isShown: Uint8Array
}

/** The best phrasings of the parts that are shown. */
export function bestPhrasings(
  index: BaseIndex,
  lists: readonly QueryList[],
  isShown: Uint8Array,
  most: number,
): number[] {
  const met: Met = { phrasings: [], scores: index.emptyScores(), isShown }
  const total = lists.reduce((sum, { weight }) => sum + weight, 0)
  let [read, weight] = [0, 0]
  for (const list of lists) {
    const hasEnough = met.phrasings.length >= most && weight > ENOUGH_WEIGHT * total
    const length = lengthOf(index, list)
    if (read > 0 && read + length > (hasEnough ? ENOUGH_READ : MOST_READ)) break
    weight += list.weight
    read += length
    addList(index, list, met)
  }
  return highest(index, met, most)
}

const lengthOf = ({ inAnswers, inQuestions }: BaseIndex, list: QueryList) =>
  (list.inAnswers ? inAnswers : inQuestions).data[list.term] as number

/** In a question, a term counts the less the longer the question is. */
function addList(index: BaseIndex, { term, weight, inAnswers }: QueryList, met: Met): void {
  const { phrasings, scores, isShown } = met
  const { k1, b } = QUESTION
  const average = index.questionTerms / (index.questions || 1) || 1
  const lengths = index.questionLength.data
  for (const run of (inAnswers ? index.answerPostings : index.questionPostings).runs(term)) {
    for (let i = 0; i < run.length; i++) {
      const phrasing = run[i] as number
      const norm = k1 * (1 - b + (b * (lengths[phrasing] as number)) / average)
      const score = scores[phrasing] as number
      if (score === 0) {
        if (isShown[index.part.data[phrasing] as number] !== 1) continue
        phrasings.push(phrasing)
      }
      scores[phrasing] = score + (inAnswers ? weight : (weight * (k1 + 1)) / (1 + norm))
    }
  }
}

/** The best of them, best first. */
function highest(index: BaseIndex, { phrasings, scores }: Met, most: number): number[] {
  const best: number[] = []
  const isBetter = (a: number, b: number) => {
    const lead = (scores[a] as number) - (scores[b] as number)
    return lead > 0 || (lead === 0 && comparePlaces(index, a, b) < 0)
  }
  for (const phrasing of phrasings) {
    if (best.length === most && !isBetter(phrasing, best[most - 1] as number)) continue
    const at = best.findLastIndex((other) => !isBetter(phrasing, other)) + 1
    best.splice(at, 0, phrasing)
    if (best.length > most) best.pop()
  }
  return best
}

/** Orders phrasings by document and ordinal, so that the order is the same in every process. */
export function comparePlaces(index: BaseIndex, a: number, b: number): number {
  const [left, right] = [index.partOf(a).docId, index.partOf(b).docId]
  if (left !== right) return left < right ? -1 : 1
  return (index.ordinal.data[a] as number) - (index.ordinal.data[b] as number) || a - b
}
