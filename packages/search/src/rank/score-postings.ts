/**
 * The first round: which phrasings are worth comparing in full. Each term that a question holds adds its BM25, each that an
 * answer holds a fixed share of its weight. Long lists of frequent terms come last, and are left out once enough was read.
 */
import { type BaseIndex, MOST_SMALL, SMALL_BITS } from '../index/base-index.ts'
import type { QueryList } from './query-postings.ts'
import { POSTINGS_READ, QUESTION } from './weights.ts'

/** The best phrasings of the parts that are shown, in no order. */
export function bestPhrasings(
  index: BaseIndex,
  lists: readonly QueryList[],
  isShown: Uint8Array,
  most: number,
): number[] {
  const scores = index.emptyScores()
  let read = 0
  for (const list of lists) {
    if (read > POSTINGS_READ) break
    read += (list.inAnswers ? index.inAnswers : index.inQuestions).data[list.term] as number
    if (list.inAnswers) addAnswers(index, list, scores)
    else addQuestions(index, list, scores)
  }
  return highest(index, scores, isShown, most)
}

function addQuestions(index: BaseIndex, { term, weight }: QueryList, scores: Float32Array): void {
  const average = index.questionTerms / (index.questions || 1) || 1
  const gains = Float32Array.from({ length: MOST_SMALL + 1 }, (_, length) => {
    const norm = 1 + QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * length) / average)
    return (weight * (QUESTION.k1 + 1)) / norm
  })
  for (const run of index.asked.runs(term)) {
    for (let i = 0; i < run.length; i++) {
      const posting = run[i] as number
      const phrasing = posting >>> SMALL_BITS
      scores[phrasing] = (scores[phrasing] as number) + (gains[posting & MOST_SMALL] as number)
    }
  }
}

function addAnswers(index: BaseIndex, { term, weight }: QueryList, scores: Float32Array): void {
  for (const run of index.answered.runs(term)) {
    for (let i = 0; i < run.length; i++) {
      const phrasing = run[i] as number
      scores[phrasing] = (scores[phrasing] as number) + weight
    }
  }
}

/** Keeps the best so far in a heap, the worst of them on top. */
function highest(index: BaseIndex, scores: Float32Array, isShown: Uint8Array, most: number): number[] {
  const heap: number[] = []
  const isWorse = (a: number, b: number) =>
    (scores[a] as number) - (scores[b] as number) || -comparePlaces(index, a, b)
  const siftDown = () => {
    for (let at = 0, child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isWorse(heap[child + 1] as number, heap[child] as number) < 0) child++
      if (isWorse(heap[at] as number, heap[child] as number) <= 0) return
      swap(at, child)
      at = child
    }
  }
  const swap = (a: number, b: number) => {
    const kept = heap[a] as number
    heap[a] = heap[b] as number
    heap[b] = kept
  }
  /** The score of the worst that is kept, once there are enough. */
  let least = 0
  for (let phrasing = next(scores, 0, 0); phrasing >= 0; phrasing = next(scores, phrasing + 1, least)) {
    if (isShown[index.part.data[phrasing] as number] !== 1) continue
    if (heap.length < most) {
      let at = heap.push(phrasing) - 1
      for (let up = (at - 1) >> 1; at > 0 && isWorse(heap[at] as number, heap[up] as number) < 0; ) {
        swap(at, up)
        at = up
        up = (at - 1) >> 1
      }
    } else if (isWorse(phrasing, heap[0] as number) > 0) {
      heap[0] = phrasing
      siftDown()
    }
    if (heap.length === most) least = scores[heap[0] as number] as number
  }
  return heap
}

/** The next phrasing that scored, and no less than `least`; -1 when there is none. */
function next(scores: Float32Array, from: number, least: number): number {
  for (let phrasing = from; phrasing < scores.length; phrasing++) {
    const score = scores[phrasing] as number
    if (score > 0 && score >= least) return phrasing
  }
  return -1
}

/** Phrasings in the order of their documents and of their places there: the same in every process. */
export function comparePlaces(index: BaseIndex, a: number, b: number): number {
  const [left, right] = [index.partOf(a).docId, index.partOf(b).docId]
  if (left !== right) return left < right ? -1 : 1
  return (index.ordinal.data[a] as number) - (index.ordinal.data[b] as number) || a - b
}
