/**
 * Compares one phrasing with the query in full: BM25 of its terms, cosine of its character pieces, BM25 of its answer. What a
 * word has in common with the query is worked out once per search, since candidates share most of their words.
 */
import type { BaseIndex } from '../index/base-index.ts'
import { offsetOf } from '../index/growing.ts'
import { readQuestion } from '../index/read-question.ts'
import { WORD_HEAD } from '../index/vocabulary.ts'
import { DOT, MARK, PLACE, START, WORD_BITS } from '../index/word-rows.ts'
import type { Query } from './query.ts'
import { ANSWER, QUESTION, STOP_GRAM } from './weights.ts'

export interface Comparer {
  /** Weighs the words of phrasings that are about to be compared all at once, which does not wait for memory word by word. */
  prepare(phrasings: Int32Array, count: number): void
  /** Compares the question of a phrasing; the outcome stands in `terms` and `cosine` until the next one. */
  question(phrasing: number): void
  terms: number
  cosine: number
  /** How much of the query's weight the answer of a phrasing covers. */
  answer(phrasing: number): number
  /**
   * How much of the query's weight is in the question or the answer of a phrasing, however often; 0 where none of it but stop
   * words is in the answer.
   */
  covered(phrasing: number, withAnswer: number): number
}

/** In place of its place: a word of several terms, such as a run of Chinese. */
const SEVERAL = -1

/** Shared by all searches, which never overlap. What a search sets by term and by piece, the next one takes back first. */
let place = new Int32Array(1024)
let gramWeight = new Int32Array(1024)
/** Weights of pieces are whole numbers of this part of 1: quarters of quarters, and half of that for stop words. */
const UNITS = 32
/** By the last bits of a term's id: 1 where the query may hold it. Few enough to be at hand always, unlike `place`. */
const near = new Uint8Array(4096)
const NEAR = near.length - 1
let lastTerms: readonly { id: number | undefined }[] = []
let lastGrams: readonly number[] = []
let mark = 0
const buffer = new Int32Array(8192)
/** Words about to be weighed, and where each starts in the pool. */
const fresh = new Int32Array(2048)
const starts = new Int32Array(fresh.length)
/** Means nothing; without it nobody would need what is read. */
const touched = new Int32Array(1)

export function comparer(index: BaseIndex, query: Query): Comparer {
  const { vocabulary, records } = index
  const { terms, questionTotal, answerTotal, gramNorm } = query
  setUp(index, query)
  const averageQuestion = index.questionTerms / (index.questions || 1) || 1
  const averageAnswer = index.answerTerms / (index.answers || 1) || 1
  const counts = new Int32Array(terms.length)

  const made: Comparer = {
    terms: 0,
    cosine: 0,
    prepare(phrasings, count) {
      const { ints } = vocabulary.rows
      let found = 0
      for (let i = 0; i < count; i++) {
        const length = readQuestion(index, phrasings[i] as number, buffer, 0)
        if (found + length > fresh.length) break
        for (let w = 0; w < length; w++) {
          const word = buffer[w] as number
          const row = word << WORD_BITS
          if (ints[row + MARK] === mark) continue
          ints[row + MARK] = mark
          fresh[found] = word
          starts[found++] = ints[row + START] as number
        }
      }
      weighWords(index, found)
    },
    question(phrasing) {
      const length = readQuestion(index, phrasing, buffer, 0)
      const { ints, floats } = vocabulary.rows
      counts.fill(0)
      let dot = 0
      let hits = 0
      for (let w = 0; w < length; w++) {
        const word = buffer[w] as number
        const row = word << WORD_BITS
        if (ints[row + MARK] !== mark) {
          ints[row + MARK] = mark
          weighWord(index, word, ints[row + START] as number)
        }
        dot += floats[row + DOT] as number
        const known = ints[row + PLACE] as number
        if (known === 0) continue
        hits++
        if (known > 0) counts[known - 1] = (counts[known - 1] as number) + 1
        else countTerms(word)
      }
      made.terms = hits === 0 ? 0 : questionPart(index.rows.questionLength(phrasing))
      made.cosine = dot === 0 ? 0 : Math.min(1, dot / (index.rows.norm(phrasing) * gramNorm))
    },
    answer(phrasing) {
      let at = records.read(index.rows.address(phrasing), 2, buffer)
      const [length, answers] = [buffer[0] as number, buffer[1] as number]
      if (answers === 0) return 0
      at = records.skip(at, length)
      countAnswer(records.pageOf(at), offsetOf(at), answers)
      return answerPart(index.rows.answerLength(phrasing))
    },
    covered(phrasing, withAnswer) {
      if (made.answer(withAnswer) === 0) return 0
      const inAnswer = counts.slice()
      if (!terms.some(({ isStop }, i) => !isStop && (inAnswer[i] as number) > 0)) return 0
      made.question(phrasing)
      let sum = 0
      let total = 0
      for (const [i, { id, questionWeight, answerWeight }] of terms.entries()) {
        // A word that is nowhere counts as one that is rare: the question may be about just that.
        const weigh = id === undefined ? Math.max : Math.min
        const weight = weigh(questionWeight, answerWeight)
        total += weight
        if ((counts[i] as number) > 0 || (inAnswer[i] as number) > 0) sum += weight
      }
      return sum / total
    },
  }
  return made

  function countTerms(word: number): void {
    for (const term of vocabulary.termsOf(word)) {
      const i = place[term] as number
      if (i > 0) counts[i - 1] = (counts[i - 1] as number) + 1
    }
  }

  function questionPart(length: number): number {
    const norm = QUESTION.k1 * (1 - QUESTION.b + (QUESTION.b * length) / averageQuestion)
    let sum = 0
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i] as number
      if (count > 0) sum += ((terms[i]?.questionWeight ?? 0) * count * (QUESTION.k1 + 1)) / (count + norm)
    }
    return questionTotal > 0 ? sum / questionTotal : 0
  }

  /** So many numbers: each a term and whether the next number says how often it is there. */
  function countAnswer(page: Uint8Array, from: number, answers: number): void {
    counts.fill(0)
    let at = from
    let known = 0
    for (let i = 0, isTimes = 0; i < answers; i++) {
      const one = page[at] as number
      const two = page[at + 1] as number
      const three = page[at + 2] as number
      const hasTwo = one >>> 7
      const hasThree = hasTwo & (two >>> 7)
      let number = (one & 127) | (-hasTwo & ((two & 127) << 7)) | (-hasThree & ((three & 127) << 14))
      at += 1 + hasTwo + hasThree
      if ((hasThree & (three >>> 7)) === 1) {
        for (let byte = 128, shift = 21; byte > 127; shift += 7) {
          byte = page[at++] as number
          number |= (byte & 127) << shift
        }
      }
      if (isTimes === 1) {
        if (known > 0) counts[known - 1] = number
        isTimes = 0
        continue
      }
      known = placeOf(number >>> 1)
      if (known > 0) counts[known - 1] = 1
      isTimes = number & 1
    }
  }

  function answerPart(length: number): number {
    const norm = ANSWER.k1 * (1 - ANSWER.b + (ANSWER.b * length) / averageAnswer)
    let sum = 0
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i] as number
      if (count > 0) sum += ((terms[i]?.answerWeight ?? 0) * count) / (count + norm)
    }
    return answerTotal > 0 ? sum / answerTotal : 0
  }
}

