/**
 * What the terms of a query come to in one question, all of them, as if every list had been walked: read from the phrasing's
 * own record. So long lists need not be walked to tell the few phrasings apart that shorter ones have led to.
 */
import { type BaseIndex, LONGEST } from '../index/base-index.ts'
import { offsetOf } from '../index/growing.ts'
import { SEVERAL, WORD_HEAD } from '../index/vocabulary.ts'
import { askedEnd, askedPlaces, gainIn, mayBeAsked, NEAR } from './walks.ts'

/** By asked term: the mark of the question it was last found in. A term counts once, however often it is there. */
let marks = new Int32Array(64)
let mark = 0

export function completeScore(index: BaseIndex, phrasing: number): number {
  const { records, rows, vocabulary } = index
  const places = askedPlaces()
  const { data: only } = vocabulary.only
  const address = rows.address(phrasing)
  const length = Math.min(LONGEST, rows.questionLength(phrasing))
  const page = records.pageOf(address)
  let at = offsetOf(address)
  if (marks.length < askedEnd()) marks = new Int32Array(2 * askedEnd())
  mark++
  let score = 0
  // How many words there are, how much there is of the answer, and the words.
  let words = 0
  for (let n = -2; n < words; n++) {
    let byte = page[at++] as number
    let word = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = page[at++] as number
      word |= (byte & 127) << shift
    }
    if (n < 0) {
      if (n === -2) words = word
      continue
    }
    const sole = only[word] as number
    if (sole === SEVERAL) score += severalScore(index, word, length)
    else if (mayBeAsked[sole & NEAR] !== 0) {
      const place = places[sole] as number
      if (place === 0 || marks[place] === mark) continue
      marks[place] = mark
      score += gainIn(place, length)
    }
  }
  return score
}

/** A run of a script without spaces is one word of many terms. */
function severalScore({ vocabulary }: BaseIndex, word: number, length: number): number {
  const places = askedPlaces()
  const { data: pool } = vocabulary.pool
  const from = (vocabulary.start.data[word] as number) + WORD_HEAD
  const to = from + (pool[from - WORD_HEAD + 1] as number)
  let score = 0
  for (let n = from; n < to; n++) {
    const place = places[pool[n] as number] as number
    if (place === 0 || marks[place] === mark) continue
    marks[place] = mark
    score += gainIn(place, length)
  }
  return score
}
