/** Walks the lists of a first round: the phrasings that a term leads to are met, and what it counts is added to their scores. */
import { type BaseIndex, LENGTH_BITS, LONGEST } from '../index/base-index.ts'
import type { Scope } from '../index/scope.ts'
import { gainOf, ONE, type Scores } from './first-scores.ts'
import { byLength, type Walk } from './walks.ts'

/** By length of a question: what the term being walked counts. */
const gains = new Int32Array(LONGEST + 1)

/** All of these answer the highest score there is, of which `top` was the highest before. */
export function meetByQuestions(
  table: Scores,
  index: BaseIndex,
  { id, weight }: Walk,
  { parts, whole }: Scope,
  top: number,
): number {
  const partOf = index.part.data
  const { places, met, scores, tag } = table
  setGains(weight)
  const gain = gains
  let known = table.count
  let highest = top
  const lists = index.asked
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const posting = page[i] as number
      const phrasing = posting >>> LENGTH_BITS
      if (!whole && parts[partOf[phrasing] as number] !== 1) continue
      const place = (places[phrasing] as number) - tag
      let score = gain[posting & LONGEST] as number
      if (place < 0) {
        places[phrasing] = tag + known
        met[known] = phrasing
        scores[known++] = score
      } else {
        score += scores[place] as number
        scores[place] = score
      }
      if (score > highest) highest = score
    }
  }
  table.count = known
  return highest
}

/** Adds what a term counts to those met already, and meets no others. */
export function narrow(table: Scores, index: BaseIndex, { id, weight }: Walk, top: number): number {
  const { places, scores, tag } = table
  setGains(weight)
  const gain = gains
  let highest = top
  const lists = index.asked
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const posting = page[i] as number
      const place = (places[posting >>> LENGTH_BITS] as number) - tag
      if (place < 0) continue
      const score = (scores[place] as number) + (gain[posting & LONGEST] as number)
      scores[place] = score
      if (score > highest) highest = score
    }
  }
  return highest
}

export function meetByAnswers(
  table: Scores,
  index: BaseIndex,
  { id, weight, most }: Walk,
  { parts, whole }: Scope,
  top: number,
): number {
  const partOf = index.part.data
  const { scores, answers } = table
  const gain = gainOf(most * ONE)
  const held = gainOf(weight * ONE)
  let highest = top
  const lists = index.answered
  lists.open(id)
  while (lists.next()) {
    const { page, to } = lists
    for (let i = lists.from; i < to; i++) {
      const phrasing = page[i] as number
      if (!whole && parts[partOf[phrasing] as number] !== 1) continue
      const place = placeOf(table, phrasing)
      const score = (scores[place] as number) + gain
      scores[place] = score
      answers[place] = (answers[place] as number) + held
      if (score > highest) highest = score
    }
  }
  return highest
}

/** Where the score of a phrasing lies; if it was not met before, it is now. */
export function placeOf(table: Scores, phrasing: number): number {
  const { places, tag } = table
  const place = (places[phrasing] as number) - tag
  if (place >= 0) return place
  const added = table.count++
  places[phrasing] = tag + added
  table.met[added] = phrasing
  table.scores[added] = 0
  return added
}

function setGains(weight: number): void {
  for (let length = 0; length <= LONGEST; length++)
    gains[length] = gainOf(weight * (ONE * (byLength[length] as number)))
}
