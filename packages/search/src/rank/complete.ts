/**
 * What the terms of a query come to in questions, all of them, as if every list had been walked: read from the phrasings' own
 * records. So long lists need not be walked to tell the few phrasings apart that shorter ones have led to.
 *
 * Records and words lie all over memory. So all that is needed is read first, step by step for many phrasings at once, and what
 * depends on it comes after: memory then brings many things in the time of one.
 */
import { type BaseIndex, LONGEST, MOST_WORDS } from '../index/base-index.ts'
import { readQuestion } from '../index/read-question.ts'
import { SEVERAL, WORD_HEAD } from '../index/vocabulary.ts'
import { askedEnd, askedPlaces, gainIn, mayBeAsked, NEAR } from './walks.ts'

/** The words of some phrasings, then the term of each. */
const buffer = new Int32Array(16 * MOST_WORDS)
/** By phrasing: where its words end in the buffer. */
const ends = new Int32Array(512)

/** By asked term: the mark of the question it was last found in. A term counts once, however often it is there. */
let marks = new Int32Array(64)
let mark = 0

/** Puts the scores of the first `count` phrasings, 512 at most, into `scores`. */
export function completeScores(
  index: BaseIndex,
  phrasings: Int32Array,
  count: number,
  scores: Int32Array,
): void {
  if (marks.length < askedEnd()) marks = new Int32Array(2 * askedEnd())
  index.touch(phrasings, count)
  for (let from = 0, to = 0; from < count; from = to) {
    let filled = 0
    for (to = from; to < count && filled + MOST_WORDS <= buffer.length; to++) {
      filled = readTerms(index, phrasings[to] as number, filled)
      ends[to] = filled
    }
    for (let i = from; i < to; i++) {
      const length = Math.min(LONGEST, index.rows.questionLength(phrasings[i] as number))
      scores[i] = scoreOf(index, i === from ? 0 : (ends[i - 1] as number), ends[i] as number, length)
    }
  }
}

/** Words of several terms stand as themselves, below `SEVERAL`. */
function readTerms(index: BaseIndex, phrasing: number, from: number): number {
  const { data: onlyTerm } = index.vocabulary.only
  const end = readQuestion(index, phrasing, buffer, from)
  for (let i = from; i < end; i++) {
    const word = buffer[i] as number
    const only = onlyTerm[word] as number
    buffer[i] = only === SEVERAL ? SEVERAL - 1 - word : only
  }
  return end
}

function scoreOf(index: BaseIndex, from: number, to: number, length: number): number {
  const places = askedPlaces()
  mark++
  let score = 0
  for (let i = from; i < to; i++) {
    const term = buffer[i] as number
    if (term < 0) score += severalScore(index, SEVERAL - 1 - term, length)
    else if (mayBeAsked[term & NEAR] !== 0) {
      const place = places[term] as number
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
  const from = vocabulary.rows.start(word) + WORD_HEAD
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
