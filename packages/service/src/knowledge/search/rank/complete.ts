/**
 * What the terms of a query come to in one question, all of them, as if every list had been walked: read from the phrasing's
 * own record. So long lists need not be walked to tell the few phrasings apart that shorter ones have led to.
 */
import { type BaseIndex, LONGEST } from '../index/base-index.ts'
import { SEVERAL, WORD_HEAD } from '../index/vocabulary.ts'
import { gainOf, ONE } from './first-scores.ts'
import { askedWeights, byLength, mayWeigh, NEAR } from './walks.ts'

const buffer = new Int32Array(1024)
/** By term: the mark of the question it was last found in. A term counts once, however often it is there. */
let marks = new Int32Array(1024)
let mark = 0

export function completeScore(index: BaseIndex, phrasing: number): number {
  const { records, vocabulary } = index
  const weights = askedWeights()
  if (marks.length < weights.length) marks = new Int32Array(weights.length)
  mark++
  const at = records.read(index.rows.address(phrasing), 2, buffer)
  const words = buffer[0] as number
  records.read(at, words, buffer)
  const { data: only } = vocabulary.only
  const { data: pool } = vocabulary.pool
  const { data: start } = vocabulary.start
  const share = ONE * (byLength[Math.min(LONGEST, index.rows.questionLength(phrasing))] as number)
  let score = 0
  for (let w = 0; w < words; w++) {
    const word = buffer[w] as number
    const sole = only[word] as number
    if (sole !== SEVERAL) {
      if (mayWeigh[sole & NEAR] === 0) continue
      const weight = weights[sole] as number
      if (weight === 0 || marks[sole] === mark) continue
      marks[sole] = mark
      score += gainOf(weight * share)
      continue
    }
    const from = (start[word] as number) + WORD_HEAD
    const to = from + (pool[from - WORD_HEAD + 1] as number)
    for (let n = from; n < to; n++) {
      const term = pool[n] as number
      const weight = weights[term] as number
      if (weight === 0 || marks[term] === mark) continue
      marks[term] = mark
      score += gainOf(weight * share)
    }
  }
  return score
}
