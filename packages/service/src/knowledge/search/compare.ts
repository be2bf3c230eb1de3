/** Compares one phrasing with the query in full: BM25 of its terms, cosine of its character pieces, BM25 of its answer. */
import type { BaseIndex } from './base-index.ts'
import { dampened, gramRarity, type Query } from './query.ts'
import { ANSWER, QUESTION, STOP_GRAM } from './weights.ts'

export interface Comparison {
  readonly terms: number
  readonly cosine: number
  readonly answer: number
}

/** Shared by all searches, which never overlap. Marks are numbers that only grow, so nothing needs to be emptied. */
let place = new Int32Array(1024)
let gramMark = new Int32Array(1024)
let gramCount = new Float64Array(1024)
let gramWeight = new Float64Array(1024)
let mark = 0
const buffer = new Int32Array(8192)
/** How rare each piece is, kept while the index stands still. */
const kept = new WeakMap<BaseIndex, { epoch: number; rarity: Float64Array }>()

export function comparer(index: BaseIndex, query: Query): (phrasing: number) => Comparison {
  const { vocabulary, records, phrasings } = index
  makeRoom(vocabulary.terms.size, vocabulary.grams.size)
  const rarity = rarityOf(index)
  const averageQuestion = index.questionTerms / (phrasings || 1) || 1
  const averageAnswer = index.answerTerms / (index.answers || 1) || 1
  const { terms, questionTotal, answerTotal, gramNorm } = query
  place.fill(0, 0, vocabulary.terms.size)
  gramWeight.fill(0, 0, vocabulary.grams.size)
  for (const [i, { id }] of terms.entries()) if (id !== undefined) place[id] = i + 1
  for (const [gram, weight] of query.grams) gramWeight[gram] = weight
  const { data: pool } = vocabulary.pool
  const { data: starts } = vocabulary.start
  const { data: middles } = vocabulary.middle
  const { data: ends } = vocabulary.end
  const { data: stops } = vocabulary.stop
  const counts = new Int32Array(terms.length)
  const grams = new Int32Array(vocabulary.grams.size)

  return (phrasing) => {
    let at = records.read(index.address.data[phrasing] as number, 2, buffer)
    const [words, answers] = [buffer[0] as number, buffer[1] as number]
    at = records.read(at, words, buffer)
    counts.fill(0)
    mark++
    let distinct = 0
    for (let w = 0; w < words; w++) {
      const word = buffer[w] as number
      const middle = middles[word] as number
      for (let n = starts[word] as number; n < middle; n++) {
        const i = place[pool[n] as number] as number
        if (i > 0) counts[i - 1] = (counts[i - 1] as number) + 1
      }
      const factor = stops[word] === 1 ? STOP_GRAM : 1
      const end = ends[word] as number
      for (let n = middle; n < end; n++) {
        const gram = pool[n] as number
        if (gramMark[gram] === mark) gramCount[gram] = (gramCount[gram] as number) + factor
        else {
          gramMark[gram] = mark
          gramCount[gram] = factor
          grams[distinct++] = gram
        }
      }
    }
    return {
      terms: questionPart(index.length.data[phrasing] as number),
      cosine: cosineOf(distinct),
      answer: answers === 0 ? 0 : answerPart(at, answers),
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

  function cosineOf(distinct: number): number {
    let dot = 0
    let squares = 0
    // In the order of the pieces' first meeting, which is the text's own, so that rounding is the same in every process.
    for (let i = 0; i < distinct; i++) {
      const gram = grams[i] as number
      const weight = dampened(gramCount[gram] as number) * (rarity[gram] as number)
      squares += weight * weight
      dot += weight * (gramWeight[gram] as number)
    }
    return squares > 0 ? Math.min(1, dot / (Math.sqrt(squares) * gramNorm)) : 0
  }

  function answerPart(at: number, answers: number): number {
    records.read(at, 2 * answers, buffer)
    let length = 0
    counts.fill(0)
    for (let i = 0, term = 0; i < 2 * answers; i += 2) {
      term += buffer[i] as number
      length += buffer[i + 1] as number
      const known = place[term] as number
      if (known > 0) counts[known - 1] = buffer[i + 1] as number
    }
    const norm = ANSWER.k1 * (1 - ANSWER.b + (ANSWER.b * length) / averageAnswer)
    let sum = 0
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i] as number
      if (count > 0) sum += ((terms[i]?.answerWeight ?? 0) * count) / (count + norm)
    }
    return answerTotal > 0 ? sum / answerTotal : 0
  }
}

function rarityOf(index: BaseIndex): Float64Array {
  const known = kept.get(index)
  if (known?.epoch === index.epoch) return known.rarity
  const size = index.vocabulary.grams.size
  const rarity = new Float64Array(size)
  for (let gram = 0; gram < size; gram++)
    rarity[gram] = gramRarity(index.phrasings, index.grams[gram] as number)
  kept.set(index, { epoch: index.epoch, rarity })
  return rarity
}

function makeRoom(terms: number, grams: number): void {
  if (place.length < terms) place = new Int32Array(terms * 2)
  if (gramMark.length < grams) {
    gramMark = new Int32Array(grams * 2)
    gramCount = new Float64Array(grams * 2)
    gramWeight = new Float64Array(grams * 2)
  }
}