function setUp({ vocabulary }: BaseIndex, { terms, grams, gramWeights }: Query): void {
  for (const { id } of lastTerms) {
    if (id === undefined) continue
    place[id] = 0
    near[id & NEAR] = 0
  }
  for (const gram of lastGrams) gramWeight[gram] = 0
  if (place.length < vocabulary.terms.size) place = new Int32Array(vocabulary.terms.size * 2)
  if (gramWeight.length < vocabulary.grams.size) gramWeight = new Int32Array(vocabulary.grams.size * 2)
  mark++
  for (let i = 0; i < terms.length; i++) {
    const id = terms[i]?.id
    if (id === undefined) continue
    place[id] = i + 1
    near[id & NEAR] = 1
  }
  for (let i = 0; i < grams.length; i++) {
    const gram = grams[i] as number
    gramWeight[gram] = UNITS * (gramWeights[i] as number) * (vocabulary.gramWeight.data[gram] as number)
  }
  lastTerms = terms
  lastGrams = grams
}

const placeOf = (term: number) => (near[term & NEAR] === 0 ? 0 : (place[term] as number))

/** Those of `fresh`. First all of memory that is needed is asked for, without waiting for any of it. */
function weighWords(index: BaseIndex, count: number): void {
  const { data: pool } = index.vocabulary.pool
  let sum = 0
  for (let i = 0; i < count; i++) sum += pool[starts[i] as number] as number
  touched[0] = sum
  for (let i = 0; i < count; i++) weighWord(index, fresh[i] as number, starts[i] as number)
}

function weighWord({ vocabulary }: BaseIndex, word: number, at: number): void {
  const { data: pool } = vocabulary.pool
  const terms = pool[at + 1] as number
  const from = at + WORD_HEAD
  const end = from + terms + (pool[at + 2] as number)
  let dot = 0
  for (let n = from + terms; n < end; n++) {
    dot += gramWeight[pool[n] as number] as number
  }
  const { ints, floats } = vocabulary.rows
  const row = word << WORD_BITS
  ints[row + PLACE] = terms === 1 ? placeOf(pool[from] as number) : terms === 0 ? 0 : SEVERAL
  floats[row + DOT] = (pool[at] === 1 ? dot * STOP_GRAM : dot) / UNITS
}
