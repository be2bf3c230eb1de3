/**
 * The first round: which phrasings are worth comparing in full. In a small base all of them. In a large one those that the
 * query's rarer terms lead to, and, for words nobody has written so, terms that are spelled alike.
 */
import { type BaseIndex, IN_ANSWER, IN_QUESTION, type Part } from './base-index.ts'
import type { Query } from './query.ts'
import { ANSWER_SHARE, COMPARED, COMPARED_ALL, QUESTION, WALKED, WALKED_TERMS } from './weights.ts'

const BINS = 2048
/** Longer questions than this are taken as this long. */
const LENGTHS = 64

/** Shared by all searches, which never overlap; all zero between them. */
let scores = new Float32Array(1024)
/** The phrasings a search has met, and how many. */
let touched = new Int32Array(1024)
let met = 0

interface Walk {
  readonly id: number
  readonly text: string
  readonly questionWeight: number
  readonly answerWeight: number
  readonly holding: number
}

export function candidatesOf(index: BaseIndex, query: Query, shown: Uint8Array): number[] {
  if (countShown(index, shown) <= COMPARED_ALL) return allShown(index, shown)
  if (scores.length < index.part.length) {
    scores = new Float32Array(index.part.length * 2)
    touched = new Int32Array(index.part.length * 2)
  }
  met = 0
  let walked = 0
  const most = Math.max(WALKED, index.phrasings / 2)
  for (const [i, walk] of walksOf(index, query).entries()) {
    if (i >= WALKED_TERMS && walked + walk.holding > most) break
    walked += walk.holding
    walkTerm(index, walk, shown)
  }
  const best = bestOf(index)
  for (let i = 0; i < met; i++) scores[touched[i] as number] = 0
  return best
}

function countShown(index: BaseIndex, shown: Uint8Array): number {
  let count = 0
  for (let i = 0; i < shown.length; i++) {
    const { from, to } = index.parts[i] as Part
    if (shown[i] === 1) count += to - from
  }
  return count
}

function allShown(index: BaseIndex, shown: Uint8Array): number[] {
  const all: number[] = []
  for (let i = 0; i < index.parts.length; i++) {
    const { from, to } = index.parts[i] as Part
    if (shown[i] === 1) for (let phrasing = from; phrasing < to; phrasing++) all.push(phrasing)
  }
  return all
}

/** Rarest first; equally rare ones by their letters, so that the order is the same in every process. */
function walksOf(index: BaseIndex, query: Query): Walk[] {
  const walks: Walk[] = []
  const add = (id: number, text: string, questionWeight: number, answerWeight: number) => {
    const holding = (index.inQuestions.data[id] as number) + (index.inAnswers.data[id] as number)
    if (holding > 0) walks.push({ id, text, questionWeight, answerWeight, holding })
  }
  const isAsked = (id: number) => (index.inQuestions.data[id] as number) > 0
  const { questionTotal, answerTotal } = query
  for (const { id, text, questionWeight, answerWeight } of query.terms) {
    const weights = [
      questionWeight / (questionTotal || 1),
      (ANSWER_SHARE * answerWeight) / (answerTotal || 1),
    ] as const
    if (id !== undefined && (index.inQuestions.data[id] as number) > 0) add(id, text, ...weights)
    else {
      if (id !== undefined) add(id, text, 0, weights[1])
      for (const alike of index.spelling.alike(text, isAsked))
        add(alike.id, alike.text, weights[0] * alike.share, 0)
    }
  }
  return walks.sort((a, b) => a.holding - b.holding || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
}

function walkTerm(index: BaseIndex, walk: Walk, shown: Uint8Array): void {
  const average = index.questionTerms / (index.phrasings || 1) || 1
  const byLength = new Float32Array(LENGTHS)
  for (let length = 0; length < LENGTHS; length++) {
    const norm = 1 + QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * length) / average)
    byLength[length] = (walk.questionWeight * (QUESTION.k1 + 1)) / norm
  }
  const { data: partOf } = index.part
  const { data: lengthOf } = index.length
  const { answerWeight } = walk
  const [into, list] = [scores, touched]
  let count = met
  index.postings.forEachRun(walk.id, (page, from, to) => {
    for (let i = from; i < to; i++) {
      const posting = page[i] as number
      const phrasing = posting >>> 2
      if (shown[partOf[phrasing] as number] !== 1) continue
      let gain = 0
      if (posting & IN_QUESTION)
        gain = byLength[Math.min(LENGTHS - 1, lengthOf[phrasing] as number)] as number
      if (posting & IN_ANSWER) gain += answerWeight
      if (gain === 0) continue
      const before = into[phrasing] as number
      if (before === 0) list[count++] = phrasing
      into[phrasing] = before + gain
    }
  })
  met = count
}

/** The best so many, by their score; at the edge by what is the same in every process. */
function bestOf(index: BaseIndex): number[] {
  if (met <= COMPARED) return Array.from(touched.subarray(0, met))
  let most = 0
  for (let i = 0; i < met; i++) {
    const score = scores[touched[i] as number] as number
    if (score > most) most = score
  }
  const bins = new Int32Array(BINS + 1)
  const perBin = BINS / most
  for (let i = 0; i < met; i++) {
    const bin = ((scores[touched[i] as number] as number) * perBin) | 0
    bins[bin] = (bins[bin] as number) + 1
  }
  let lowest = BINS
  for (let count = bins[BINS] as number; lowest > 0 && count < COMPARED; ) count += bins[--lowest] as number
  const above: number[] = []
  const edge: number[] = []
  for (let i = 0; i < met; i++) {
    const phrasing = touched[i] as number
    const bin = ((scores[phrasing] as number) * perBin) | 0
    if (bin > lowest) above.push(phrasing)
    else if (bin === lowest) edge.push(phrasing)
  }
  const { data: tie } = index.tie
  const byScore = (a: number, b: number) => (scores[b] as number) - (scores[a] as number)
  edge.sort((a, b) => byScore(a, b) || (tie[a] as number) - (tie[b] as number))
  return [...above, ...edge.slice(0, COMPARED - above.length)]
}
